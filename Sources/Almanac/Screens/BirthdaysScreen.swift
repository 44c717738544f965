import Display
import Localization
import Model
import Navigation

/// Whose birthday or anniversary comes next; 29 February comes on 1 March in a common year.
struct BirthdaysScreen: Screen {
    let title: String
    let page: Page
    private let state: BirthdaysState
    private let turning: PageTurning
    let navigator: any RecordNavigator

    init(
        _ state: BirthdaysState, of source: any OccasionDataSource, in context: FlowContext,
        navigator: any RecordNavigator
    ) async throws {
        self.state = state
        self.navigator = navigator
        let reader = OccasionReader(source: source, today: context.today, pageSize: context.pageSize)
        let (found, isFirst) = try await state.page(hasMore: \.hasMore, read: reader.page)
        title = state.look.title("birthdays")
        page = Page("Birthdays and anniversaries", [.table(reader.table(found, state))])
        turning = PageTurning(
            state, ends: found.items.map(\.id).ends, hasMore: found.hasMore, isFirst: isFirst, at: Route.birthdays)
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the person in that row", examples: ["show 1"]) {
                invocation in invocation.row(invocation.arguments[0]).map(navigator.didSelect)
            },
            .narrow(from: state.look.narrowing) { text in
                .replace(.birthdays(BirthdaysState(within: state.within, look: state.look.narrowed(to: text))))
            },
        ] + turning.commands
    }
}

/// Reads occasions a page at a time, from today on.
struct OccasionReader: Sendable {
    let source: any OccasionDataSource
    let today: CivilDate
    let pageSize: Int

    func page(_ state: BirthdaysState) async throws -> ResultPage<Occasion> {
        try await source.occasions(
            in: YearlySpan(from: today, days: state.within), matching: state.look.narrowing, at: state.start,
            limit: state.look.limit ?? pageSize)
    }

    func table(_ page: ResultPage<Occasion>, _ state: BirthdaysState) -> Table {
        let more = page.hasMore ? page.items.last.map { nextPage(behind: $0.id, state) } : nil
        let usual: Message =
            state.within == nil
            ? "No birthday or anniversary is known: “edit persons/7 birthday=1977-05-25” tells one."
            : "None in that time; “birthdays” lists all."
        return Table(
            "birthdays", columns: Occasion.columns, rows: page.items.map { $0.row(on: today) }, keys: Occasion.keys,
            firstNumber: 1,
            placeholder: state.look.placeholder(usual), next: state.look.limit == nil ? more : nil,
            rest: state.look.limit == nil ? nil : more)
    }

    private func nextPage(behind last: Occasion.ID, _ state: BirthdaysState) -> NextPage {
        NextPage {
            let next = state.starting(.after(last))
            return table(try await page(next), next)
        }
    }
}
