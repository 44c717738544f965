import Model
import Text

/// The header of a CSV file of contacts, with the meaning of each column.
struct ContactTable {
    let dialect: ContactHeadings.Dialect
    /// The columns with their headings, unique names, and meanings.
    let columns: [ContactCSVReader.Column]
    let file: String
    /// Whether the meaning of some columns is neither specified by the user nor clear from the headings.
    let isGuessed: Bool

    init(_ header: CSVRecord, file: String, mapping: [String: String]) throws(SourceProblem) {
        let headings = header.texts.map(\.trimmed)
        guard !headings.contains(where: EmailAddress.isValid) else { throw .noHeader(file: file) }
        let known = ContactHeadings(headings)
        dialect = known.dialect
        self.file = file
        let names = Self.names(of: headings)
        let said = try Self.columns(mapping, among: headings, called: names, file: file)
        let columns = zip(headings, names).enumerated().map { index, words in
            (heading: words.0, name: words.1, column: said[index] ?? known.column(at: index))
        }
        isGuessed =
            dialect == .other && !known.areUnambiguous
            && columns.indices.contains { said[$0] == nil && columns[$0].column != .nothing }
        self.columns = columns
        let named = headings.filter { !$0.isEmpty }
        guard columns.contains(where: \.column.identifies) else {
            throw .noIdentifyingColumn(file: file, headings: named)
        }
        try requireOnce()
    }

    /// Returns the mapped columns by index. A repeated heading is numbered (`Date#2`). A mapping without a number
    /// applies to all columns with that heading.
    private static func columns(
        _ mapping: [String: String], among headings: [String], called names: [String], file: String
    ) throws(SourceProblem) -> [Int: ContactColumn] {
        let words = headings.map(ContactHeadings.normal)
        var columns: [Int: ContactColumn] = [:]
        // Numbered headings are sorted last, so that they override headings without a number.
        let said = mapping.map { (normal: ContactHeadings.normal($0.key), heading: $0.key, meaning: $0.value) }
        for (normal, heading, meaning) in said.sorted(by: { ($0.normal, $0.heading) < ($1.normal, $1.heading) }) {
            let among = words.contains(normal) ? words : names.map(ContactHeadings.normal)
            let places = among.indices.filter { among[$0] == normal }
            guard !places.isEmpty else {
                throw .unknownHeading(file: file, heading: heading, known: names.filter { !$0.isEmpty })
            }
            guard let column = ContactColumn(meaning, slot: "“\(heading)”") else { throw .unknownField(meaning) }
            for place in places { columns[place] = column }
        }
        return columns
    }

    /// Returns unique names for the headings, such as `Date` and `Date#2`.
    private static func names(of headings: [String]) -> [String] {
        let taken = Set(headings.map(ContactHeadings.normal))
        var counts: [String: Int] = [:]
        return headings.map { heading in
            let normal = ContactHeadings.normal(heading)
            var count = counts[normal, default: 0] + 1
            while count > 1, taken.contains("\(normal)#\(count)") { count += 1 }
            counts[normal] = count
            return count == 1 || heading.isEmpty ? heading : "\(heading)#\(count)"
        }
    }

    /// Checks that each single-valued field has only one column. Phonetic names may have several columns.
    private func requireOnce() throws(SourceProblem) {
        let groups = Dictionary(grouping: columns) { $0.column.withoutOrder }
        for (column, same) in groups.sorted(by: { $0.key.words < $1.key.words }) where same.count > 1 {
            switch column {
            case .field("phonetic"), .nothing, .name, .note, .group, .part, .label, .value: continue
            case .field, .datePart, .date, .uid:
                throw .repeatedField(file: file, headings: same.map(\.name), field: column.words)
            }
        }
    }
}
