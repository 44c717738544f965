import Display
import Model
import Navigation

/// The command that searches all records.
struct FindCommand: Sendable {
    var command: Command {
        Command(
            "find", .text("TEXT", .name(Set(Kind.allCases))), .limit,
            about: "Search all records, best matches first",
            examples: ["find leia", "find tatooine", "find dimidium --json"]
        ) { invocation, text, limit in
            try invocation.nearest((any AppNavigator).self).showSearchResults(Query(text, limit: limit))
        }
    }
}

// The list does not belong to a flow. It opens records through the nearest navigator in the responder chain.
extension PageScreen {
    static func searchResults(
        _ query: Query, _ loader: SearchResultLoader
    ) async throws -> PageScreen {
        try await PageScreen(
            query, at: Route.found, reading: loader.page, keys: { $0.matches.matches.map(\.reference.id) },
            hasMore: \.matches.hasMore,
            commands: [
                .showRecord("Show the record in that row"),
                .narrow { .replace(.found(Query($0, limit: query.limit))) },
            ]
        ) { found in
            let page = Page(
                "Search results: \(query.text)",
                (found.matches.tally.map { [.prose($0)] } ?? []) + [.table(found.people)],
                forPrograms: [.table(found.programs)])
            return (query.text.isEmpty ? "found" : "“\(query.text)”", page)
        }
    }
}
