import Display
import Model

/// Deleted records, which can be restored by their numbers.
struct TrashScreen: Screen {
    let title = "trash"
    let page: Page
    private let first: Route
    private let next: Route?

    init(_ state: TrashState, reader: HistoryReader) async throws {
        let trash = try await reader.trash(state)
        let blocks = reader.blocks(trash, state)
        page = Page("Trash", blocks.people, forPrograms: blocks.programs)
        first = .trash(TrashState(limit: state.limit))
        next =
            trash.hasMore
            ? trash.items.last.map { .trash(TrashState(after: $0.record.address, limit: state.limit)) } : nil
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the history of that record", examples: ["show 1"]) {
                invocation in
                guard let address = invocation.row(invocation.arguments[0]) else { return nil }
                return .open(Path(.history(.standard), .history(.record(address, HistoryState()))))
            }
        ] + Command.paging(to: next, from: first)
    }
}
