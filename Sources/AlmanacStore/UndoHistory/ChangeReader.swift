import Model
import SQLite

/// A reader of record changes. Reading a page takes a fixed number of statements.
struct ChangeReader {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Returns the changes that a command has made so far, up to a limit.
    func changes(by token: Int64) throws -> ResultPage<RecordChange> {
        guard let step = try StepReader(connection).step(by: token) else { return ResultPage([], hasMore: false) }
        return try changes(of: step.id, at: .beginning, limit: DryRunResult.limit)
    }

    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) throws -> ResultPage<RecordChange> {
        let changedRecords = ResultPage(
            read: try changedRecords(of: step, at: start, limit: limit + 1), limit: limit, at: start)
        return ResultPage(try changes(changedRecords.items).map(\.change), hasMore: changedRecords.hasMore)
    }

    func changes(of address: RecordID, in steps: [Step.ID]) throws -> [Step.ID: [RecordChange]] {
        let changes = try changes(try changedRecords(of: steps, about: address), about: address)
        return Dictionary(grouping: changes, by: \.step).mapValues { $0.map(\.change) }
    }

    /// A record and the step that changed it.
    private struct ChangedRecord: Hashable, Sendable {
        let address: RecordID
        let step: Step.ID
        var moment: HistoryPoint { HistoryPoint(id: address.number, step: step) }
    }

    // Skips from record to record, because a step may contain a million changes to one group.
    /// Returns the records that a step has changed.
    private func changedRecords(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) throws -> [ChangedRecord]
    {
        let (beyond, direction) = start.isBackwards ? ("<", "DESC") : (">", "ASC")
        return try connection.all(
            """
            WITH RECURSIVE changed (kind, record_id) AS (
                SELECT ?2, ?3
                UNION ALL
                SELECT change.kind, change.record_id FROM changed CROSS JOIN change ON change.id = (
                    SELECT id FROM change
                    WHERE step_id = ?1 AND record_id IS NOT NULL AND (kind, record_id) \(beyond) (changed.kind, changed.record_id)
                    ORDER BY kind \(direction), record_id \(direction) LIMIT 1)
                LIMIT ?4 + 1)
            SELECT kind, record_id FROM changed LIMIT -1 OFFSET 1
            """, binding: step, start.key?.kind.rawValue ?? "", start.key?.number ?? 0, limit
        ) { ChangedRecord(address: RecordID(kind: try $0[0], number: $0[1]), step: step) }
    }

    /// Returns the records whose changes in the steps affect a record. These include groups that the record joined or
    /// left, and persons merged into a person.
    private func changedRecords(of steps: [Step.ID], about address: RecordID) throws -> [ChangedRecord] {
        try connection.all(
            """
            SELECT ?2 AS kind, ?3 AS record_id, value AS step_id FROM json_each(?1)
            WHERE EXISTS (SELECT 1 FROM change WHERE kind = ?2 AND record_id = ?3 AND step_id = value)
            UNION
            SELECT change.kind, record_id, step_id FROM person_merge CROSS JOIN change
                ON change.kind = 'person' AND change.record_id = person_merge.person_id
            WHERE ?2 = 'person' AND heir_id = ?3 AND step_id IN (SELECT value FROM json_each(?1))
            UNION
            \(Membership.union {
                """
                SELECT kind, record_id, step_id FROM \($0.table)_past CROSS JOIN change ON change.id = change_id
                WHERE ?2 = '\($0.kind)' AND \($0.member) = ?3 AND step_id IN (SELECT value FROM json_each(?1))
                    AND change_id > \(ChangeBound.below("(SELECT min(value) FROM json_each(?1))"))
                    AND change_id < \(ChangeBound.above("(SELECT max(value) FROM json_each(?1))"))
                """
            })
            ORDER BY kind, record_id
            """, binding: steps.map(\.rawValue).json, address.kind, address.number
        ) { ChangedRecord(address: RecordID(kind: try $0[0], number: $0[1]), step: try $0[2]) }
    }

    /// Returns the changes to the given records, in the same order, in a fixed number of statements.
    private func changes(
        _ changedRecords: [ChangedRecord], about subject: RecordID? = nil
    ) throws -> [(step: Step.ID, change: RecordChange)] {
        var changes: [Kind: [HistoryPoint: RecordChange]] = [:]
        for (kind, changedRecords) in Dictionary(grouping: changedRecords, by: \.address.kind) {
            let member = kind == .group && subject?.kind != .group ? subject : nil
            changes[kind] = try kind.content.changes(at: changedRecords.map(\.moment), member: member, on: connection)
        }
        return changedRecords.compactMap { record in
            changes[record.address.kind]?[record.moment].map { (record.step, $0) }
        }
    }
}

extension StoredRecord {
    fileprivate static func changes(
        at moments: [HistoryPoint], member: RecordID?, on connection: Connection
    ) throws -> [HistoryPoint: RecordChange] {
        try table.changes(at: moments, member: member, on: connection)
    }
}

/// The changes to catalog records made by a user or another program.
enum ManualEdits {
    /// Returns whether a record may have been edited by hand.
    static func exist(of address: RecordID, in connection: Connection) throws -> Bool {
        try connection.hasRow(search, binding: address.kind, address.number)
    }

    /// Returns the keys of the fields that were edited by hand.
    static func fields(of address: RecordID, in connection: Connection) throws -> Set<String> {
        let steps = try StepReader(connection).steps(about: address, at: .beginning, limit: .max)
        let changes = try ChangeReader(connection).changes(of: address, in: steps.map(\.id))
        return FieldProvenance(of: address, in: steps, changes).byHand
    }

    static let search = """
        SELECT 1 FROM change CROSS JOIN step ON step.id = change.step_id
        WHERE kind = ?1 AND record_id = ?2
            AND (command IS NULL OR command NOT LIKE 'seed%' AND command NOT LIKE 'import%')
        LIMIT 1
        """
}
