import Display
import Localization
import Model
import Navigation

// The lists that do not belong to a flow. They only open records.
extension PageScreen {
    static func favorites(_ favorites: [RecordReference], navigator: any RecordNavigator) -> PageScreen {
        let table = Table.references(
            favorites, key: "favorites", title: "Name", placeholder: "No favorites yet. Use “favorite ID” to add one.")
        let show = Command.show("Show the record in that row", examples: [], open: navigator.didSelect)
        return PageScreen("favorites", Page("Favorites", [.table(table)]), [show])
    }

    static func searchResults(
        _ query: Query, _ loader: SearchResultLoader, navigator: any RecordNavigator
    ) async throws -> PageScreen {
        try await PageScreen(
            query, at: Route.found, reading: loader.page, keys: { $0.matches.matches.map(\.reference.address) },
            hasMore: \.matches.hasMore,
            commands: [
                .show("Show the record in that row", open: navigator.didSelect),
                .narrow(from: query.text) { .replace(.found(Query($0, limit: query.limit))) },
            ]
        ) { found in
            let page = Page(
                "Search results: \(query.text)",
                (found.matches.tally.map { [.prose($0)] } ?? []) + [.table(found.people)],
                forPrograms: [.table(found.programs)])
            return (query.text.isEmpty ? "found" : "“\(query.text)”", page)
        }
    }

    static func birthdays(
        _ state: BirthdaysState, _ occasions: any OccasionDataSource, in context: FlowContext,
        navigator: any RecordNavigator
    ) async throws -> PageScreen {
        let usual: Message =
            state.within == nil
            ? "No birthdays or anniversaries yet. Use a command such as “edit persons/7 birthday=1977-05-25” to set one."
            : "No birthdays or anniversaries in this period. Use “birthdays” to list all."
        let list = PagedList(
            key: "birthdays", state: state, placeholder: state.look.placeholder(usual),
            continues: state.look.limit == nil, isNumbered: true, id: \.id
        ) {
            try await occasions.occasions(
                in: YearlySpan(from: context.today, days: $0.within), matching: $0.look.narrowing, at: $0.start,
                limit: $0.look.limit ?? context.pageSize)
        }
        return try await PageScreen(
            list, at: Route.birthdays,
            commands: [
                .show("Show the person in that row", open: navigator.didSelect),
                .narrow(state.look, at: { .birthdays(BirthdaysState(within: state.within, look: $0)) }),
            ]
        ) { found in
            let table = list.block(found, Occasion.columns, Occasion.keys) { [$0.row(on: context.today)] }
            return (state.look.title("birthdays"), Page("Birthdays and anniversaries", [table]))
        }
    }
}
