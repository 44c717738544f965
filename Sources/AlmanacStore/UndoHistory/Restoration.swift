import Interchange
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

    mutating func restore(_ deletions: [Trash.Deletion]) throws {
        for deletion in deletions { try restore(deletion) }
        for deletion in deletions { try restoreRelations(deletion) }
        try restoreDetachedRelations(deletions)
    }

    /// Restores a deleted record without its relations.
    private mutating func restore(_ deletion: Trash.Deletion) throws {
        let table = try tables.statements(of: deletion.id.kind.table)
        do {
            guard try connection.run(table.insertion, binding: deletion.change, deletion.change) > 0 else {
                throw HistoryProblem.unrecoverableRecord(deletion.id)
            }
        } catch let error as SQLiteError where error.constraint == .unique {
            throw try RestoredUIDs.problem(deletion.id, deletedBy: deletion.change, in: connection) ?? error
        }
    }

    /// Restores the rows of a record in other tables, and its relations.
    private mutating func restoreRelations(_ deletion: Trash.Deletion) throws {
        for cut in try tables.statements(of: deletion.id.kind.table).cuts {
            try connection.run(cut, binding: deletion.id.number)
        }
        let changes = try connection.all(
            Self.removedWithRecord,
            binding: deletion.step, deletion.change, deletion.id.kind, deletion.id.number,
            deletion.id.kind.table
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

    /// A query for the other rows that were changed when the record of kind ?3 with the ID ?4 was deleted.
    ///
    /// These are the rows that belong to the record, its memberships, references from persons merged into the record,
    /// and references to the record. SQLite cleared a reference to the record just before the deletion: after the last
    /// change of another step, or after the preceding deletion.
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
    func restore(_ id: RecordID) throws -> Bool {
        do {
            let deletions = try Trash(self).deletions(of: [id])
            var restoration = Restoration(on: self)
            try restoration.restore(deletions)
            return true
        } catch HistoryProblem.notInTrash {
            return false
        }
    }
}

/// A check that restored persons do not take the UIDs of persons who were added in the meantime.
struct RestoredUIDs {
    let connection: Connection

    func requireFree(_ deletions: [Trash.Deletion]) throws {
        try requireFree(deletions.map(\.id).filter { $0.kind == .person }.map(\.number))
    }

    /// Checks the persons that the reversal of a step has restored.
    func requireFree(deletedBy step: Step.ID) throws {
        try requireFree(connection.all(Self.deleted, binding: step) { $0[0] })
    }

    /// Throws if a person’s first known UID is also that of exactly one other person, unless both persons once existed
    /// at the same time. A UID that several others have is not unique anyway.
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

    /// Returns the first known UID of each person who has one.
    private func uids(of ids: [Int64]) throws -> [Int64: String] {
        let persons = try Person.table.fetch(ids, tied: nil, from: connection)
        let uids = persons.map { ($0.id.rawValue, $0.content.knownUIDs.first.map(CardUID.key)) }
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
        _ id: RecordID, takenBy owner: Int64, in connection: Connection
    ) throws -> RecordProblem {
        let owner = RecordID(kind: id.kind, number: owner)
        return .uidTaken(id, by: try connection.pastReference(to: owner))
    }
}
