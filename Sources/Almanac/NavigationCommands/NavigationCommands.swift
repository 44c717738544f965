import Display
import Localization
import Model
import Navigation

/// Going from place to place.
struct NavigationCommands: Responder {
    let services: Services
    let directory: RecordResolver
    let context: FlowContext
    let scenes: any SceneProvider

    var commands: [Command] {
        lists + [
            Command("favorites", about: "what you keep at hand") { _ in
                try FavoritesPresenter(session: context.session).present()
            },
            BirthdaysCommand(services: services).command,
            Command(
                "ungrouped", .limit, about: "persons who are in no group",
                examples: ["ungrouped", "ungrouped --limit 5 --json"]
            ) { _, limit in
                var state = ListState<Person>()
                state.isUngrouped = true
                state.limit = limit
                return .open(Path(.persons(.list(state))))
            },
            Command(
                "find", .text("TEXT"), .limit,
                about: "everything that matches, best first",
                examples: ["find leia", "find tatooine", "find dimidium --json"]
            ) { _, text, limit in .open(Path(.found(Query(text, limit: limit)))) },
            ShowCommand(services: services, directory: directory, session: context.session, scenes: scenes).command,
            Command(
                "related", .argument("ID", .recordOrRow),
                about: "what a record leads to: groups, notes, home, residents",
                examples: ["related persons/7", "related planets/tatooine --json"]
            ) { _, record in
                let address = try await directory.address(record)
                return .tell(try await directory.editor(for: address.kind).related(to: address))
            },
            Command(
                "open", .argument("ID", .recordOrRow),
                about: "a place by its address; the shell gets a prompt there",
                examples: ["open persons/7", "open persons/7/edit"]
            ) { _, record in
                if let path = Path(record.text) { return .open(path) }
                return .open(try await directory.address(record).path)
            },
            Command(
                "web", .argument("ID", .recordOrRow), about: "the page of a record in the browser",
                examples: ["web planets/earth"]
            ) { _, record in
                let address = try await directory.address(record)
                let editor = directory.editor(for: address.kind)
                guard let web = try await editor.webAddress(of: address).flatMap(WebAddress.init) else {
                    throw CommandProblem.noWebPage(address.description)
                }
                return .visit(web)
            },
            Command("home", about: "where everything begins") { _ in .open(Path(.home)) },
            Command("back", aliases: ["b"], about: "where you came from") { _ in .back },
            Command("forward", aliases: ["f"], about: "where “back” came from") { _ in .forward },
            .last,
            Command("settings", about: "colours, animation, your account") { _ in .present(.settings(.settings)) },
            Command(
                "quit", aliases: ["exit", "q"], about: "leave; everything is found as it was", effect: .endsSession
            ) {
                _ in .quit
            },
        ]
    }

    private var lists: [Command] {
        [
            list(.person, "everybody", { try await services.persons.explain($0) }) { .persons(.list($0)) },
            list(.group, "all groups", { try await services.groups.explain($0) }) { .groups(.records(.list($0))) },
            list(
                .planet, "all planets but the fictional and the retracted ones",
                { try await services.planets.explain($0) }
            ) { .planets(.list($0)) },
            list(.note, "all notes, the last changed first", { try await services.notes.explain($0) }) {
                .notes(.list($0))
            },
        ]
    }

    private func list<Content: Recordable>(
        _ kind: Kind, _ summary: Message,
        _ explain: @escaping @Sendable (Listing<Content>) async throws -> [StatementPlan],
        place: @escaping @Sendable (ListState<Content>) -> Route
    ) -> Command {
        ListCommand(
            kind: kind, directory: directory, pageSize: context.pageSize, explain: explain, place: place
        ).command(about: summary)
    }
}

extension Command {
    /// A terminal shows what it has room for; this shows the rest.
    fileprivate static let last = Command(
        "last", about: "what was shown last, every row and column of it", examples: ["last", "last --csv"]
    ) { invocation in
        var page = invocation.screen.shown
        page.isInFull = true
        return .tell(page)
    }
}
