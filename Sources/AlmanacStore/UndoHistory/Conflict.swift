import Localization
import Model
import SQLite

/// A later change that prevents a step from being undone.
struct Conflict {
    /// The record that the changed row belongs to; `nil` for an account.
    let address: RecordID?
    let table: String
    /// The changed column; `nil` if the row itself was inserted or deleted.
    let column: String?
    /// The change that cannot be undone.
    let change: Int64

    /// Returns the latest step, other than the current one, that followed the change and either changed the column or,
    /// without a column, inserted or deleted the row.
    func cause(on connection: Connection) throws -> Step.ID? {
        let table = try StoreTable(recorded: table, on: connection)
        let isSameRow = table.recordedKey.map { "ifnull(new.\($0), old.\($0)) IS mine.\($0)" }.joined(
            separator: " AND ")
        let isCause = column.map { "old.\($0) IS NOT new.\($0)" } ?? "later.action <> 'update'"
        let isOfSameRecord = address == nil ? "TRUE" : "later.kind = ?2 AND later.record_id = ?3"
        let sql = """
            SELECT later.step_id
            FROM change
            JOIN change AS later ON \(isOfSameRecord)
                AND later.step_id > change.step_id AND later.step_id < (SELECT max(id) FROM step)
            LEFT JOIN \(table.past) AS old ON old.change_id = later.id AND old.is_new = 0
            LEFT JOIN \(table.past) AS new ON new.change_id = later.id AND new.is_new = 1
            LEFT JOIN \(table.past) AS mine ON mine.change_id = change.id
            WHERE change.id = ?1 AND later.table_name = ?4 AND (mine.change_id IS NULL OR \(isSameRow)) AND \(isCause)
            ORDER BY later.step_id DESC
            LIMIT 1
            """
        return try connection.first(sql, binding: change, address?.kind, address?.number, table.name) {
            try $0[0] as Step.ID
        }
    }
}

extension Conflict {
    /// Returns the differences to show: one for each record and later step.
    static func differences(
        _ conflicts: [Conflict], on connection: Connection
    ) throws -> [HistoryProblem.Difference] {
        struct Entry: Hashable {
            let subject: HistoryProblem.Difference.Subject
            let cause: Step.ID?
        }
        var entries: [Entry] = []
        var titles: [Entry: [String]] = [:]
        for conflict in conflicts.prefix(1000) {
            let entry = Entry(
                subject: try conflict.subject(on: connection), cause: try conflict.cause(on: connection))
            if titles[entry] == nil { entries.append(entry) }
            let title = conflict.title
            if let title, titles[entry]?.contains(title) != true { titles[entry, default: []].append(title) }
            titles[entry] = titles[entry] ?? []
        }
        return try entries.map { entry in
            HistoryProblem.Difference(
                subject: entry.subject, fields: titles[entry] ?? [],
                by: try entry.cause.map(StepReader(connection).step))
        }
    }
    /// The title of the field that has changed, or `nil` for the row itself and for internal columns.
    private var title: Title? {
        guard let kind = address?.kind else { return column.flatMap { AccountHistory.titles[$0] } }
        return RecordedField(of: column, in: table, kind: kind)?.title
    }

    private func subject(on connection: Connection) throws -> HistoryProblem.Difference.Subject {
        if let address { return .record(try Tables.pastReference(to: address, in: connection)) }
        return .account(name: try AccountHistory(connection).name(before: change))
    }
}
