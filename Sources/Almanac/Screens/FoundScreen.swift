import Display
import Model

/// What a search found, best first.
struct FoundScreen: Screen {
    let query: Query
    let page: Page
    private let hasMore: Bool
    private let pageSize: Int
    let navigator: any RecordNavigator

    init(_ query: Query, reader: MatchReader, navigator: any RecordNavigator) async throws {
        self.query = query
        self.navigator = navigator
        let found = try await reader.page(query)
        pageSize = reader.pageSize(of: query)
        hasMore = found.matches.hasMore
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
            Command("next", aliases: ["n"], about: "the next page") { _ in
                guard hasMore else {
                    throw CommandProblem.notHere("That is all that was found.", next: "“previous” goes back.")
                }
                return .replace(.found(query.turned(by: pageSize)))
            },
            Command("previous", aliases: ["p"], about: "the page before") { _ in
                guard query.offset > 0 else {
                    throw CommandProblem.notHere("This is the first page.", next: "“next” goes on.")
                }
                return .replace(.found(query.turned(by: -pageSize)))
            },
        ]
    }
}
