import Display
import Model
import Navigation

/// Deleted records, which can be restored by their numbers.
struct TrashScreen: Screen {
    let title: String
    let page: Page
    private let state: TrashState
    private let turning: PageTurning

    init(_ state: TrashState, reader: HistoryReader) async throws {
        let (trash, isFirst) = try await state.page(hasMore: \.hasMore, read: reader.trash)
        let blocks = reader.blocks(trash, state)
        self.state = state
        title = state.title("trash")
        page = Page("Trash", blocks.people, forPrograms: blocks.programs)
        turning = PageTurning(
            state, ends: trash.items.map(\.record.address).ends, hasMore: trash.hasMore, isFirst: isFirst,
            at: Route.trash)
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the history of that record", examples: ["show 1"]) {
                invocation in
                guard let address = invocation.row(invocation.arguments[0]) else { return nil }
                return .open(Path(.history(.standard), .history(.record(address, HistoryState()))))
            },
            .narrow(from: state.narrowing) { .replace(.trash(state.narrowed(to: $0))) },
        ] + turning.commands
    }
}
