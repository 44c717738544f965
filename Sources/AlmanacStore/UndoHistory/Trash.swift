import Model
import SQLite

/// The deleted records that the history still contains.
struct Trash {
    /// The deletion of a record.
    struct Deletion: Hashable, Sendable {
        /// The ID of the change that deleted the record.
        let change: Int64
        let step: Step.ID
        let id: RecordID
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
    func deletions(of recordIDs: [RecordID]) throws -> [Deletion] {
        let source = """
            (\(Self.wanted)) AS wanted
            CROSS JOIN change AS deletion ON deletion.kind = wanted.kind AND deletion.record_id = wanted.record
            """
        let found = try connection.all(Self.selection(from: source), binding: recordIDs.json, row: Self.read)
        let deletions = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return try recordIDs.map { recordID in
            guard let deletion = deletions[recordID] else { throw HistoryProblem.notInTrash(recordID) }
            return deletion
        }
    }

    /// Returns the deleted records, with the names that they had before the deletion.
    func deletedRecords(of deletions: [Deletion]) throws -> [DeletedRecord] {
        let references = try connection.pastReferences(to: deletions.map(\.id))
        let steps = try StepReader(connection).steps(deletions.map(\.step))
        return zip(deletions, references).compactMap { deletion, reference in
            steps[deletion.step].map { DeletedRecord(record: reference, deletion: $0) }
        }
    }

    /// Removes all values of records from the history, including the arguments of the commands that changed the
    /// records. The number of statements does not depend on the number of records.
    func wipe(_ recordIDs: [RecordID]) throws {
        var changes: [String: [Int64]] = [:]
        var steps: Set<Int64> = []
        try connection.forEach(
            "SELECT id, table_name, step_id FROM change WHERE id IN (\(Self.changes))", binding: recordIDs.json
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

    /// Returns all photos and pictures that the records have had.
    func photos(of recordIDs: [RecordID]) throws -> Set<BlobID> {
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
        let names = try connection.all((images + [former]).joined(separator: "\nUNION\n"), binding: recordIDs.json) {
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
        Deletion(change: row[0], step: try row[1], id: RecordID(kind: try row[2], number: row[3]))
    }
}

extension [RecordID] {
    /// The records as a JSON array of kind–ID pairs.
    var json: String { "[" + map { "[\"\($0.kind.rawValue)\",\($0.number)]" }.joined(separator: ",") + "]" }
}

/// The copies of deleted records outside the history: the cards that imports and synchronizations compare, conflicts,
/// and drafts. The values are removed, but not the addresses of the cards, so that the deletion of the cards can still
/// be sent.
struct PurgedCards {
    /// The records to purge, as a JSON array of kind–ID pairs.
    private let records: String
    private let recordIDs: [RecordID]
    private let connection: Connection

    init(_ recordIDs: [RecordID], _ connection: Connection) {
        self.recordIDs = recordIDs
        self.connection = connection
        records = recordIDs.json
    }

    /// Removes the copies. The history must still contain the records.
    func wipe() throws {
        let related = try related().json
        for records in [records, related] {
            try connection.run(
                """
                DELETE FROM former_card
                WHERE person_id IN (SELECT value ->> 1 FROM json_each(?1) WHERE value ->> 0 = 'person')
                """, binding: records)
        }
        try connection.run(
            "UPDATE remote_card SET base = ?2 WHERE (kind, record_id) IN (\(Self.listed))", binding: records,
            Array("BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n".utf8))
        try connection.run("DELETE FROM sync_conflict WHERE (kind, record_id) IN (\(Self.listed))", binding: records)
        // Open conflicts contain values that other records and their cards still have.
        try connection.run(
            "DELETE FROM sync_conflict WHERE resolution IS NOT NULL AND (kind, record_id) IN (\(Self.listed))",
            binding: related)
        for recordID in recordIDs {
            try connection.run(
                """
                DELETE FROM draft
                WHERE place = ?1 OR place GLOB ?1 || '/*' OR place GLOB '*/new-' || ?2 || '-' || ?3
                    OR place GLOB '*/new-' || ?2 || '-' || ?3 || '/*'
                """, binding: recordID.description, recordID.kind, recordID.number)
        }
    }

    /// Returns the names of the remotes whose next synchronization removes stored values of the records: from requests
    /// that may have been sent, or from the cards of other records that the deletion has changed.
    func remotesToSynchronize(deletedBy deletions: [Trash.Deletion]) throws -> [String] {
        let last = deletions.map(\.change).max() ?? 0
        return try connection.all(
            """
            SELECT name FROM remote
            WHERE EXISTS (
                    SELECT 1 FROM sync_intent
                    WHERE remote_id = remote.id AND card IS NOT NULL AND (kind, record_id) IN (\(Self.listed)))
                OR EXISTS (
                    SELECT 1 FROM remote_card
                    WHERE remote_id = remote.id
                        AND (kind, record_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))
                        AND (revision IS NULL OR remote.last_change < ?3 OR EXISTS (
                            SELECT 1 FROM sync_candidate
                            WHERE sync_candidate.remote_id = remote.id AND sync_candidate.kind = remote_card.kind
                                AND sync_candidate.record_id = remote_card.record_id)))
            ORDER BY name
            """, binding: records, try related().json, last
        ) { $0[0] }
    }

    /// Returns the records whose cards contain values of the purged records: the subjects of notes, the members of
    /// groups, and the residents of planets.
    private func related() throws -> [RecordID] {
        let kinds = Set(recordIDs.map(\.kind))
        let queries = Self.related.filter { kinds.contains($0.kind) }.map(\.sql)
        if queries.isEmpty { return [] }
        return try connection.all(queries.joined(separator: "\nUNION\n"), binding: records) {
            RecordID(kind: try $0[0], number: $0[1])
        }
    }

    private static let purged = "(SELECT value ->> 0 AS kind, value ->> 1 AS record FROM json_each(?1)) AS purged"

    private static let noteSubjects = """
        FROM \(purged)
        CROSS JOIN change ON purged.kind = 'note' AND change.kind = 'note' AND record_id = record
        CROSS JOIN note_past ON change_id = change.id
        """

    private static let related: [(kind: Kind, sql: String)] = [
        (.note, "SELECT 'person', person_id \(noteSubjects) WHERE person_id IS NOT NULL"),
        (.note, "SELECT 'group', group_id \(noteSubjects) WHERE group_id IS NOT NULL"),
        (
            .group,
            """
            SELECT 'person', person_id
            FROM \(purged) CROSS JOIN membership_past ON purged.kind = 'group' AND group_id = record
            """
        ),
        (
            .planet,
            "SELECT 'person', id FROM \(purged) CROSS JOIN person_past ON purged.kind = 'planet' AND home_id = record"
        ),
    ]

    private static let listed = "SELECT value ->> 0, value ->> 1 FROM json_each(?1)"
}
