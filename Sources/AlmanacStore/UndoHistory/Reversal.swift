import Localization
import Model
import SQLite

/// An operation that reverses a step, last change first, in the transaction of a new step. It skips changes to purged
/// records.
///
/// The transaction must not enforce foreign keys, because recorded changes by foreign key actions are also undone.
struct Reversal {
    let step: Step.ID
    /// The step to name in messages: the step itself, or the step that it undid or redid.
    private let name: Step.ID
    let connection: Connection
    private var tables: TableStatements
    private(set) var conflicts: [UndoConflict] = []

    init(of step: Step.ID, named name: Step.ID, on connection: Connection) {
        (self.step, self.name) = (step, name)
        self.connection = connection
        tables = TableStatements(on: connection)
    }

    private enum Action: String {
        case insert, update, delete
    }

    private struct Change {
        let id: Int64
        let table: String
        /// The record that the row belongs to; `nil` for an account.
        let recordID: RecordID?
        let action: Action

        func conflict(at column: String?) -> UndoConflict {
            UndoConflict(recordID: recordID, table: table, column: column, change: id)
        }
    }

    /// Undoes the changes. If there are conflicts afterward, the transaction must be rolled back.
    mutating func run() throws {
        let span = try connection.first(
            "SELECT min(id), max(id) FROM change WHERE step_id = ?1", binding: step
        ) { (first: $0[0] as Int64?, last: $0[1] as Int64?) }
        guard let first = span?.first, var last = span?.last else { return }
        while last >= first {
            let batch = try changes(from: first, through: last)
            try undo(batch)
            guard let earliest = batch.last?.id, earliest > first else { break }
            last = earliest - 1
        }
        let dependents = Dependents(
            step: step, name: name, refused: conflicts.map(\.change), connection: connection)
        conflicts += try dependents.resolve()
    }

    private func changes(from first: Int64, through last: Int64) throws -> [Change] {
        try connection.all(
            """
            SELECT id, table_name, kind, ifnull(record_id, 0), action FROM change
            WHERE id BETWEEN ?1 AND ?2 AND +step_id = ?3 AND action <> 'purged'
            ORDER BY id DESC
            LIMIT 500
            """, binding: first, last, step
        ) { row in
            let table: String = row[1]
            let recordID = RecordID(kind: try row[2], number: row[3])
            return Change(
                id: row[0], table: table, recordID: table == "account" ? nil : recordID, action: try row[4])
        }
    }

    /// Undoes changes, last change first. Consecutive insertions or deletions in a table are undone together.
    private mutating func undo(_ changes: [Change]) throws {
        var rest = changes[...]
        while let change = rest.first {
            let run = rest.prefix { $0.table == change.table && $0.action == change.action }
            rest = rest.dropFirst(run.count)
            if try undoTogether(run) { continue }
            for change in run { try undo(change) }
        }
    }

    /// Undoes insertions or deletions in one table with a single statement.
    /// - Returns: Whether the changes were undone. If not, nothing was changed.
    private mutating func undoTogether(_ run: ArraySlice<Change>) throws -> Bool {
        guard run.count > 1, let last = run.first, let first = run.last else { return false }
        let table = try tables.statements(of: last.table)
        let isPossible =
            switch last.action {
            case .insert:
                try connection.first(table.unchanged, binding: first.id, last.id) { $0[0] as Int } == run.count
            case .delete: try !connection.hasRow(table.presence, binding: first.id, last.id)
            case .update: false
            }
        guard isPossible else { return false }
        do {
            let undoing = last.action == .insert ? table.removal : table.insertion
            let count = try connection.run(undoing, binding: first.id, last.id)
            guard count == run.count else { throw HistoryProblem.lost(name) }
            return true
        } catch let error as SQLiteError where error.code == .constraint {
            return false
        }
    }

