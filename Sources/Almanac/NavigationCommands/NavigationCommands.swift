import Display
import Localization
import Model
import Navigation

/// The commands for navigating between screens.
struct NavigationCommands: Responder {
    let services: Services
    let resolver: RecordResolver
    let context: FlowContext
    let scenes: any SceneProvider

    var commands: [Command] {
        lists + [
            Command("favorites", about: "List your favorites") { _ in
                try FavoritesPresenter(session: context.session).present()
            },
            BirthdaysCommand(services: services).command,
            Command(
                "ungrouped", .limit, about: "List persons without a group",
                examples: ["ungrouped", "ungrouped --limit 5 --json"]
            ) { _, limit in
                var state = ListState<Person>()
                state.isUngrouped = true
                state.limit = limit
                return .open(Path(.persons(.list(state))))
            },
            Command(
                "find", .text("TEXT"), .limit,
                about: "Search all records, best matches first",
                examples: ["find leia", "find tatooine", "find dimidium --json"]
            ) { _, text, limit in .open(Path(.found(Query(text, limit: limit)))) },
            ShowCommand(services: services, resolver: resolver, session: context.session, scenes: scenes).command,
            Command(
                "related", .argument("ID", .recordOrRow),
                about: "List related records, such as groups, notes, and residents",
                examples: ["related persons/7", "related planets/tatooine --json"]
            ) { _, record in
                let address = try await resolver.address(record)
                return .tell(try await resolver.editor(for: address.kind).related(to: address))
            },
            Command(
                "open", .argument("ID", .recordOrRow),
                about: "Open a record or screen; from the shell, start the prompt there",
                examples: ["open persons/7", "open persons/7/edit"]
            ) { _, record in
                if let path = Path(record.text) { return .open(path) }
                return .open(try await resolver.address(record).path)
            },
            Command(
                "web", .argument("ID", .recordOrRow), about: "Open the web page of a record in the browser",
                examples: ["web planets/earth"]
            ) { _, record in
                let address = try await resolver.address(record)
                let editor = resolver.editor(for: address.kind)
                guard let web = try await editor.webAddress(of: address).flatMap(WebAddress.init) else {
                    throw CommandProblem.noWebPage(address.description)
                }
                return .visit(web)
            },
            Command("home", about: "Go to the start screen") { _ in .open(Path(.home)) },
            Command("back", aliases: ["b"], about: "Go back") { _ in .back },
            Command("forward", aliases: ["f"], about: "Go forward again after “back”") { _ in .forward },
            Command("last", about: "Show the last output in full", examples: ["last", "last --csv"]) { invocation in
                var page = invocation.screen.shown
                page.isInFull = true
                return .tell(page)
            },
            Command("settings", about: "Change settings, such as colors and the editor") { _ in
                .present(.settings(.settings))
            },
            Command(
                "quit", aliases: ["exit", "q"], about: "Exit; Almanac resumes here next time", effect: .endsSession
            ) {
                _ in .quit
            },
        ]
    }

    private var lists: [Command] {
        [
            list(services.persons, about: "List persons") { .persons(.list($0)) },
            list(services.groups, about: "List groups") { .groups(.records(.list($0))) },
            list(services.planets, about: "List planets, except fictional and retracted ones") { .planets(.list($0)) },
            list(services.notes, about: "List notes, most recently changed first") { .notes(.list($0)) },
        ]
    }

    private func list<Content: Recordable>(
        _ source: some RecordDataSource<Content>, about summary: Message,
        at place: @escaping @Sendable (ListState<Content>) -> Route
    ) -> Command {
        ListCommand(source: source, resolver: resolver, pageSize: context.pageSize, place: place)
            .command(about: summary)
    }
}
