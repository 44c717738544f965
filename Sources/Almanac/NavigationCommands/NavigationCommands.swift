import Localization
import Model
import Navigation

/// Going from place to place.
struct NavigationCommands: Responder {
    let coordinator: AppCoordinator
    let context: FlowContext

    var commands: [Command] {
        lists + [
            Command("favorites", about: "what you keep at hand") { _ in
                try FavoritesPresenter(session: context.session).present()
            },
            BirthdaysCommand(services: coordinator.services).command,
            Command(
                "ungrouped", options: [.limit], about: "persons who are in no group",
                examples: ["ungrouped", "ungrouped --limit 5 --json"]
            ) { invocation in
                var state = ListState<PersonOrder>()
                state.isUngrouped = true
                state.limit = try invocation.number("--limit")
                return .open(Path(.persons(.list(state))))
            },
            Command(
                "find", [Parameter("TEXT", .text, .many)], options: [.limit],
                about: "everything that matches, best first",
                examples: ["find leia", "find tatooine", "find dimidium --json"]
            ) { invocation in
                let limit = try invocation.number("--limit")
                return .open(Path(.found(Query(invocation.arguments.joined(separator: " "), limit: limit))))
            },
            ShowCommand(coordinator: coordinator).command,
            Command(
                "related", [Parameter("ADDRESS", .anyAddress)],
                about: "what a record leads to: groups, notes, home, residents",
                examples: ["related persons/7", "related planets/tatooine --json"]
            ) { invocation in
                let address = try await address(invocation.arguments[0], in: invocation)
                return .tell(try await coordinator.directory.editor(for: address.kind).related(to: address))
            },
            Command(
                "open", [Parameter("ADDRESS", .anyAddress)],
                about: "a place by its address; the shell gets a prompt there",
                examples: ["open persons/7", "open persons/7/edit"]
            ) { invocation in
                if let path = Path(invocation.arguments[0]) { return .open(path) }
                return .open(try await address(invocation.arguments[0], in: invocation).path)
            },
            Command(
                "web", [Parameter("ADDRESS", .anyAddress)], about: "the page of a record in the browser",
                examples: ["web planets/earth"]
            ) {
                invocation in
                let address = try await address(invocation.arguments[0], in: invocation)
                let editor = coordinator.directory.editor(for: address.kind)
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
            Command("quit", aliases: ["exit", "q"], about: "leave; everything is found as it was", effect: .leaves) {
                _ in .quit
            },
        ]
    }

    private var lists: [Command] {
        let services = coordinator.services
        return [
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

    private func list<Order: RecordOrder>(
        _ kind: Kind, _ summary: Message,
        _ explain: @escaping @Sendable (Listing<Order>) async throws -> [StatementPlan],
        place: @escaping @Sendable (ListState<Order>) -> Route
    ) -> Command {
        ListCommand(
            kind: kind, directory: coordinator.directory, pageSize: context.pageSize, explain: explain, place: place
        ).command(about: summary)
    }

    private func address(_ word: String, in invocation: Invocation) async throws -> RecordID {
        if invocation.isInteractive, Int(word) != nil, invocation.row(word) == nil {
            throw CommandProblem.noSuchRow(word)
        }
        return try await coordinator.directory.address(word, in: invocation)
    }
}
