import Display
import Localization
import Model
import Navigation

/// Owns the data sources, injects into each flow only those it uses, and answers what no screen or flow does.
public struct AppCoordinator: SceneProvider {
    package let services: Services
    package let session: CurrentSession

    public init(services: Services, session: CurrentSession) {
        self.services = services
        self.session = session
    }

    var directory: RecordResolver { RecordResolver(services: services) }

    var historyReader: HistoryReader {
        HistoryReader(
            history: services.history, clock: services.clock, pageSize: services.configuration.pageSize())
    }

    /// The one guard: login is on top exactly while nobody is signed in, and what was wanted stays beneath it. Whoever steps
    /// back out of login is led forward to it again.
    package func admit(_ navigation: NavigationStack) async throws -> NavigationStack {
        guard await session.session == .signedOut else { return navigation.without(.login) }
        guard navigation.path.root != .login else { return navigation }
        let ahead = navigation.after(.forward)
        if ahead.path.root == .login { return ahead }
        let isFirst = try await services.accounts.accounts().isEmpty
        let login = navigation.after(.present(.login(.accounts)))
        return isFirst && login.path == Path(.login(.accounts)) ? login.after(.push(.login(.signUp))) : login
    }

    /// What there is to see where the navigation is, and who answers there.
    package func scene(for navigation: NavigationStack) async throws -> Scene {
        let context = FlowContext(
            session: await session.session, today: services.clock.today(), pageSize: services.configuration.pageSize(),
            accounts: services.accounts)
        let (screen, flow) = try await screen(for: navigation.top, in: context)
        var breadcrumbs: [String] = []
        for route in navigation.path.routes.dropLast() {
            breadcrumbs.append(
                breadcrumbs.isEmpty ? route.root.rawValue : try await self.screen(for: route, in: context).screen.title)
        }
        let responder = AppResponder(coordinator: self, context: context)
        return Scene(
            screen: screen, flow: flow, app: responder, root: navigation.path.root,
            breadcrumbs: breadcrumbs + [screen.title])
    }

    // MARK: - SceneProvider

    package func prepareForCommand() async throws { try await services.search.catchUp() }

    package var account: Account.ID? { get async { await session.session.account } }

    package func page(of result: DryRunResult) -> Page? { result.page }

    /// Nil also where the history cannot be read: the command succeeded all the same.
    package func statusLine(after context: CommandContext) async -> Message? {
        guard let step = try? await services.history.step(of: context),
            let changes = try? await services.history.changes(of: step.id, at: .beginning, limit: 2)
        else { return nil }
        return step.statusLine(changes.items)
    }

    package var programOptions: [Option] { services.configuration.options }

    package func log(_ line: String) { services.configuration.log(line) }

    private func screen(for route: Route, in context: FlowContext) async throws -> (
        screen: any Screen, flow: (any Responder)?
    ) {
        switch route {
        case .home:
            return (HomeScreen(), nil)
        case .login(let place):
            let flow = LoginFlowCoordinator(accounts: services.accounts, session: session, forms: forms(in: context))
            return (try await flow.screen(for: place), flow)
        case .persons(let place):
            let flow = PersonsFlowCoordinator(
                persons: services.persons, duplicates: services.duplicates, context: context, forms: forms(in: context),
                delegate: self)
            return (try await flow.screen(for: place), flow)
        case .groups(let place):
            let flow = GroupsFlowCoordinator(
                groups: services.groups, persons: services.persons, context: context, forms: forms(in: context),
                delegate: self)
            return (try await flow.screen(for: place), flow)
        case .planets(let place):
            let flow = PlanetsFlowCoordinator(
                planets: services.planets, persons: services.persons, context: context, forms: forms(in: context),
                delegate: self)
            return (try await flow.screen(for: place), flow)
        case .notes(let place):
            let flow = NotesFlowCoordinator(
                notes: services.notes, context: context, forms: forms(in: context), delegate: self)
            return (try await flow.screen(for: place), flow)
        case .favorites:
            let account = try await session.account(for: "A list of favorites")
            return (FavoritesScreen(try await services.accounts.favorites(of: account), navigator: self), nil)
        case .found(let query):
            return (
                try await SearchResultsScreen(
                    query, reader: SearchResultLoader(search: services.search, context: context), navigator: self), nil
            )
        case .settings(let place):
            let flow = SettingsFlowCoordinator(
                settings: services.settings, accounts: services.accounts, persons: services.persons,
                session: context.session,
                forms: forms(in: context), editor: RecordEditor(source: services.persons, directory: directory))
            return (try await flow.screen(for: place), flow)
        case .history(let place):
            let flow = HistoryFlowCoordinator(reader: historyReader)
            return (try await flow.screen(for: place), flow)
        case .trash(let state):
            return (try await TrashScreen(state, reader: historyReader), nil)
        case .duplicates(let place):
            let flow = DuplicatesFlowCoordinator(services: services, directory: directory, pageSize: context.pageSize)
            return (try await flow.screen(for: place), flow)
        case .birthdays(let state):
            return (try await BirthdaysScreen(state, of: services.occasions, in: context, navigator: self), nil)
        }
    }

