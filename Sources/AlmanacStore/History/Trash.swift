import Model
import SQLite

/// The records whose last change is their deletion: the history still has them.
struct Trash {
    /// How a record came into the trash.
    struct Deletion {
        /// The number of the change.
        let change: Int64
        let step: Step.ID
        let address: Address
    }

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The last first.
    func deletions(after address: Address?, limit: Int) throws -> [Deletion] {
        let end = try address.map(deletion)
        return try connection.all(
            """
            \(Self.selection) AND (deletion.step_id, deletion.id) < (?1, ?2)
            ORDER BY deletion.step_id DESC, deletion.id DESC LIMIT ?3
            """,
            {
                $0[1] = end?.step.rawValue ?? .max
                $0[2] = end?.change ?? .max
                $0[3] = limit
            }, Self.read)
    }

    func deletion(of address: Address) throws -> Deletion {
        let deletion = try connection.first(
            "\(Self.selection) AND deletion.kind = ?1 AND deletion.record_id = ?2",
            {
                $0[1] = address.kind
                $0[2] = address.number
            }, Self.read)
        guard let deletion else { throw HistoryProblem.notInTrash(address) }
        return deletion
    }

    /// Takes all that a record ever held out of the history, and what was typed to change it.
    func wipe(_ address: Address) throws {
        let changes = """
            SELECT id FROM change WHERE kind = ?1 AND record_id = ?2
            UNION SELECT change_id FROM membership_past WHERE ?1 = 'person' AND person_id = ?2
            """
        func run(_ sql: String) throws {
            try connection.run(sql) {
                $0[1] = address.kind
                $0[2] = address.number
            }
        }
        try run(
            """
            UPDATE step SET command = substr(command, 1, instr(command || ' ', ' ') - 1)
            WHERE id IN (SELECT step_id FROM change WHERE id IN (\(changes)))
            """)
        try run("UPDATE change SET action = 'purged' WHERE id IN (\(changes))")
        let tables = try connection.all(
            "SELECT DISTINCT table_name FROM change WHERE kind = ?1 AND record_id = ?2",
            {
                $0[1] = address.kind
                $0[2] = address.number
            }
        ) { $0[0] as String }
        for table in Set(tables).union(["membership"]) {
            try run("DELETE FROM \(table)_past WHERE change_id IN (\(changes))")
        }
    }

    private static let selection = """
        SELECT deletion.id, deletion.step_id, deletion.kind, deletion.record_id
        FROM change AS deletion
        WHERE deletion.action = 'delete'
            AND deletion.table_name IN ('person', 'people_group', 'planet', 'note')
            AND NOT EXISTS (
                SELECT 1 FROM change AS later
                WHERE later.kind = deletion.kind AND later.record_id = deletion.record_id
                    AND later.table_name = deletion.table_name AND later.step_id >= deletion.step_id
                    AND later.id > deletion.id)
        """

    private static func read(_ row: borrowing Row) throws -> Deletion {
        Deletion(change: row[0], step: try row[1], address: Address(kind: try row[2], number: row[3]))
    }
}
