import Model
import SQLite

/// The rows that refer to a missing record after the reversal of a step.
struct Dependents {
    let step: Step.ID
    /// The step to name in messages.
    let name: Step.ID
    /// The changes that could not be undone. Their records still exist.
    let refused: [Int64]
    let connection: Connection

    private struct ForeignKey {
        let table: String
        let column: String
        let parent: String
    }

    /// Removes the references from restored rows to purged records, and the merges of purged persons.
    ///
    /// - Returns: The other rows that refer to a missing record.
    func resolve() throws -> [Conflict] {
        let touched = Set(
            try connection.all("SELECT DISTINCT table_name FROM change WHERE step_id = ?1", binding: step) {
                $0[0] as String
            })
        if touched.contains(Kind.person.table) { try removePurgedMerges() }
        if touched.contains("account") { try assignDrafts() }
        return try foreignKeys().flatMap { key in
            try (touched.contains(key.parent) ? orphaned(by: key) : [])
                + (touched.contains(key.table) ? withoutParent(by: key, isOnlyTable: touched.count == 1) : [])
        }
    }

    /// Removes the merges of purged persons, and merges whose changes were purged, into persons that the undone step had
    /// added.
    private func removePurgedMerges() throws {
        try connection.run(
            """
            DELETE FROM person_merge
            WHERE heir_id IN (
                    SELECT record_id FROM change
                    WHERE step_id = ?1 AND kind = 'person' AND table_name = 'person' AND action = 'insert')
                AND NOT EXISTS (SELECT 1 FROM person WHERE id = heir_id)
                AND EXISTS (
                    SELECT 1 FROM change
                    WHERE kind = 'person' AND record_id = person_id
                        AND table_name IN ('person', 'person_merge') AND action = 'purged')
            """, binding: step)
    }

    /// Makes the drafts of an account that no longer exists those of guests, except for those at a place where a guest has
    /// a draft. Drafts are not part of the history.
    private func assignDrafts() throws {
        try connection.execute(
            """
            UPDATE OR IGNORE draft SET account_id = NULL
            WHERE account_id IS NOT NULL AND account_id NOT IN (SELECT id FROM account);

            DELETE FROM draft
            WHERE account_id IS NOT NULL AND account_id NOT IN (SELECT id FROM account);
            """)
    }

    private func foreignKeys() throws -> [ForeignKey] {
        try connection.all(
            """
            SELECT child.name, key."from", key."table"
            FROM sqlite_schema AS child JOIN pragma_foreign_key_list(child.name) AS key
            WHERE child.type = 'table' AND child.name NOT IN ('step', 'change', 'draft')
            """
        ) { ForeignKey(table: $0[0], column: $0[1], parent: $0[2]) }
    }

    /// Returns a conflict for each row that refers to a record or an account added by the undone step.
    private func orphaned(by key: ForeignKey) throws -> [Conflict] {
        let kind = Kind(table: key.parent)
        let child = try StoreTable(recorded: key.table, on: connection)
        let record = child.record(of: key.column, kind: kind)
        let parent =
            kind == nil ? "(SELECT id FROM \(key.parent)_past WHERE change_id = change.id)" : "change.record_id"
        return try connection.all(
            """
            SELECT change.id, \(record.kind), \(record.id)
            FROM change JOIN \(key.table) AS present ON present.\(key.column) = \(parent)
            WHERE change.step_id = ?1 AND change.kind = ?2 AND change.table_name = ?3 AND change.action = 'insert'
                AND (change.id IN (SELECT value FROM json_each(?4))
                    OR NOT EXISTS (SELECT 1 FROM \(key.parent) WHERE id = present.\(key.column)))
            """, binding: step, kind ?? .person, key.parent, refused.json
        ) { row in
            Conflict(
                address: RecordID(kind: try row[1], number: row[2]), table: key.table,
                column: Kind(table: key.table) == nil ? nil : key.column, change: row[0])
        }
    }

    /// Returns a conflict for each restored row that refers to a record that was deleted later. Favorites of a removed
    /// account are not restored.
    /// - Parameter isOnlyTable: Whether the step changed only this table, so that nothing else would be restored.
    private func withoutParent(by key: ForeignKey, isOnlyTable: Bool) throws -> [Conflict] {
        let child = try StoreTable(recorded: key.table, on: connection)
        let orphans = try connection.all(
            """
            SELECT change.id, present.\(key.column),
                EXISTS (
                    SELECT 1 FROM change AS purge
                    WHERE purge.kind = ?3 AND purge.record_id = present.\(key.column)
                        AND purge.table_name = ?4 AND purge.action = 'purged')
            FROM change JOIN \(child.past) AS old ON old.change_id = change.id AND old.is_new = 0
            JOIN \(key.table) AS present ON \(child.isRow("old"))
            WHERE change.step_id = ?1 AND change.table_name = ?2 AND present.\(key.column) IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM \(key.parent) WHERE id = present.\(key.column))
            """, binding: step, key.table, Kind(table: key.parent)?.rawValue, key.parent
        ) { row in
            let parent = Kind(table: key.parent).map { RecordID(kind: $0, number: row[1]) }
            let conflict = Conflict(address: parent, table: key.parent, column: nil, change: row[0])
            return (conflict: conflict, isPurged: row[2] as Bool)
        }
        // A missing parent that is not a record is a removed account.
        let isOfAccount = Kind(table: key.parent) == nil
        if isOfAccount, isOnlyTable, !orphans.isEmpty { throw HistoryProblem.accountGone(name) }
        for orphan in orphans where orphan.isPurged || isOfAccount {
            let removal = ReversalStatements.removal(of: key.column, in: child)
            try connection.run(removal, binding: orphan.conflict.change)
        }
        // References that were already broken before the step are not conflicts.
        return try orphans.filter { !$0.isPurged && !isOfAccount }.map(\.conflict).filter {
            try $0.cause(on: connection) != nil
        }
    }
}
