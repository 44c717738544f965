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
