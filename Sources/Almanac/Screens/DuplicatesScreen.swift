import Display
import Model

/// Persons who are likely one, two in a row.
struct DuplicatesScreen: Screen {
    let title = "duplicates"
    let page: Page
    private let first: Route
    private let next: Route?
    private let merge: MergeCommand

    init(_ state: DuplicatesState, reader: DuplicatesReader, merge: MergeCommand) async throws {
        let pairs = try await reader.page(state)
        page = Page("Duplicates", [.table(reader.table(pairs, state))])
        first = .duplicates(.pairs(DuplicatesState(limit: state.limit)))
        next = pairs.next.map { .duplicates(.pairs(DuplicatesState(after: $0, limit: state.limit))) }
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
        ] + PageTurning(next: next, first: first).commands
    }

    private func pair(_ invocation: Invocation) -> DuplicatesPlace? {
        guard invocation.arguments.count == 1,
            case .duplicates(let place) = invocation.place(invocation.arguments[0]).flatMap({ Path($0)?.top })
        else { return nil }
        return place
    }
}
