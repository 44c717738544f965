import Display
import Localization
import Model
import Navigation

/// The coordinator of the whole app. It owns the data sources, creates the flow coordinators with the sources they use,
/// and handles the app-wide commands.
public struct AppCoordinator: SceneProvider {
    package let services: Services
    package let session: CurrentSession

    public init(services: Services, session: CurrentSession) {
        self.services = services
        self.session = session
    }

    var resolver: RecordResolver { RecordResolver(services: services) }

    var historyReader: HistoryReader {
        HistoryReader(
            history: services.history, clock: services.clock, pageSize: services.configuration.pageSize())
    }

    /// Puts the login flow on top of the navigation stack if the user is signed out, and removes it otherwise. The
    /// requested location stays below the login flow. Going back from the login flow reopens the login flow.
    package func admit(_ navigation: NavigationStack) async throws -> NavigationStack {
        guard await session.session == .signedOut else { return navigation.without(.login) }
        guard navigation.path.root != .login else { return navigation }
        let ahead = navigation.after(.forward)
        if ahead.path.root == .login { return ahead }
        let isFirst = try await services.accounts.accounts().isEmpty
        let login = navigation.after(.present(.login(.accounts)))
        return isFirst && login.path == Path(.login(.accounts)) ? login.after(.push(.login(.signUp))) : login
    }

    package func scene(for navigation: NavigationStack) async throws -> Scene {
        let context = FlowContext(
            session: await session.session, today: services.clock.today(), pageSize: services.configuration.pageSize(),
            accounts: services.accounts)
        let (screen, flow) = try await screen(for: navigation.top, in: context)
        let parents = navigation.path.routes.dropLast()
        var breadcrumbs = parents.prefix(1).map(\.root.rawValue)
        for route in parents.dropFirst() { breadcrumbs.append(try await title(of: route)) }
        let responder = AppResponder(coordinator: self, context: context)
        return Scene(
            screen: screen, flow: flow, app: responder, root: navigation.path.root,
            breadcrumbs: breadcrumbs + [screen.title])
    }

    // MARK: - SceneProvider

    package func prepareForCommand() async throws { try await services.search.catchUp() }

    package var account: Account.ID? { get async { await session.session.account } }

    package func page(of result: DryRunResult) -> Page? { result.page }

    /// Describes the changes made by a command.
    ///
    /// - Returns: A summary, or `nil` if nothing was changed or the history cannot be read.
    package func statusLine(after context: CommandContext) async -> Message? {
        guard let step = try? await services.history.step(of: context),
            let changes = try? await services.history.changes(of: step.id, at: .beginning, limit: 2)
        else { return nil }
        return step.statusLine(changes.items)
    }

    /// Returns the navigation graph of the app for signed-in and signed-out sessions.
    @Sendable func graph() async throws -> NavigationGraph {
        let signedOut = CurrentSession(.signedOut, accounts: services.accounts)
        return try await NavigationCrawler(self, AppCoordinator(services: services, session: signedOut)).graph()
    }

    package var programOptions: [Option] { services.configuration.options }

    package func log(_ line: String) { services.configuration.log(line) }

    private func screen(for route: Route, in context: FlowContext) async throws -> (
        screen: any Screen, flow: (any Responder)?
    ) {
        let forms = FormMaker(
            drafts: services.drafts, account: context.session.account, resolver: resolver, texts: services.editor,
            errors: self)
        switch route {
        case .home: return (HomeScreen(), nil)
        case .login(let place):
            return try await open(
                place, in: LoginFlowCoordinator(accounts: services.accounts, session: session, forms: forms))
        case .persons(let place):
            let flow = PersonsFlowCoordinator(
                persons: services.persons, duplicates: services.duplicates, context: context, forms: forms,
                delegate: self)
            return try await open(place, in: flow)
        case .groups(let place):
            let flow = GroupsFlowCoordinator(
                groups: services.groups, persons: services.persons, context: context, forms: forms, delegate: self)
            return try await open(place, in: flow)
        case .planets(let place):
            let flow = PlanetsFlowCoordinator(
                planets: services.planets, persons: services.persons, context: context, forms: forms, delegate: self)
            return try await open(place, in: flow)
        case .notes(let place):
            return try await open(
                place, in: NotesFlowCoordinator(notes: services.notes, context: context, forms: forms, delegate: self))
        case .favorites:
            let account = try await session.account(for: "list favorites")
            return (favorites(try await services.accounts.favorites(of: account)), nil)
        case .found(let query):
            return (try await searchResults(query, SearchResultLoader(search: services.search, context: context)), nil)
        case .settings(let place):
            let flow = SettingsFlowCoordinator(
                settings: services.settings, accounts: services.accounts, persons: services.persons,
                session: context.session, forms: forms,
                editor: RecordEditor(source: services.persons, resolver: resolver))
            return try await open(place, in: flow)
        case .history(let place): return try await open(place, in: HistoryFlowCoordinator(reader: historyReader))
        case .trash(let state): return (try await trash(state, historyReader), nil)
        case .duplicates(let place):
            let flow = DuplicatesFlowCoordinator(services: services, resolver: resolver, pageSize: context.pageSize)
            return try await open(place, in: flow)
        case .birthdays(let state): return (try await birthdays(state, in: context), nil)
        }
    }

