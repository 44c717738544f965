import Model
import SQLite

extension HistoryStore {
    public func changes(
        of step: Step.ID, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<RecordChange> {
        try await database.reading { connection in
            _ = try StepReader(connection).step(step)
            return try ChangeReader(connection).changes(of: step, at: start, limit: limit)
        }
    }

    public func changes(of address: RecordID, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]] {
        try await database.reading { try ChangeReader($0).changes(of: address, in: steps) }
    }
}
