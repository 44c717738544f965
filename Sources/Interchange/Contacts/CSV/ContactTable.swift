import Model
import Text

/// The header of a table of contacts, understood: what each column is for.
struct ContactTable {
    let dialect: ContactHeadings.Dialect
    /// As they stand there, and what each is for.
    let columns: [(heading: String, column: ContactColumn)]
    let file: String
    /// Whether what some column is for is said neither by somebody nor by the headings of a program that we know.
    let isGuessed: Bool

    /// - Parameter mapping: What somebody says of headings, in words such as `email.work`.
    init(_ header: CSVRecord, file: String, mapping: [String: String]) throws(ContactTableProblem) {
        let headings = header.texts.map(\.trimmed)
        guard !headings.contains(where: Mailbox.isAddress) else { throw .noHeader(file: file) }
        let known = ContactHeadings(headings)
        dialect = known.dialect
        self.file = file
        let said = try Self.columns(mapping, among: headings, file: file)
        columns = headings.enumerated().map { index, heading in
            (heading, said[ContactHeadings.normal(heading)] ?? known.column(heading, at: index))
        }
        isGuessed =
            dialect == .other
            && columns.contains { said[ContactHeadings.normal($0.heading)] == nil && $0.column != .nothing }
        let named = headings.filter { !$0.isEmpty }
        guard columns.contains(where: \.column.identifies) else {
            throw .nothingUnderstood(file: file, headings: named)
        }
        try requireOnce()
    }

    private static func columns(
        _ mapping: [String: String], among headings: [String], file: String
    ) throws(ContactTableProblem) -> [String: ContactColumn] {
        let known = Set(headings.map(ContactHeadings.normal))
        var columns: [String: ContactColumn] = [:]
        for (heading, words) in mapping.sorted(by: { $0.key < $1.key }) {
            let normal = ContactHeadings.normal(heading)
            guard known.contains(normal) else {
                throw .unknownHeading(file: file, heading: heading, known: headings.filter { !$0.isEmpty })
            }
            guard let column = ContactColumn(words, slot: "“\(heading)”") else { throw .unknownWords(words) }
            columns[normal] = column
        }
        return columns
    }

    /// A field with a single value can have one column only; but a name may be spelt in several.
    private func requireOnce() throws(ContactTableProblem) {
        let groups = Dictionary(grouping: columns) { $0.column.withoutOrder }
        for (column, same) in groups.sorted(by: { $0.key.words < $1.key.words }) where same.count > 1 {
            switch column {
            case .field("phonetic"), .nothing, .name, .note, .group, .part, .label, .value: continue
            case .field, .datePart, .date, .uid:
                throw .twice(file: file, headings: same.map(\.heading), words: column.words)
            }
        }
    }
}
