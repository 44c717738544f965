import Model
import SQLite

/// The deleted records that the history still contains.
struct Trash {
    /// The deletion of a record.
    struct Deletion: Hashable, Sendable {
        /// The number of the change that deleted the record.
        let change: Int64
        let step: Step.ID
        let address: RecordID
    }

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Returns deletions, latest first. If the page is read backward, returns later deletions, earliest first.
    func deletions(at start: PageCursor<RecordID>, limit: Int) throws -> [Deletion] {
        let (beyond, direction) = start.isBackwards ? (">", "ASC") : ("<", "DESC")
        let all = Self.selection(from: "change AS deletion")
        guard let key = start.key else {
            return try connection.all("\(all) \(Self.order(direction)) LIMIT ?1", binding: limit, row: Self.read)
        }
        let end = try deletions(of: [key])[0]
        let rest = try connection.all(
            "\(all) AND deletion.step_id = ?1 AND deletion.id \(beyond) ?2 \(Self.order(direction)) LIMIT ?3",
            binding: end.step, end.change, limit, row: Self.read)
        return try rest
            + connection.all(
                "\(all) AND deletion.step_id \(beyond) ?1 \(Self.order(direction)) LIMIT ?2",
                binding: end.step, limit - rest.count, row: Self.read)
    }

    private static func order(_ direction: String) -> String {
        "ORDER BY deletion.step_id \(direction), deletion.id \(direction)"
    }

    /// Returns the deletion of each record, in one statement.
    /// - Throws: `HistoryProblem.notInTrash` for the first record that is not deleted.
    func deletions(of addresses: [RecordID]) throws -> [Deletion] {
        let source = """
            (\(Self.wanted)) AS wanted
            CROSS JOIN change AS deletion ON deletion.kind = wanted.kind AND deletion.record_id = wanted.record
            """
        let found = try connection.all(Self.selection(from: source), binding: addresses.json, row: Self.read)
        let deletions = Dictionary(found.map { ($0.address, $0) }) { first, _ in first }
        return try addresses.map { address in
            guard let deletion = deletions[address] else { throw HistoryProblem.notInTrash(address) }
            return deletion
        }
    }

    /// Returns the deleted records, with the names that they had before the deletion.
    func deletedRecords(of deletions: [Deletion]) throws -> [DeletedRecord] {
        let references = try Tables.pastReferences(to: deletions.map(\.address), in: connection)
        let steps = try StepReader(connection).steps(deletions.map(\.step))
        return zip(deletions, references).compactMap { deletion, reference in
            steps[deletion.step].map { DeletedRecord(record: reference, deletion: $0) }
        }
    }

    /// Removes all values of records from the history, including the arguments of the commands that changed the
    /// records. The number of statements does not depend on the number of records.
    func wipe(_ addresses: [RecordID]) throws {
        var changes: [String: [Int64]] = [:]
        var steps: Set<Int64> = []
        try connection.forEach(
            "SELECT id, table_name, step_id FROM change WHERE id IN (\(Self.changes))", binding: addresses.json
        ) { row in
            changes[row[1], default: []].append(row[0])
            steps.insert(row[2])
        }
        try connection.run(
            """
            UPDATE step SET command = substr(command, 1, instr(command || ' ', ' ') - 1)
            WHERE id IN (SELECT value FROM json_each(?1))
            """, binding: steps.sorted().json)
        for (table, numbers) in changes.sorted(by: { $0.key < $1.key }) {
            let numbers = numbers.json
            try connection.run(
                "UPDATE change SET action = 'purged' WHERE id IN (SELECT value FROM json_each(?1))", binding: numbers)
            try connection.run(
                "DELETE FROM \(table)_past WHERE change_id IN (SELECT value FROM json_each(?1))", binding: numbers)
        }
    }

    /// Returns all photos that the records have had.
    func photos(of addresses: [RecordID]) throws -> Set<BlobID> {
        let images = [(Kind.person, "photo"), (.planet, "picture")].map { kind, column in
            """
            SELECT \(column) FROM (\(Self.wanted)) AS wanted
            CROSS JOIN change ON change.kind = '\(kind.rawValue)' AND record_id = record
                AND table_name = '\(kind.table)'
            CROSS JOIN \(kind.table)_past ON change_id = change.id
            WHERE wanted.kind = '\(kind.rawValue)' AND \(column) IS NOT NULL
            """
        }
        let former = """
            SELECT photo FROM (\(Self.wanted)) AS wanted
            CROSS JOIN former_card ON wanted.kind = 'person' AND person_id = record
            WHERE photo IS NOT NULL
            """
        let names = try connection.all((images + [former]).joined(separator: "\nUNION\n"), binding: addresses.json) {
            $0[0] as String
        }
        return Set(names.compactMap(BlobID.init(rawValue:)))
    }

    /// A query that selects all changes to the records in the JSON array ?1.
    private static let changes = """
        SELECT change.id FROM (\(wanted)) AS wanted
        CROSS JOIN change ON change.kind = wanted.kind AND record_id = record
        UNION
        \(Membership.union {
            """
            SELECT change_id FROM (\(wanted)) AS wanted
            CROSS JOIN \($0.table)_past ON wanted.kind = '\($0.kind)' AND \($0.member) = record
            """
        })
        UNION
        SELECT change_id FROM (\(wanted)) AS wanted
        CROSS JOIN person_merge_past ON wanted.kind = 'person' AND heir_id = record
        """

    /// A query that selects the records in the JSON array ?1.
    private static let wanted = "SELECT value ->> 0 AS kind, value ->> 1 AS record FROM json_each(?1)"

    private static func selection(from source: String) -> String {
        """
        SELECT deletion.id, deletion.step_id, deletion.kind, deletion.record_id
        FROM \(source)
        WHERE deletion.action = 'delete'
            AND deletion.table_name IN ('person', 'people_group', 'planet', 'note')
            AND NOT EXISTS (
                SELECT 1 FROM change AS later
                WHERE later.kind = deletion.kind AND later.record_id = deletion.record_id
                    AND later.table_name = deletion.table_name AND later.step_id >= deletion.step_id
                    AND later.id > deletion.id)
        """
    }

    private static func read(_ row: borrowing Row) throws -> Deletion {
        Deletion(change: row[0], step: try row[1], address: RecordID(kind: try row[2], number: row[3]))
    }
}

extension [RecordID] {
    /// A JSON array of pairs of kinds and numbers.
    var json: String { "[" + map { "[\"\($0.kind.rawValue)\",\($0.number)]" }.joined(separator: ",") + "]" }
}
