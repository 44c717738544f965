import Model

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
            Command(
                "show", [Parameter("ADDRESS", .anyAddress)], options: [.at], about: "one record, now or as it was",
                examples: [
                    "show persons/7", "show planets/earth", "show 'Leia Organa'", "show persons/7 --at 2026-11-20",
                    "show persons/7 --at 2026-11-20T18:00",
                ]
            ) { invocation in
                let word = invocation.arguments[0]
                guard let date = invocation.value("--at") else {
                    // The place itself says where a person went who was merged into another.
                    if let address = Address(word) { return .open(address.path) }
                    return try await show(word, in: invocation)
                }
                let time = try coordinator.services.clock.time(date)
                let gone = try await coordinator.directory.addressEvenIfGone(word, in: invocation)
                let editor = coordinator.directory.editor(for: gone.kind)
                do {
                    return .tell(try await editor.page(of: gone, at: time, coordinator.services.clock))
                } catch HistoryProblem.notThere(let address, _) {
                    throw CommandProblem.notThen(address, date)
                }
            },
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
        [
            list("persons", "everybody", of: Person.self) { .persons(.list($0)) },
            list("groups", "all groups", of: Group.self) { .groups(.records(.list($0))) },
            list("planets", "all planets but the fictional and the retracted ones", of: Planet.self) {
                .planets(.list($0))
            },
            list("notes", "all notes, the last changed first", of: Note.self) { .notes(.list($0)) },
        ]
    }

    private func list<Content: Recordable>(
        _ name: String, _ summary: String, of type: Content.Type,
        place: @escaping @Sendable (ListState<Content.Order>) -> Route
    ) -> Command {
        let owners = Content.kind.owners.map(\.rawValue)
        let orders = Content.Order.allCases.map(\.rawValue)
        return Command(
            name,
            options: [
                .limit,
                Option(
                    "--of", "ADDRESS", "those of that \(owners.joined(separator: " or "))",
                    takes: .address(Set(Content.kind.owners))),
                Option("--after", "ADDRESS", "begin behind that record", takes: .address([Content.kind])),
                Option(
                    "--sort", "FIELD", "by \(orders.joined(separator: ", ")); “-” before it turns it round",
                    takes: .choice(orders)),
                Option("--all", nil, "also what the list usually leaves out"),
                Option("--matching", "TEXT", "only what has these words"),
            ],
            about: summary, examples: ["\(name) --limit 5 --sort -modified"]
        ) { invocation in
            var state = ListState<Content.Order>()
            state.limit = try invocation.number("--limit")
            state.isWhole = invocation.has("--all")
            state.narrowing = invocation.value("--matching") ?? ""
            if let order = invocation.value("--sort") { try state.sort(by: order) }
            if let owner = invocation.value("--of") {
                state.owner = try await coordinator.directory.address(owner, among: Content.kind.owners, in: invocation)
            }
            if let after = invocation.value("--after") {
                state.start = .after(
                    try await coordinator.directory.address(after, among: [Content.kind], in: invocation))
            }
            // Coming back, somebody finds the tab as it was left; whoever is in it already, or no somebody, wants the list.
            let comesBack = invocation.isInteractive && invocation.scene.breadcrumbs.first != name
            return comesBack && state == ListState() ? .present(place(state)) : .open(Path(place(state)))
        }
    }

    /// A name that no record has may be that of a star, which leads to its system.
    private func show(_ word: String, in invocation: Invocation) async throws -> Move {
        do {
            return .open(try await address(word, in: invocation).path)
        } catch let problem as CommandProblem {
            guard case .notFound = problem,
                let system = try await SystemCommand(planets: coordinator.services.planets).page(of: word)
            else { throw problem }
            return .tell(system)
        }
    }

    private func address(_ word: String, in invocation: Invocation) async throws -> Address {
        if invocation.isInteractive, Int(word) != nil, invocation.row(word) == nil {
            throw CommandProblem.noSuchRow(word)
        }
        return try await coordinator.directory.address(word, in: invocation)
    }
}
