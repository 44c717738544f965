import Display
import Localization
import Model
import Navigation

// The lists that do not belong to a flow. They open records through the nearest navigator in the responder chain.
extension PageScreen {
    static func searchResults(
        _ query: Query, _ loader: SearchResultLoader
    ) async throws -> PageScreen {
        try await PageScreen(
            query, at: Route.found, reading: loader.page, keys: { $0.matches.matches.map(\.reference.address) },
            hasMore: \.matches.hasMore,
            commands: [
                .showRecord("Show the record in that row"),
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
        in context: FlowContext
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
                .showRecord("Show the person in that row"),
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
