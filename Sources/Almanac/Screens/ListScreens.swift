import Display
import Localization
import Model
import Navigation

// The lists that do not belong to a flow. They only open records.
extension PageScreen {
    static func favorites(
        _ state: FavoritesState, of account: Account.ID?, in context: FlowContext, navigator: any AppNavigator
    ) async throws -> PageScreen {
        let list = PagedList(
            key: "favorites", state: state,
            placeholder: state.listState.placeholder(
                state.kind == nil
                    ? "No favorites yet. Use “favorite ID” to add one."
                    : "No favorites of this kind. Use “where” to show everything."),
            continues: state.listState.limit == nil, isNumbered: true, id: \.address
        ) {
            try await context.favorites.favorites(
                of: account, $0.kind, matching: $0.listState.narrowing, by: $0.order, at: $0.start,
                limit: $0.listState.limit ?? context.pageSize)
        }
        let commands = FavoritesPageCommands(state: state, navigator: navigator).commands
        return try await PageScreen(list, at: Route.favorites, commands: commands) { favorites in
            let table = list.block(favorites, RecordReference.columns("Name")) { [$0.row] }
            let condition = state.kind.map { " where kind = \($0.rawValue)" } ?? ""
            return (state.listState.title("favorites") + condition, Page("Favorites", [table]))
        }
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
        _ state: BirthdaysState, of group: RecordReference?, _ occasions: any OccasionDataSource,
        in context: FlowContext, navigator: any RecordNavigator
    ) async throws -> PageScreen {
        let usual: Message =
            state.within == nil
            ? "No birthdays or anniversaries yet. Use a command such as “edit persons/7 birthday=1977-05-25” to set one."
            : "No birthdays or anniversaries in this period. Use “birthdays” to list all."
        let list = PagedList(
            key: "birthdays", state: state, placeholder: state.listState.placeholder(usual),
            continues: state.listState.limit == nil, isNumbered: true, id: \.id
        ) {
            try await occasions.occasions(
                in: YearlySpan(from: context.today, days: $0.within), of: $0.group, matching: $0.listState.narrowing,
                at: $0.start,
                limit: $0.listState.limit ?? context.pageSize)
        }
        return try await PageScreen(
            list, at: Route.birthdays,
            commands: [
                .show("Show the person in that row", open: navigator.didSelect),
                .narrow(
                    state.listState,
                    at: { .birthdays(BirthdaysState(within: state.within, of: state.group, listState: $0)) }),
            ]
        ) { found in
            let table = list.block(found, Occasion.columns, Occasion.keys) { [$0.row(on: context.today)] }
            let title: Message = "Birthdays and anniversaries"
            let heading = group.map { "\(title) of \($0.name)" } ?? title
            return (state.listState.title("birthdays"), Page(heading, [table]))
        }
    }
}
