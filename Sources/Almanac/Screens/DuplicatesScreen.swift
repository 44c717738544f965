import Display
import Model

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
            Command(
                "show", .argument("ROW", .pair), about: "the two in that row side by side", examples: ["show 1"]
            ) { _, place in .push(.duplicates(place)) },
            Command(
                "merge", .argument("ROW", .pair), .survivor, .dryRun, about: "the two in that row into one",
                examples: ["merge 1"], effect: .changes
            ) { invocation, place, survivor, isDryRun in
                guard case .pair(let first, let second) = place else { return nil }
                return try await merge.merge(first, second, keeping: survivor, isDryRun: isDryRun, in: invocation)
            },
            .narrow(from: state.narrowing) { .replace(.duplicates(.pairs(state.narrowed(to: $0)))) },
        ] + turning.commands
    }
}

extension ValueParser where Value == DuplicatesPlace {
    /// The pair in a row.
    fileprivate static var pair: ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                guard case .duplicates(let place) = invocation.place(word).flatMap({ Path($0)?.top }) else {
                    throw ArgumentMismatch()
                }
                return place
            }, describe: \.name)
    }
}
