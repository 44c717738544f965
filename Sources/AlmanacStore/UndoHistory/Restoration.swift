import Model
import SQLite

/// Brings deleted records back with all that their deletion has taken or cut, but for ties to what is itself gone.
///
/// It does without foreign keys, so that records can come back in any order.
struct Restoration {
    private let connection: Connection
    private var tables: StatementsOfTables

    init(on connection: Connection) {
        self.connection = connection
        tables = StatementsOfTables(on: connection)
    }

    /// The record alone.
    mutating func bringBack(_ deletion: Trash.Deletion) throws {
        let table = try tables.statements(of: deletion.address.kind.table)
        do {
            guard try connection.run(table.insertion, binding: deletion.change) > 0 else {
                throw HistoryProblem.lostRecord(deletion.address)
            }
        } catch let error as SQLiteError where error.constraint == .unique {
            throw RecordProblem.replacedMeanwhile(deletion.address)
        }
    }

    /// What belongs to the record, what it belongs to, and what was about it; and nothing that is gone meanwhile.
    mutating func tie(_ deletion: Trash.Deletion) throws {
        for cut in try tables.statements(of: deletion.address.kind.table).cuts {
            try run(cut, deletion.address.number)
        }
        let changes = try connection.all(
            Self.taken,
            binding: deletion.step, deletion.change, deletion.address.kind, deletion.address.number,
            deletion.address.kind.table
        ) { (id: $0[0] as Int64, table: $0[1] as String, isUpdate: $0[2] as Bool) }
        for change in changes {
            let table = try tables.statements(of: change.table)
            if change.isUpdate {
                let differences = try connection.first(table.difference, binding: change.id) { $0[0] as String }
                if differences == "" { try restore(change.id, by: table) }
            } else if try !has(table.presence, change.id), try has(table.parents, change.id) {
                try run(table.insertion, change.id)
            }
        }
        try tieAgain(deletion)
    }

    /// What is about something else meanwhile stays so.
    private func restore(_ change: Int64, by statements: ReversalStatements) throws {
        do {
            try run(statements.restoration, change)
        } catch let error as SQLiteError where error.constraint == .check {}
    }

    /// To what was gone when the record went, or is back since.
    private mutating func tieAgain(_ deletion: Trash.Deletion) throws {
        for (table, change) in try DetachedRelations(connection: connection).changes(
            of: deletion.address, since: deletion.step)
        {
            let statements = try tables.statements(of: table)
            try run(table == "membership" ? statements.insertion : statements.restoration, change)
        }
    }

    /// What was deleted or cut with the record ?4 of the kind ?3: rows of its own; memberships; what led to it from those
    /// who were merged into it; and its home or what was about it, which SQLite has cut just before, behind what another
    /// step did or the record deleted before it.
    static let taken = """
        WITH own AS (
            SELECT id FROM change WHERE step_id = ?1 AND kind = ?3 AND record_id = ?4
            UNION
            SELECT change_id FROM membership_past WHERE ?3 = 'person' AND person_id = ?4
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

    private func run(_ sql: String, _ number: Int64) throws {
        try connection.run(sql, binding: number)
    }

    private func has(_ sql: String, _ change: Int64) throws -> Bool {
        try connection.hasRow(sql, binding: change)
    }
}
