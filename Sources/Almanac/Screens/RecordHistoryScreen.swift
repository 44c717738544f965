import Display
import Model
import Navigation

/// What was ever changed of one record, which may be gone.
struct RecordHistoryScreen: Screen {
    let title: String
    let page: Page
    private let address: RecordID
    private let state: HistoryState
    private let turning: PageTurning

    init(_ address: RecordID, _ state: HistoryState, reader: HistoryReader) async throws {
        let (steps, isFirst) = try await state.page(hasMore: \.hasMore) { try await reader.steps(about: address, $0) }
        let blocks = reader.blocks(steps, about: address, state)
        let name = steps.items.lazy.compactMap(\.name).first ?? address.description
        (self.address, self.state) = (address, state)
        title = state.title(name)
        page = Page("History of \(name)", address: address.description, blocks.people, forPrograms: blocks.programs)
        turning = PageTurning(state, ends: steps.items.map(\.step.id).ends, hasMore: steps.hasMore, isFirst: isFirst) {
            .history(.record(address, $0))
        }
    }

    var commands: [Command] {
        [
            .showStep,
            .narrow(from: state.narrowing) { .replace(.history(.record(address, state.narrowed(to: $0)))) },
        ] + turning.commands
    }
}
