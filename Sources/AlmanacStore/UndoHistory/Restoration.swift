import Model
import SQLite

/// An operation that restores deleted records and their relations. Relations to records that no longer exist are not
/// restored.
///
/// The transaction must not enforce foreign keys, so that records can be restored in any order.
struct Restoration {
    private let connection: Connection
    private var tables: TableStatements

    init(on connection: Connection) {
        self.connection = connection
        tables = TableStatements(on: connection)
    }

    /// Restores deleted records and their relations.
    mutating func restore(_ deletions: [Trash.Deletion]) throws {
        for deletion in deletions { try restore(deletion) }
        for deletion in deletions { try restoreRelations(deletion) }
        try restoreDetachedRelations(deletions)
    }

    /// Restores a deleted record without its relations.
    private mutating func restore(_ deletion: Trash.Deletion) throws {
        let table = try tables.statements(of: deletion.address.kind.table)
        do {
            guard try connection.run(table.insertion, binding: deletion.change, deletion.change) > 0 else {
                throw HistoryProblem.unrecoverableRecord(deletion.address)
            }
        } catch let error as SQLiteError where error.constraint == .unique {
            throw try RestoredUIDs.problem(deletion.address, deletedBy: deletion.change, in: connection) ?? error
        }
    }

    /// Restores the other rows of a record and its relations.
    private mutating func restoreRelations(_ deletion: Trash.Deletion) throws {
        for cut in try tables.statements(of: deletion.address.kind.table).cuts {
            try connection.run(cut, binding: deletion.address.number)
        }
        let changes = try connection.all(
            Self.removedWithRecord,
            binding: deletion.step, deletion.change, deletion.address.kind, deletion.address.number,
            deletion.address.kind.table
        ) { (id: $0[0] as Int64, table: $0[1] as String, isUpdate: $0[2] as Bool) }
        for change in changes {
            let table = try tables.statements(of: change.table)
            if change.isUpdate {
                let differences = try connection.first(table.difference, binding: change.id) { $0[0] as String }
                guard differences == "" else { continue }
                do {
                    try connection.run(table.restoration, binding: change.id)
                } catch let error as SQLiteError where error.constraint == .check {
                    // A note that now has another subject keeps that subject.
                }
            } else if try !connection.hasRow(table.presence, binding: change.id, change.id),
                try connection.hasRow(table.parents, binding: change.id)
            {
                try connection.run(table.insertion, binding: change.id, change.id)
            }
        }
    }

    /// Restores the records’ other relations that were removed by a deletion and whose two records now exist.
    private mutating func restoreDetachedRelations(_ deletions: [Trash.Deletion]) throws {
        for removal in try DetachedRelations(connection: connection).removals(of: deletions) {
            let table = try tables.statements(of: removal.table)
            if Kind(table: removal.table) == nil {
                try connection.run(table.insertion, binding: removal.change, removal.change)
            } else {
                try connection.run(table.restoration, binding: removal.change)
            }
        }
    }

    /// A query for the changes to other rows that were part of the deletion of the record ?4 of the kind ?3.
    ///
    /// These are the record’s own rows, its memberships, references from persons merged into the record, and references
    /// to the record. SQLite cleared such a reference just before the deletion, after the last change of another step
    /// or the last other deletion.
    static let removedWithRecord = """
        WITH own AS (
            SELECT id FROM change WHERE step_id = ?1 AND kind = ?3 AND record_id = ?4
            UNION
            \(Membership.union {
                "SELECT change_id FROM \($0.table)_past WHERE ?3 = '\($0.kind)' AND \($0.member) = ?4"
            })
            UNION
            SELECT change_id FROM person_merge_past WHERE ?3 = 'person' AND heir_id = ?4
        ), cut AS (
            SELECT id FROM change
            WHERE id < ?2 AND action = 'update' AND id > ifnull((
                    SELECT id FROM change
                    WHERE id < ?2 AND (+step_id <> ?1 OR action = 'delete'
                        AND table_name IN ('person', 'people_group', 'planet', 'note'))
                    ORDER BY id DESC LIMIT 1), 0)
                AND (EXISTS (
                        SELECT 1 FROM person_past
                        WHERE change_id = change.id AND table_name = 'person' AND ?3 = 'planet' AND home_id = ?4)
                    OR EXISTS (
                        SELECT 1 FROM note_past
                        WHERE change_id = change.id AND table_name = 'note' AND ?4 = CASE ?3
                            WHEN 'person' THEN person_id WHEN 'group' THEN group_id WHEN 'planet' THEN planet_id END))
        )
        SELECT id, table_name, action = 'update' FROM change
        WHERE id IN (SELECT id FROM own UNION SELECT id FROM cut)
            AND +step_id = ?1 AND id < ?2 AND action IN ('update', 'delete') AND id > ifnull((
                SELECT max(id) FROM change
                WHERE step_id = ?1 AND kind = ?3 AND record_id = ?4 AND table_name = ?5 AND id < ?2), 0)
        ORDER BY id
        """
}

extension Connection {
    /// Restores a deleted record with its relations in the caller’s transaction, which must not enforce foreign keys.
    /// - Returns: Whether the record was in the trash.
    func restore(_ record: RecordID) throws -> Bool {
        do {
            let deletions = try Trash(self).deletions(of: [record])
            var restoration = Restoration(on: self)
            try restoration.restore(deletions)
            return true
        } catch HistoryProblem.notInTrash {
            return false
        }
    }
}