    private mutating func undo(_ change: Change) throws {
        let table = try tables.statements(of: change.table)
        let columns = try change.action == .delete ? presence(of: change, by: table) : difference(of: change, by: table)
        guard columns.isEmpty else {
            if try isPartlyPurgedLink(change, columns) { return }
            conflicts += columns.map { change.conflict(at: $0) }
            return
        }
        do {
            let count =
                switch change.action {
                case .insert: try connection.run(table.removal, binding: change.id, change.id)
                case .update: try connection.run(table.restoration, binding: change.id)
                case .delete: try connection.run(table.insertion, binding: change.id, change.id)
                }
            guard count > 0 else { throw HistoryProblem.lost(name) }
        } catch let error as SQLiteError where error.constraint == .unique && change.table == "account" {
            throw HistoryProblem.accountNameTaken(name, try AccountHistory(connection).name(before: change.id))
        } catch let error as SQLiteError where error.code == .constraint {
            if error.constraint == .unique, change.action == .delete, Kind(table: change.table) != nil,
                let recordID = change.recordID
            {
                throw try RestoredUIDs.problem(recordID, deletedBy: change.id, in: connection) ?? error
            }
            conflicts.append(change.conflict(at: nil))
        }
    }

    /// Returns the columns that have changed since the step, except for references that were cleared because the
    /// referenced record was purged; `nil` represents a missing row.
    private func difference(of change: Change, by table: ReversalStatements) throws -> [String?] {
        let columns = try connection.first(table.difference, binding: change.id) { $0[0] as String }
        return try columns?.split(separator: " ").map(String.init).filter { column in
            guard let query = table.purgedReferences[column] else { return true }
            return try !connection.hasRow(query, binding: change.id)
        } ?? [nil]
    }

    /// Returns whether later changes to a link were purged together with one of its records. If so, the link remains
    /// unchanged.
    /// - Parameter columns: The columns that have changed since the step.
    private func isPartlyPurgedLink(_ change: Change, _ columns: [String?]) throws -> Bool {
        switch change.table {
        case "person_merge":
            try connection.hasRow(
                """
                SELECT 1 FROM change
                WHERE kind = 'person' AND record_id = ?1 AND table_name = 'person_merge' AND action = 'purged'
                """, binding: change.recordID?.number)
        case "account" where columns == ["person_id"] && change.action == .update:
            try connection.hasRow(
                "SELECT 1 FROM change WHERE table_name = 'account' AND action = 'purged' AND id > ?1",
                binding: change.id)
        default: false
        }
    }

    private func presence(of change: Change, by table: ReversalStatements) throws -> [String?] {
        try connection.hasRow(table.presence, binding: change.id, change.id) ? [nil] : []
    }
}

/// A changed row or column that prevents a step from being undone.
struct UndoConflict {
    /// The record that the changed row belongs to; `nil` for an account.
    let recordID: RecordID?
    let table: String
    /// The changed column; `nil` if the row itself was inserted or deleted.
    let column: String?
    /// The change that cannot be undone.
    let change: Int64

    /// Returns the latest step after the change, other than the current step, that changed the column or, if there is
    /// no column, inserted or deleted the row. Returns `nil` if there is no such step.
    func cause(on connection: Connection) throws -> Step.ID? {
        let table = try StoreTable(recorded: table, on: connection)
        let isSameRow = table.recordedKey.map { "ifnull(new.\($0), old.\($0)) IS mine.\($0)" }.joined(
            separator: " AND ")
        let isCause = column.map { "old.\($0) IS NOT new.\($0)" } ?? "later.action <> 'update'"
        let isOfSameRecord = recordID == nil ? "TRUE" : "later.kind = ?2 AND later.record_id = ?3"
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
        return try connection.first(sql, binding: change, recordID?.kind, recordID?.number, table.name) {
            try $0[0] as Step.ID
        }
    }
}

extension UndoConflict {
    /// Returns the differences to show: one for each combination of a record or account and a later step.
    static func differences(
        _ conflicts: [UndoConflict], on connection: Connection
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
        guard let kind = recordID?.kind else { return column.flatMap { AccountHistory.titles[$0] } }
        return RecordedField(of: column, in: table, kind: kind)?.title
    }

    private func subject(on connection: Connection) throws -> HistoryProblem.Difference.Subject {
        if let recordID { return .record(try connection.pastReference(to: recordID)) }
        return .account(name: try AccountHistory(connection).name(before: change))
    }
}
