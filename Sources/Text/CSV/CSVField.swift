/// A field's text and where it begins: line and column, counted from 1, columns in characters.
public struct CSVField: Hashable, Sendable {
    public let text: String
    public let line: Int
    public let column: Int

    public init(text: String, line: Int, column: Int) {
        self.text = text
        self.line = line
        self.column = column
    }
}
