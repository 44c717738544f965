import Display
import Model
import Navigation

/// What a search found, best first.
struct SearchResultsScreen: Screen {
    let query: Query
    let page: Page
    private let turning: PageTurning
    let navigator: any RecordNavigator

    init(_ query: Query, reader: SearchResultLoader, navigator: any RecordNavigator) async throws {
        self.query = query
        self.navigator = navigator
        let (found, isFirst) = try await query.page(hasMore: \.matches.hasMore, read: reader.page)
        turning = PageTurning(
            query, ends: found.matches.matches.map(\.reference.address).ends, hasMore: found.matches.hasMore,
            isFirst: isFirst, at: Route.found)
        page = Page(
            "Found: \(query.text)", (found.matches.tally.map { [.prose($0)] } ?? []) + [.table(found.people)],
            forPrograms: [.table(found.programs)])
    }

    var title: String { query.text.isEmpty ? "found" : "“\(query.text)”" }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the record in that row", examples: ["show 1"]) {
                invocation in
                guard let address = invocation.row(invocation.arguments[0]) else { return nil }
                return navigator.didSelect(address)
            },
            .narrow(from: query.text) { .replace(.found(Query($0, limit: query.limit))) },
        ] + turning.commands
    }
}
