import Model
import SQLite

/// The copies of deleted records outside the history: the cards that imports and synchronizations compare, conflicts, and
/// drafts. The values are removed, but not the addresses of the cards, so that their deletion can still be sent.
struct PurgedCards {
    /// The records to purge, as a JSON array of kinds and numbers.
    private let records: String
    private let addresses: [RecordID]
    private let connection: Connection

    init(_ addresses: [RecordID], _ connection: Connection) {
        self.addresses = addresses
        self.connection = connection
        records = addresses.json
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
        for address in addresses {
            try connection.run(
                """
                DELETE FROM draft
                WHERE place = ?1 OR place GLOB ?1 || '/*' OR place GLOB '*/new-' || ?2 || '-' || ?3
                    OR place GLOB '*/new-' || ?2 || '-' || ?3 || '/*'
                """, binding: address.description, address.kind, address.number)
        }
    }

    /// Returns the remotes whose kept cards contain values of the records until the next synchronization: the requests that
    /// may have been sent, and the cards of other records that the deletion has changed.
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

    /// Returns the records whose cards contain values of the purged records: the subjects of notes, the members of groups,
    /// and the residents of planets.
    private func related() throws -> [RecordID] {
        let kinds = Set(addresses.map(\.kind))
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
