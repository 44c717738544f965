import Model
import SQLite

/// A check that restored persons do not take the UIDs of persons that were added in the meantime.
struct RestoredUIDs {
    let connection: Connection
    let cards: any CardInterpreter

    func requireFree(_ deletions: [Trash.Deletion]) throws {
        try requireFree(deletions.map(\.address).filter { $0.kind == .person }.map(\.number))
    }

    /// Checks the persons that the reversal of a step has restored.
    func requireFree(deletedBy step: Step.ID) throws {
        try requireFree(connection.all(Self.deleted, binding: step) { $0[0] })
    }

    /// Throws if a person has the UID of one other person, unless both once existed at the same time. If several others have
    /// the UID, it is not unique anyway.
    private func requireFree(_ restored: [Int64]) throws {
        for start in stride(from: 0, to: restored.count, by: 500) {
            let uids = try uids(of: Array(restored[start..<min(start + 500, restored.count)]))
            let keys = Set(uids.values.map(CardTraits.key(ofUID:)))
            let owners = Set(try connection.all(Self.owners, binding: keys.json) { $0[0] as Int64 })
            let ownersByUID = Dictionary(grouping: try self.uids(of: Array(owners)), by: \.value)
            for (id, uid) in uids.sorted(by: { $0.key < $1.key }) {
                let others = ownersByUID[uid, default: []].map(\.key).filter { $0 != id }
                guard others.count == 1, let owner = others.first, try !haveExistedTogether(id, owner) else { continue }
                throw try Self.problem(RecordID(kind: .person, number: id), takenBy: owner, in: connection)
            }
        }
    }

    /// Returns the UIDs of persons in exports, except for those that are the UUID.
    private func uids(of ids: [Int64]) throws -> [Int64: String] {
        let persons = try Tables.persons.fetch(ids, tied: Tables.persons.withoutLinks, from: connection)
        let uids = persons.map { ($0.id.rawValue, cards.uids(of: $0.content).first.map(CardUID.key)) }
        return Dictionary(uids) { $1 }.compactMapValues(\.self)
    }

    private func haveExistedTogether(_ id: Int64, _ other: Int64) throws -> Bool {
        try connection.hasRow(Self.commonTime, binding: id, other)
    }

    private static let deleted = """
        SELECT record_id FROM change
        WHERE step_id = ?1 AND kind = 'person' AND table_name = 'person' AND action = 'delete'
        """

    private static let owners = "SELECT person_id FROM trace WHERE key IN (SELECT value FROM json_each(?1))"

    /// A query that returns a row if one of the persons ?1 and ?2 was deleted while the other one existed. A person
    /// existed at that time unless the next insertion or deletion of that person is an insertion.
    private static let commonTime = """
        SELECT 1 FROM change AS deletion
        WHERE kind = 'person' AND record_id IN (?1, ?2) AND table_name = 'person' AND action = 'delete'
            AND ifnull((
                SELECT action FROM change
                WHERE kind = 'person' AND record_id = iif(deletion.record_id = ?1, ?2, ?1) AND table_name = 'person'
                    AND action IN ('insert', 'delete') AND id > deletion.id
                ORDER BY step_id, id
                LIMIT 1), 'delete') = 'delete'
        """
}

extension RestoredUIDs {
    /// Returns the error for a deleted record whose UUID now belongs to another record, or `nil` if it belongs to none.
    /// - Parameter change: The change that deleted the record.
    static func problem(_ record: RecordID, deletedBy change: Int64, in connection: Connection) throws -> RecordProblem?
    {
        let table = record.kind.table
        let owner = try connection.first(
            """
            SELECT id FROM \(table)
            WHERE uuid = (SELECT uuid FROM \(table)_past WHERE change_id = ?1 AND is_new = 0)
            """, binding: change
        ) { $0[0] as Int64 }
        return try owner.map { try problem(record, takenBy: $0, in: connection) }
    }

    private static func problem(
        _ record: RecordID, takenBy owner: Int64, in connection: Connection
    ) throws -> RecordProblem {
        let owner = RecordID(kind: record.kind, number: owner)
        return .uidTaken(record, by: try Tables.pastReference(to: owner, in: connection))
    }
}
