import Display
import Model
import Navigation

/// What one step has changed, record by record.
struct StepScreen: Screen {
    let title: String
    let page: Page
    private let turning: PageTurning

    init(_ id: Step.ID, at start: PageCursor<RecordID>, reader: HistoryReader) async throws {
        let step = try await reader.history.step(id)
        let state = StepState(start: start)
        let (changes, isFirst) = try await state.page(hasMore: \.hasMore) {
            try await reader.changes(of: step, at: $0.start)
        }
        let blocks = reader.blocks(changes, of: step)
        let facts = step.row(reader.clock).fields.filter { $0.key != "number" && $0.key != "command" }
        title = "step \(id.rawValue)"
        page = Page(
            step.command.map { "Step \(id.rawValue): \($0)" } ?? "Step \(id.rawValue)", address: id.path.description,
            [.record(facts)] + blocks.people, forPrograms: blocks.programs)
        turning = PageTurning(
            state, ends: changes.items.map(\.record.address).ends, hasMore: changes.hasMore, isFirst: isFirst
        ) { .history(.step(id, $0.start)) }
    }

    var commands: [Command] { turning.commands }
}

/// How far into the changes of a step somebody looks.
private struct StepState: PagedState {
    var start: PageCursor<RecordID>
}