    private func open<Flow: FlowCoordinator>(_ location: Flow.FlowLocation, in flow: Flow) async throws -> (
        any Screen, (any Responder)?
    ) {
        (try await flow.screen(for: location), flow)
    }

    /// Returns the breadcrumb title of a location that is neither the first nor the last in its path.
    private func title(of route: Route) async throws -> String {
        if case .groups(.of(let state)) = route { return state.title(GroupsFlowCoordinator.memberSelection) }
        guard let record = route.record else { return route.name }
        return try await resolver.reference(RecordArgument(record)).name
    }
}

// MARK: - Delegate of the flows

extension AppCoordinator: PersonsFlowDelegate, GroupsFlowDelegate, ErrorNavigator {
    func didSelect(_ address: RecordID) -> NavigationAction { .open(address.path) }
    func didSelect(_ planet: Planet.ID) -> NavigationAction { .open(planet.address.path) }
    func didSave(_ address: RecordID) -> NavigationAction { .all([.leave, .open(address.path)]) }

    func didConflict(_ conflict: EditConflict) -> NavigationAction {
        var page = conflict.page
        page.blocks.append(
            .message([
                "\(conflict.explanation.what) Use “:save” again to overwrite it, or “:cancel” to discard your changes."
            ]))
        return .tell(page)
    }

    func showGroups(of person: Person.ID) -> NavigationAction {
        .open(Path(.groups(.standard), .groups(.of(ListState())), .groups(.ofPerson(person, ListState()))))
    }

    func addNote(
        about address: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction {
        if usesEditor {
            let words = [("about", address.description), ("topic", topic), ("text", text)]
            return try await write(
                nil, of: .note, words.compactMap { key, value in value.map { FieldAssignment(key: key, value: $0) } },
                in: invocation)
        }
        guard let topic, let text else {
            guard topic == nil, invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "A note requires a topic and text.", next: "Use “note \(address) TOPIC TEXT”.")
            }
            return .open(Kind.note.path.appending(RecordLocation<Note>.new(about: address).name))
        }
        var note = Note()
        note.topic = topic
        note.text = text
        note.subject = address
        return .open(try await services.notes.add(note, in: invocation.context).address.path)
    }

    func edit(
        _ address: RecordID, _ words: [FieldAssignment], usesEditor: Bool, ifVersion version: Int?,
        in invocation: Invocation
    ) async throws -> NavigationAction {
        if usesEditor {
            return try await write(address, of: address.kind, words, ifVersion: version, in: invocation)
        }
        guard !words.isEmpty else {
            guard invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "No fields to change.", next: "Use field=value, or open the form in an interactive session.")
            }
            return .open(address.editPath)
        }
        try await resolver.editor(for: address.kind).change(
            address, words, ifVersion: version, in: invocation.context)
        return .open(address.path)
    }

    func setFavorite(
        _ isFavorite: Bool, _ address: RecordID, in invocation: Invocation
    ) async throws -> NavigationAction {
        let account = try await session.account(for: "change favorites")
        let record = try await resolver.editor(for: address.kind).reference(address)
        let isFavoriteNow = try await services.accounts.favorites(of: account, among: [address]).contains(address)
        try await services.accounts.setFavorite(isFavorite, address, of: account, in: invocation.context)
        let name = "\(record.name) (\(address))"
        let sentence: Message =
            switch (isFavorite, isFavoriteNow) {
            case (true, true): "Nothing changed: \(name) is already a favorite."
            case (false, false): "Nothing changed: \(name) is not a favorite."
            case (true, false): "\(name) is now a favorite. Use “unfavorite \(address)” to reverse this."
            case (false, true): "\(name) is no longer a favorite. Use “favorite \(address)” to reverse this."
            }
        return .tell(.message(sentence))
    }
}
