import Model
import Text

/// A parser of catalogs in Almanac’s own layout, with planet fields and custom fields (`field.LABEL`) as columns.
enum AlmanacCatalogColumns {
    static let name = "name"
    private static let estimated = "estimated"

    static func isKnown(_ heading: String) -> Bool {
        let word = heading.prefix { $0 != "." }
        return word == name || Planet.fields.contains { $0.answers(to: word) }
    }

    static func entry(
        of row: CatalogRow, headings: [String]
    ) throws(RowProblem) -> CatalogEntry {
        var entry = CatalogEntry(row, name: FormulaGuard.unguarded(try row.require(name)))
        for heading in headings where heading != name {
            guard let cell = row.cell(heading) else { continue }
            try read(cell, under: heading, into: &entry, of: row)
        }
        guard row.has(estimated) else { return entry }
        entry.decidedMarks = entry.assignments.reduce(entry.marks) { $0.union(CatalogEntry.marks(of: $1.key)) }
        return entry
    }

    private static func read(
        _ cell: CSVField, under heading: String, into entry: inout CatalogEntry, of row: CatalogRow
    ) throws(RowProblem) {
        let parts = heading.split(separator: ".", maxSplits: 1).map(String.init)
        let text = FormulaGuard.unguarded(cell.text.trimmed)
        guard let word = parts.first, let field = Planet.fields.first(where: { $0.answers(to: word) }) else { return }
        switch field.key {
        case "aliases":
            // Aliases are separated with “|” in the sample data and with “;” in CSV output.
            entry.aliases = text.split { "|;".contains($0) }.map(\.trimmed).filter { !$0.isEmpty }
        case "source":
            entry.sources = CatalogEntry.parts(of: text)
        case "citation":
            entry.citations.append(Labeled(parts.count > 1 ? parts[1] : "", text))
        case Self.estimated:
            guard let marks = Estimates(catalog: text) else {
                let word = FieldAssignment(key: estimated, value: text)
                return try row.add(word, from: cell, to: &entry.assignments)
            }
            entry.marks = marks
        default:
            let word = FieldAssignment(key: field.key, label: parts.count > 1 ? parts[1] : nil, value: text)
            try row.add(word, from: cell, to: &entry.assignments)
        }
    }
}
