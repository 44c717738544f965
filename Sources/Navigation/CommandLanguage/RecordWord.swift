import Model

/// A word for a record: its ID, its name, or the row it is in.
public struct RecordWord: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The record in the row on screen that the word is the number of.
    public let row: RecordID?
    /// What it may be.
    public let kinds: [Kind]

    public init(text: String, row: RecordID? = nil, kinds: [Kind] = Kind.allCases) {
        self.text = text
        self.row = row
        self.kinds = kinds
    }

    public init(_ id: RecordID) { self.init(text: id.description) }

    /// Nil for a name.
    public var id: RecordID? { row ?? RecordID(text) }

    /// As it is read anywhere.
    public var description: String { row?.description ?? text }
}
