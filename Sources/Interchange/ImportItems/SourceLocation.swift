import Model

/// Where something stands in a file that is taken in: what a person needs to find it. All count from 1.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// Nil where the whole file is meant.
    public var line: Int?
    /// In characters; nil where the whole line is meant.
    public var column: Int?
    /// Which card of the file it is, counted from 1; nil where nobody counts.
    public var number: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil, number: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.number = number
    }

    public var description: String {
        let spot = [line, column].compactMap(\.self).reduce(file) { "\($0):\($1)" }
        return number.map { "\(spot): card \($0)" } ?? spot
    }
}

/// What a card or a row consists of: of UTF-16 as UTF-8, of a row without its line end, of more than 64 MB the beginning.
public struct SourceText: Hashable, Sendable {
    /// The first row of its table; none for a card.
    public let header: [UInt8]
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8], under header: [UInt8] = []) {
        self.bytes = bytes
        self.header = header
    }
}

/// Why nothing of a file is taken in.
public protocol SourceProblem: UserFacingError {}