    private func forms(in context: FlowContext) -> FormMaker {
        FormMaker(
            drafts: services.drafts, account: context.session.account, directory: directory, texts: services.editor,
            errors: self)
    }
}

// MARK: - What flows wish for outside themselves

extension AppCoordinator: PersonsFlowDelegate, GroupsFlowDelegate, PlanetsFlowDelegate, NotesFlowDelegate,
    ErrorNavigator
{
    func didSelect(_ address: RecordID) -> NavigationAction { .open(address.path) }
    func didSelect(_ planet: Planet.ID) -> NavigationAction { .open(planet.address.path) }
    func didSave(_ address: RecordID) -> NavigationAction { .all([.leave, .open(address.path)]) }

    func didConflict(_ conflict: EditConflict) -> NavigationAction {
        var page = conflict.page
        page.blocks.append(
            .message([
                "\(conflict.explanation.what) “:save” again puts what you typed over it, “:cancel” drops it."
            ]))
        return .tell(page)
    }

    func wantsGroups(of person: Person.ID) -> NavigationAction {
        .open(Path(.groups(.standard), .groups(.of(ListState())), .groups(.ofPerson(person, ListState()))))
    }

    func wantsNote(about address: RecordID, _ words: [String], in invocation: Invocation) async throws
        -> NavigationAction
    {
        if invocation.has("--editor") {
            let begun = zip(["topic", "text"], words).map { FieldAssignment(key: $0, value: $1) }
            let about = FieldAssignment(key: "about", value: address.description)
            return try await write(nil, of: .note, [about] + begun, in: invocation)
        }
        guard words.count == 2 else {
            guard words.isEmpty, invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "A note needs a topic and a text.", next: "Write “note \(address) TOPIC TEXT”.")
            }
            return .open(Kind.note.path.appending(RecordPlace<Note>.new(about: address).name))
        }
        var note = Note()
        note.topic = words[0]
        note.text = words[1]
        note.subject = address
        return .open(try await services.notes.add(note, in: invocation.context).address.path)
    }

    func wantsEdit(_ address: RecordID, _ words: [FieldAssignment], in invocation: Invocation) async throws
        -> NavigationAction
    {
        if invocation.has("--editor") { return try await write(address, of: address.kind, words, in: invocation) }
        guard !words.isEmpty else {
            guard invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "There is nothing to change.", next: "Write field=value, or use a terminal for the form.")
            }
            return .open(address.editPath)
        }
        try await directory.editor(for: address.kind).change(
            address, words, ifVersion: try invocation.number("--if-version"), in: invocation.context)
        return .open(address.path)
    }

    func wantsFavorite(_ isFavorite: Bool, _ address: RecordID, in invocation: Invocation) async throws
        -> NavigationAction
    {
        let account = try await session.account(for: "A favorite")
        let record = try await directory.editor(for: address.kind).reference(address)
        let isFavoriteNow = try await services.accounts.favorites(of: account, among: [address]).contains(address)
        try await services.accounts.setFavorite(isFavorite, address, of: account, in: invocation.context)
        let name = "\(record.name) (\(address))"
        guard isFavorite != isFavoriteNow else {
            return .tell(
                .message(
                    isFavorite
                        ? "Nothing changed: \(name) is a favorite already."
                        : "Nothing changed: \(name) is no favorite."))
        }
        return .tell(
            .message(
                isFavorite
                    ? "\(name) is now a favorite. “unfavorite \(address)” takes that back."
                    : "\(name) is no longer a favorite. “favorite \(address)” takes that back."))
    }
}
