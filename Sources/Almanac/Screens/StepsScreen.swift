import Display
import Model

/// Everything that was ever changed, the newest first.
struct StepsScreen: Screen {
    let title = "history"
    let page: Page
    private let turning: PageTurning

    init(_ state: HistoryState, reader: HistoryReader) async throws {
        let (steps, isFirst) = try await state.page(hasMore: \.hasMore, read: reader.steps)
        let blocks = reader.blocks(steps, state)
        page = Page("History", blocks.people, forPrograms: blocks.programs)
        turning = PageTurning(state, ends: steps.items.map(\.id).ends, hasMore: steps.hasMore, isFirst: isFirst) {
            .history(.steps($0))
        }
    }

    var commands: [Command] { [.showStep] + turning.commands }
}
