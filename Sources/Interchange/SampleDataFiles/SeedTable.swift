import Model
import Text

/// The header of a file, understood: what each of its columns is for.
struct SeedTable<Content: Recordable> {
    private enum Column {
        case key, label
        case link
        /// With the label of the value; `*` in it stands for the label of the row.
        case field(EditableField<Content>, label: String?)
    }

    private let file: SeedFile
    private let columns: [Column]
    private let labelColumn: Int?
    /// The column `key`, or else the name.
    let keyColumn: Int

    init(_ header: CSVRecord, in file: SeedFile) throws(SeedProblem) {
        self.file = file
        var columns: [Column] = []
        for field in header.fields {
            guard let column = Self.column(field.text) else {
                let problem = FieldProblem.unknown(key: field.text, known: [])
                throw .badRow(file: file.path, line: field.line, column: field.column, reason: problem.sentence)
            }
            columns.append(column)
        }
        self.columns = columns
        labelColumn = header.texts.firstIndex(of: "label")
        guard let keyColumn = header.texts.firstIndex(of: "key") ?? header.texts.firstIndex(of: "name") else {
            throw .badRow(file: file.path, line: header.line, column: 1, reason: "there is no column “key”")
        }
        self.keyColumn = keyColumn
    }

    private static func column(_ heading: String) -> Column? {
        let parts = heading.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts[0]
        if word == "key" { return .key }
        if word == "label" { return .label }
        if word == "member", Content.kind == .group { return .link }
        guard let field = Content.fields.first(where: { $0.answers(to: word) }) else { return nil }
        if case .reference = field.shape { return .link }
        return .field(field, label: parts.count > 1 ? String(parts[1]) : nil)
    }

    func place(of field: CSVField) -> SeedPlace {
        SeedPlace(file: file.path, line: field.line, column: field.column)
    }

    // MARK: - Rows

    /// Adds what the row says to the record; an empty cell says nothing.
    func read(_ row: CSVRecord, into record: inout SeedRecord<Content>) throws(SeedProblem) {
        for (column, cell) in zip(columns, row.fields) where !cell.text.isEmpty {
            switch column {
            case .key, .label:
                continue
            case .link:
                record.links.append(try link(to: cell))
            case .field(let field, let label):
                let label = try self.label(label, of: row, at: cell)
                do throws(FieldProblem) {
                    for word in Self.words(field, label, cell.text) {
                        try field.apply(word, to: &record.content)
                    }
                } catch {
                    throw SeedProblem(at: place(of: cell), error.sentence)
                }
            }
        }
    }

    private static func words(_ field: EditableField<Content>, _ label: String?, _ text: String) -> [FieldAssignment] {
        switch field.shape {
        case .labeled:
            [FieldAssignment(key: field.key, label: label, operation: .add, value: text)]
        case .several:
            text.split(separator: "|").map {
                FieldAssignment(key: field.key, label: label, operation: .add, value: String($0))
            }
        case .single, .prose, .secret, .reference:
            [FieldAssignment(key: field.key, label: label, value: text)]
        }
    }

    private func label(_ pattern: String?, of row: CSVRecord, at cell: CSVField) throws(SeedProblem) -> String? {
        guard let pattern, pattern.contains("*") else { return pattern }
        guard let labelColumn, !row.fields[labelColumn].text.isEmpty else {
            throw SeedProblem(at: place(of: cell), "the row has no label, which the “*” of this column stands for")
        }
        return pattern.split(separator: "*", omittingEmptySubsequences: false)
            .joined(separator: row.fields[labelColumn].text)
    }

    /// A home planet by its name, a member by its key, what a note is about by `persons/KEY`.
    private func link(to cell: CSVField) throws(SeedProblem) -> SeedLink {
        switch Content.kind {
        case .person:
            return SeedLink(kind: .planet, key: cell.text, place: place(of: cell))
        case .group:
            return SeedLink(kind: .person, key: cell.text, place: place(of: cell))
        case .planet, .note:
            let parts = cell.text.split(separator: "/", maxSplits: 1)
            guard parts.count == 2, let kind = Kind(plural: parts[0]), kind != .note else {
                throw SeedProblem(
                    at: place(of: cell), "“\(cell.text)” is none of persons/KEY, groups/KEY and planets/NAME")
            }
            return SeedLink(kind: kind, key: String(parts[1]), place: place(of: cell))
        }
    }
}
