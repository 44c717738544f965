import Display
import Localization
import Model

extension DryRunResult {
    /// What would change, record by record; nil where no transaction was rolled back.
    var page: Page? {
        guard let changes else { return nil }
        if let summary { return .message("Nothing was changed. \(summary)") }
        let records = count(changes.items.count, "record")
        let sentence: Message =
            records.map {
                changes.hasMore
                    ? "Nothing was changed. This would be, of more than \($0):"
                    : "Nothing was changed. This would be, of \($0):"
            } ?? "Nothing was changed, and nothing would be."
        let rows = changes.items.flatMap(\.rows)
        let table = Table("changes", columns: RecordChange.columns, rows: rows)
        let programs = Table(
            "changes", columns: RecordChange.columnsForPrograms, rows: changes.items.map { Row($0.fieldsForPrograms) })
        return Page(
            "", [.message([sentence])] + (rows.isEmpty ? [] : [.table(table)]), forPrograms: [.table(programs)])
    }
}
