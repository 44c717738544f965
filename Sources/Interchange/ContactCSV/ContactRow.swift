import Localization
import Model
import Text

extension ContactRow {
    /// Creates a row, or returns `nil` if it has no ID because it describes a new contact.
    init?(_ record: CSVRecord, of table: ContactTable, _ orders: DateOrders) {
        var (id, version) = ("", "")
        var (cells, problem): ([String], Message?) = ([], nil)
        for (index, (column, text)) in zip(table.columns, record.texts).enumerated() {
            var text = text
            switch column.column {
            case .recordID: id = text.trimmed
            case .recordVersion: version = text.trimmed
            case .date where !text.trimmed.isEmpty:
                let unguarded = FormulaGuard.unguarded(text.trimmed)
                if let date = TableDate(unguarded).date(in: orders.order(of: index)) {
                    text = FormulaGuard.guarded(date.description)
                } else {
                    problem = problem ?? "“\(unguarded)” is not a date."
                }
            default: break
            }
            cells.append(text)
        }
        guard !id.isEmpty else { return nil }
        let words = version.split(separator: " ").map(String.init)
        self.init(
            id: id, version: words.first.flatMap { Int($0) }, checksums: Set(words.dropFirst()), problem: problem,
            headings: table.columns.map(\.heading), cells: cells)
    }

    /// Returns the cell with the version of a contact: the version of its record, and checksums of its notes and
    /// groups, which can change without a new version of the record.
    static func version(of card: ContactCard) -> String {
        // The checksums consist of letters, so that spreadsheets do not read them as numbers or dates.
        guard let record = card.record else { return "" }
        return (["\(record.version)"] + [notes(card.notes), groups(card.categories)].compactMap(\.self))
            .joined(separator: " ")
    }

    /// Returns whether the contact had these notes when the row was exported.
    public func hadNotes(_ notes: [String]) -> Bool { has(Self.notes(notes), "n") }

    /// Returns whether the contact was in these groups when the row was exported.
    public func hadGroups(_ names: [String]) -> Bool { has(Self.groups(names), "g") }

    private func has(_ checksum: String?, _ prefix: String) -> Bool {
        checksums.first { $0.hasPrefix(prefix) } == checksum
    }

    private static func notes(_ texts: [String]) -> String? { checksum(texts, "n") }
    private static func groups(_ names: [String]) -> String? { checksum(names, "g") }

    private static let letters = Array("abcdefghijklmnop")

    /// Returns a checksum of values that does not depend on their order, or `nil` if there are no values.
    private static func checksum(_ values: [String], _ prefix: String) -> String? {
        if values.isEmpty { return nil }
        let hash = FNV1a(values.map(\.withoutCarriageReturns).sorted().joined(separator: "\0").utf8).value
        let digits = String(hash, radix: 16).compactMap(\.hexDigitValue)
        return prefix + String(digits.map { letters[$0] })
    }

    /// Returns a contact before and after the changes in the row, or `nil` if the row does not differ from the contact.
    /// Both are read from cells and differ only in changed cells.
    ///
    /// - Parameter base: The contact from which the row was made, with its notes and groups.
    public func versions(of base: ContactCard) throws(SourceProblem) -> (before: ContactCard, after: ContactCard)? {
        var base = base
        (base.uid, base.record) = (nil, nil)
        var layout = ContactCSVLayout()
        layout.include(base)
        let ignored = Set((Self.headings + ["UID"]).map(HeadingVocabulary.normal))
        let given = Dictionary(zip(headings.map(HeadingVocabulary.normal), cells)) { first, _ in first }
        let own = layout.headings.map(HeadingVocabulary.normal)
        let others = zip(headings, cells).filter { heading, _ in
            !heading.isEmpty && !own.contains(HeadingVocabulary.normal(heading))
        }
        let before = layout.cells(of: base).map(FormulaGuard.guarded) + others.map { _ in "" }
        let after =
            zip(own, before).map { heading, cell in ignored.contains(heading) ? cell : given[heading] ?? cell }
            + others.map(\.1)
        if before == after { return nil }
        let header = layout.headings + others.map(\.0)
        return (try Self.card(of: before, under: header), try Self.card(of: after, under: header))
    }

    private static func card(of row: [String], under header: [String]) throws(SourceProblem) -> ContactCard {
        var writer = CSVWriter(lineEnd: "\r\n")
        writer.write(header)
        writer.write(row)
        var reader = ContactCSVReader(file: "")
        reader.feed(writer.drain())
        reader.finish()
        guard case .card(let card) = try reader.next() else { return ContactCard() }
        return card
    }
}
