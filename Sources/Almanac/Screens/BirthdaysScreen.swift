import Display
import Model

/// Whose birthday or anniversary comes next; 29 February comes on 1 March in a common year.
struct BirthdaysScreen: Screen {
    let title = "birthdays"
    let page: Page
    private let first: Route
    private let next: Route?
    let navigator: any RecordNavigator

    init(
        _ state: BirthdaysState, of source: any OccasionDataSource, in context: FlowContext,
        navigator: any RecordNavigator
    ) async throws {
        self.navigator = navigator
        let reader = OccasionReader(source: source, today: context.today, pageSize: context.pageSize)
        let found = try await reader.page(state)
        page = Page("Birthdays and anniversaries", [.table(reader.table(found, state))])
        var start = state
        start.after = nil
        first = .birthdays(start)
        next = found.hasMore ? found.occasions.last.map { .birthdays(state.turned(behind: $0)) } : nil
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the person in that row", examples: ["show 1"]) {
                invocation in invocation.row(invocation.arguments[0]).map(navigator.didSelect)
            }
        ] + PageTurning(next: next, first: first).commands
    }
}

/// Reads occasions a page at a time, from today on.
struct OccasionReader: Sendable {
    let source: any OccasionDataSource
    let today: CivilDate
    let pageSize: Int

    func page(_ state: BirthdaysState) async throws -> OccasionPage {
        try await source.occasions(
            in: YearlySpan(from: today, days: state.within), after: state.after, limit: state.limit ?? pageSize)
    }

    func table(_ page: OccasionPage, _ state: BirthdaysState) -> Table {
        let last = page.hasMore && state.limit == nil ? page.occasions.last : nil
        return Table(
            "birthdays", columns: Occasion.columns, rows: page.occasions.map { $0.row(on: today) }, firstNumber: 1,
            placeholder: state.within == nil
                ? "No birthday or anniversary is known: “edit persons/7 birthday=1977-05-25” tells one."
                : "None in that time; “birthdays” lists all.",
            next: last.map { last in
                NextPage {
                    let next = state.turned(behind: last)
                    return table(try await self.page(next), next)
                }
            })
    }
}

extension BirthdaysState {
    fileprivate func turned(behind last: Occasion) -> BirthdaysState {
        var turned = self
        turned.after = last.id
        return turned
    }
}
