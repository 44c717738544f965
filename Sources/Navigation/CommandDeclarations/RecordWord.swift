import Model

/// A word that identifies a record: its ID, its name, or a row number.
public struct RecordWord: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The record in the row with that number.
    public let row: RecordID?
    public let kinds: [Kind]

    public init(text: String, row: RecordID? = nil, kinds: [Kind] = Kind.allCases) {
        self.text = text
        self.row = row
        self.kinds = kinds
    }

    public init(_ id: RecordID) { self.init(text: id.description) }

    public var id: RecordID? { row ?? RecordID(text) }

    /// The word in a form that does not depend on the screen.
    public var description: String { row?.description ?? text }
}
