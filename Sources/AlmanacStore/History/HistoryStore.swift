import Model
import SQLite

/// The history that the store's file keeps of itself.
public struct HistoryStore: HistoryDataSource {
    let database: Database
    let clock: StoreClock

    public func steps(about address: Address?, before: Step.ID?, limit: Int) async throws -> HistoryPage<Step> {
        HistoryPage([], hasMore: false)
    }

    public func step(_ id: Step.ID) async throws -> Step { throw HistoryProblem.noStep(id) }

    public func changes(
        of step: Step.ID, about address: Address?, after: Address?, limit: Int
    ) async throws -> HistoryPage<RecordChange> {
        HistoryPage([], hasMore: false)
    }

    public func nextUndo() async throws -> Step? { nil }

    public func nextRedo() async throws -> Step? { nil }

    public func undo(_ step: Step.ID) async throws -> Step { throw HistoryProblem.noStep(step) }

    public func redo(_ step: Step.ID) async throws -> Step { throw HistoryProblem.noStep(step) }

    public func trash(before: Step.ID?, limit: Int) async throws -> HistoryPage<Remains> {
        HistoryPage([], hasMore: false)
    }

    public func restore(_ addresses: [Address]) async throws {
        if let first = addresses.first { throw HistoryProblem.notInTrash(first) }
    }

    public func purge(_ addresses: [Address]) async throws {
        if let first = addresses.first { throw HistoryProblem.notInTrash(first) }
    }
}
