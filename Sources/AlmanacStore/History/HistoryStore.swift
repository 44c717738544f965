import Model
import SQLite

/// The history that the store's file keeps of itself.
public struct HistoryStore: HistoryDataSource {
    let database: Database
    let clock: StoreClock

    public func steps(about address: Address?, before: Step.ID?, limit: Int) async throws -> HistoryPage<Step> {
        try await database.reading { connection in
            let steps = try StepReader(connection).steps(about: address, before: before, limit: limit + 1)
            return HistoryPage(Array(steps.prefix(limit)), hasMore: steps.count > limit)
        }
    }

    public func step(_ id: Step.ID) async throws -> Step {
        try await database.reading { try StepReader($0).step(id) }
    }

    public func step(of deed: Deed) async throws -> Step? {
        let token = PresentStep(deed, at: clock.now).token
        return try await database.reading { try StepReader($0).step(by: token) }
    }

    public func nextUndo() async throws -> Step? {
        try await database.reading { try StepReader($0).nextUndo() }
    }

    public func nextRedo() async throws -> Step? {
        try await database.reading { try StepReader($0).nextRedo() }
    }
}
