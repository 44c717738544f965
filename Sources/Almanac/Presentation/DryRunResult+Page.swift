import Display
import Localization
import Model

extension DryRunResult {
    /// A page with the changes of each record or with a summary, or `nil` if the dry run collected neither.
    var page: Page? {
        if let summary { return .message("Dry run. \(summary)") }
        guard let changes else { return nil }
        let sentence: Message =
            count(changes.items.count, "record").map {
                changes.hasMore
                    ? "Dry run. This would change more than \($0):" : "Dry run. This would change \($0):"
            } ?? "Dry run. Nothing would change."
        let rows = changes.items.flatMap(\.rows)
        let table = Table("changes", columns: RecordChange.columns, rows: rows)
        let programs = Table(
            "changes", columns: RecordChange.columnsForPrograms, rows: changes.items.map { Row($0.fieldsForPrograms) })
        return Page(
            "", [.message([sentence])] + (rows.isEmpty ? [] : [.table(table)]), forPrograms: [.table(programs)])
    }
}
