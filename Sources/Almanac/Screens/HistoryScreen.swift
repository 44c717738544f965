import Display
import Model
import Navigation

/// Everything that was ever changed, the newest first.
struct HistoryScreen: Screen {
    let title: String
    let page: Page
    private let state: HistoryState
    private let turning: PageTurning

    init(_ state: HistoryState, reader: HistoryReader) async throws {
        let (steps, isFirst) = try await state.page(hasMore: \.hasMore, read: reader.steps)
        let blocks = reader.blocks(steps, state)
        self.state = state
        title = state.title("history")
        page = Page("History", blocks.people, forPrograms: blocks.programs)
        turning = PageTurning(state, ends: steps.items.map(\.id).ends, hasMore: steps.hasMore, isFirst: isFirst) {
            .history(.steps($0))
        }
    }

    var commands: [Command] {
        [.showStep, .narrow(from: state.narrowing) { .replace(.history(.steps(state.narrowed(to: $0)))) }]
            + turning.commands
    }
}
