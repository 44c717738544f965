import Display
import Model

/// Everything that was ever changed, the newest first.
struct StepsScreen: Screen {
    let title = "history"
    let page: Page
    private let first: Route
    private let next: Route?

    init(_ state: HistoryState, reader: HistoryReader) async throws {
        let steps = try await reader.steps(state)
        let blocks = reader.blocks(steps, state)
        page = Page("History", blocks.people, forPrograms: blocks.programs)
        first = .history(.steps(HistoryState(limit: state.limit)))
        next =
            steps.hasMore
            ? steps.items.last.map { .history(.steps(HistoryState(before: $0.id, limit: state.limit))) } : nil
    }

    var commands: [Command] { [.showStep] + Command.paging(to: next, from: first) }
}
