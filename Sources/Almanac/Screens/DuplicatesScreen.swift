import Display
import Model
import Navigation

/// Persons who are likely one, two in a row.
struct DuplicatesScreen: Screen {
    let title: String
    let page: Page
    private let state: DuplicatesState
    private let turning: PageTurning
    private let merge: MergeCommand

    init(_ state: DuplicatesState, reader: DuplicatesReader, merge: MergeCommand) async throws {
        let (pairs, isFirst) = try await state.page(hasMore: \.hasMore, read: reader.page)
        self.state = state
        title = state.title("duplicates")
        page = Page("Duplicates", [.table(reader.table(pairs, state))])
        turning = PageTurning(state, ends: pairs.items.map(\.key).ends, hasMore: pairs.hasMore, isFirst: isFirst) {
            .duplicates(.pairs($0))
        }
        self.merge = merge
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the two in that row side by side", examples: ["show 1"]) {
                invocation in pair(invocation).map { .push(.duplicates($0)) }
            },
            Command(
                "merge", [Parameter("ROW", .row)], options: MergeCommand.options,
                about: "the two in that row into one", examples: ["merge 1"], effect: .changes
            ) { invocation in
                guard case .pair(let first, let second) = pair(invocation) else { return nil }
                return try await merge.merge(first, second, [], in: invocation)
            },
            .narrow(from: state.narrowing) { .replace(.duplicates(.pairs(state.narrowed(to: $0)))) },
        ] + turning.commands
    }

    private func pair(_ invocation: Invocation) -> DuplicatesPlace? {
        guard invocation.arguments.count == 1,
            case .duplicates(let place) = invocation.place(invocation.arguments[0]).flatMap({ Path($0)?.top })
        else { return nil }
        return place
    }
}
