import Localization
import Model
import Text

/// A converter from a CSV row to a card.
enum ContactRowReader {
    /// Returns the card of a row.
    ///
    /// - Parameter doubt: A warning about the encoding of the row.
    static func card(
        of record: CSVRecord, _ text: SourceText, number: Int, in table: ContactTable, _ orders: DateOrders,
        _ doubt: Message?
    ) -> ContactCard {
        var row = ContactValueReader(dialect: table.dialect, line: record.line)
        if let doubt { row.warn(doubt) }
        if record.fields.count < table.columns.count {
            let fields = Message(record.fields.count, "field")
            row.warn("The row has \(fields), but the header has \(table.columns.count).")
        }
        for (index, ((_, name, column), cell)) in zip(table.columns, record.texts).enumerated() {
            let unguarded = FormulaGuard.unguarded(cell)
            // Tables of Almanac contain line ends as they were stored.
            let text = table.dialect == .almanac ? unguarded : unguarded.withoutCarriageReturns
            row.read(text, as: column, orders.order(of: index), under: name)
            guard orders.contradicts(TableDate(cell), in: index) else { continue }
            row.warn(
                """
                Column “\(name)” mixes day-first and month-first dates, such as “\(cell.trimmed)”. Other dates in it may \
                be wrong.
                """)
        }
        var card = row.finished()
        card.place = SourceLocation(file: table.file, line: record.line, number: number)
        card.text = text
        return card
    }
}
