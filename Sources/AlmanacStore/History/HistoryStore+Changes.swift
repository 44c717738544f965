import Model
import SQLite

extension HistoryStore {
    public func changes(
        of step: Step.ID, about address: Address?, after: Address?, limit: Int
    ) async throws -> HistoryPage<RecordChange> {
        try await database.reading { connection in
            _ = try StepReader(connection).step(step)
            let records = try Self.records(in: step, about: address, after: after, limit: limit + 1, connection)
            let changes = try records.prefix(limit).map {
                try Self.change(of: $0, in: step, about: address, connection)
            }
            return HistoryPage(changes, hasMore: records.count > limit)
        }
    }

    /// Those that a step has touched; about a person also the groups that the person came to or left.
    private static func records(
        in step: Step.ID, about address: Address?, after: Address?, limit: Int, _ connection: Connection
    ) throws -> [Address] {
        let isMeant =
            address == nil
            ? "TRUE"
            : """
            (kind = ?5 AND record_id = ?6
                OR ?5 = 'person' AND id IN (SELECT change_id FROM membership_past WHERE person_id = ?6))
            """
        return try connection.all(
            """
            SELECT DISTINCT kind, record_id FROM change
            WHERE step_id = ?1 AND (kind, record_id) > (?2, ?3) AND \(isMeant)
            ORDER BY kind, record_id LIMIT ?4
            """,
            {
                $0[1] = step
                $0[2] = after?.kind.rawValue ?? ""
                $0[3] = after?.number ?? 0
                $0[4] = limit
                if let address {
                    $0[5] = address.kind
                    $0[6] = address.number
                }
            }
        ) { Address(kind: try $0[0], number: $0[1]) }
    }

    private static func change(
        of address: Address, in step: Step.ID, about subject: Address?, _ connection: Connection
    ) throws -> RecordChange {
        switch address.kind {
        case .person: try Tables.persons.change(of: address.number, in: step, on: connection)
        case .group: try Tables.groups.change(of: address.number, in: step, about: subject, on: connection)
        case .planet: try Tables.planets.change(of: address.number, in: step, on: connection)
        case .note: try Tables.notes.change(of: address.number, in: step, on: connection)
        }
    }
}
