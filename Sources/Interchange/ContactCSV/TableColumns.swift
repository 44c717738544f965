/// The columns of a table of contacts, to be shown before anything is written.
public struct TableColumns: Hashable, Sendable {
    public let file: String
    /// Each heading, and what its column is for, in the words of a mapping.
    public let columns: [Meaning]
    /// Whether nobody but us says so of some of them: the headings are those of no program that we know.
    public let isGuessed: Bool

    public struct Meaning: Hashable, Sendable {
        /// With a number where it stands there again: `Date#2`.
        public let heading: String
        public let words: String
    }

    /// - Parameter mapping: What somebody says of them.
    public init(
        of file: String, beginning: [UInt8], mapping: [String: String]
    ) throws(ContactTableProblem) {
        var reader = ContactCSVReader(file: file, mapping: mapping)
        reader.feed(beginning)
        reader.finish()
        let columns = try reader.columns() ?? []
        self.file = file
        self.columns = columns.map { Meaning(heading: $0.name, words: $0.column.words) }
        isGuessed = reader.isGuessed
    }
}
