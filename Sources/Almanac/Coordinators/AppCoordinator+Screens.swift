import Display
import Model
import Navigation

// The screens that do not belong to a flow.
extension AppCoordinator {
    func favorites(_ favorites: [RecordReference]) -> PageScreen {
        let table = Table.references(
            favorites, key: "favorites", title: "Name", placeholder: "No favorites yet. Use “favorite ID” to add one.")
        let show = Command.show("Show the record in that row", examples: [], open: didSelect)
        return PageScreen("favorites", Page("Favorites", [.table(table)]), [show])
    }

    func searchResults(_ query: Query, _ loader: SearchResultLoader) async throws -> PageScreen {
        try await PageScreen(
            query, at: Route.found, reading: loader.page, keys: { $0.matches.matches.map(\.reference.address) },
            hasMore: \.matches.hasMore,
            commands: [
                .show("Show the record in that row", open: didSelect),
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

    func trash(_ state: TrashState, _ reader: HistoryReader) async throws -> PageScreen {
        try await PageScreen(
            state, at: Route.trash, reading: reader.trash, keys: { $0.items.map(\.record.address) },
            hasMore: \.hasMore,
            commands: [
                .show("Show the history of that record") {
                    .open(Path(.history(.standard), .history(.record($0, HistoryState()))))
                }, .narrow(state, at: { .trash($0) }),
            ]
        ) { trash in
            let blocks = reader.blocks(trash, state)
            return (state.title("trash"), Page("Trash", blocks.people, forPrograms: blocks.programs))
        }
    }

    func birthdays(_ state: BirthdaysState, in context: FlowContext) async throws -> PageScreen {
        let reader = OccasionReader(source: services.occasions, today: context.today, pageSize: context.pageSize)
        return try await PageScreen(
            state, at: Route.birthdays, reading: reader.page, keys: { $0.items.map(\.id) }, hasMore: \.hasMore,
            commands: [
                .show("Show the person in that row", open: didSelect),
                .narrow(state.look, at: { .birthdays(BirthdaysState(within: state.within, look: $0)) }),
            ]
        ) { found in
            (state.look.title("birthdays"), Page("Birthdays and anniversaries", [.table(reader.table(found, state))]))
        }
    }
}
