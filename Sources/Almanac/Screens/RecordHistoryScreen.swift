import Display
import Model

/// What was ever changed of one record, which may be gone.
struct RecordHistoryScreen: Screen {
    let title: String
    let page: Page
    private let first: Route
    private let next: Route?

    init(_ address: Address, _ state: HistoryState, reader: HistoryReader) async throws {
        let steps = try await reader.steps(about: address, state)
        let blocks = reader.blocks(steps, about: address, state)
        let name = steps.items.lazy.compactMap(\.name).first ?? address.description
        title = name
        page = Page("History of \(name)", address: address.description, blocks.people, forPrograms: blocks.programs)
        first = .history(.record(address, HistoryState(limit: state.limit)))
        next =
            steps.hasMore
            ? steps.items.last.map { last in
                .history(.record(address, HistoryState(before: last.step.id, limit: state.limit)))
            } : nil
    }

    var commands: [Command] { [.showStep] + Command.paging(to: next, from: first) }
}
