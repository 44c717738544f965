import Display
import Localization
import Model
import Navigation

/// The coordinator of the whole app. It owns the data sources and passes to each flow coordinator only those that the
/// flow uses. While the user is signed out, it puts the login flow on top.
public struct AppCoordinator: SceneProvider {
    private let allServices: Services
    package let session: CurrentSession

    public init(services: Services, session: CurrentSession) {
        allServices = services
        self.session = session
    }

    /// The services for the account of the session.
    package var services: Services { allServices.filtering(for: session.session.account) }

    var resolver: RecordResolver {
        let services = services
        return RecordResolver(
            persons: services.persons, groups: services.groups, planets: services.planets, notes: services.notes,
            search: services.search, duplicates: services.duplicates)
    }

    /// Puts the login flow on top of the navigation stack if the user is signed out. If the user is signed in, removes
    /// the login flow, except while a new user fills in their own card. The requested location stays below the login
    /// flow. Going back from the login flow reopens the login flow.
    package func admit(_ navigation: NavigationStack) async throws -> NavigationStack {
        let session = session.session
        guard session == .signedOut else {
            let isSigningUp = session.account != nil && navigation.top == .login(.signUp(.card))
            return isSigningUp ? navigation : navigation.without(.login)
        }
        guard navigation.path.root != .login else { return navigation }
        let ahead = navigation.after(.forward)
        if ahead.path.root == .login { return ahead }
        let isFirst = try await services.accounts.accounts().isEmpty
        let flow = flows(pageSize: services.configuration.pageSize()).login
        let login = navigation.without(.login).covered(by: .login(flow.start))
        return isFirst ? login.after(flow.showSignUp()) : login
    }

    package func scene(for navigation: NavigationStack) async throws -> Scene {
        var pageSize = services.configuration.pageSize()
        var flows = flows(pageSize: pageSize)
        var (screen, coordinators) = try await flows.open(navigation.top)
        // After `previous`, a smaller page omits the first rows instead of the last, so it is checked again.
        while let rows = await services.configuration.fittingRows(screen.page), rows < pageSize {
            pageSize = rows
            flows = self.flows(pageSize: pageSize)
            (screen, coordinators) = try await flows.open(navigation.top)
        }
        DebugLog.note(.page, "\(screen.name) at \(navigation.path)")
        let parents = navigation.path.routes.dropLast()
        var breadcrumbs = parents.prefix(1).map(\.root.rawValue)
        for route in parents.dropFirst() { breadcrumbs.append(try await title(of: route)) }
        let responder = AppResponder(flows: flows, app: self, context: flows.context, top: navigation.path.root)
        return Scene(
            screen: screen, flows: coordinators + flows.presenters(beneath: navigation), app: responder,
            breadcrumbs: breadcrumbs + [screen.title])
    }

    private func flows(pageSize: Int) -> AppFlows {
        AppFlows(
            of: self,
            in: FlowContext(
                session: session.session, today: services.clock.today(), pageSize: pageSize,
                accounts: services.accounts, favorites: services.favorites))
    }

    // MARK: - SceneProvider

    package func prepareForCommand() async throws {
        try await services.search.catchUp()
        await session.endIfRemoved()
    }

    package var currentSession: Session { session.session }

    package func prompt(for item: TutorialItem, of tour: [TutorialItem]) -> Prompt {
        TutorialPresenter(tour: tour).prompt(for: item)
    }

    package func page(of result: DryRunResult) -> Page? { result.page }

    /// Describes the changes made by a command.
    ///
    /// - Returns: A summary, or `nil` if no record was changed or the history cannot be read.
    package func statusLine(after context: CommandContext) async -> Message? {
        guard let step = try? await services.history.step(of: context),
            let changes = try? await services.history.changes(of: step.id, at: .beginning, limit: 10),
            !changes.items.isEmpty
        else { return nil }
        let offer: Message? =
            if case .edit = step.role, changes.items.count == 1 {
                try? await services.persons.offer(after: changes.items[0])
            } else {
                nil
            }
        let publication = await publication(by: changes.items)
        return [step.statusLine(changes.items), publication, offer].compactMap(\.self).joined()
    }

    /// Returns a notice that a journal entry became a note and is no longer private, or `nil` if there is no such
    /// entry.
    private func publication(by changes: [RecordChange]) async -> Message? {
        for change in changes where change.action == .changed {
            guard let id = Note.ID(change.record.id),
                change.fields.contains(where: { Note.privateFields.contains($0.key) }),
                let note = try? await services.notes.record(id), !note.content.isPrivate
            else { continue }
            return "Without a date or kind, the note is no longer private: exports and synchronization include it."
        }
        return nil
    }

    /// Returns the reminders for the start of a session. The array is empty while the user is signed out, in forms, and
    /// on the home screen, which shows the reminders itself.
    package func reminders(at navigation: NavigationStack) async throws -> [Message] {
        guard session.session != .signedOut, navigation.top != .home, !navigation.top.isForm else { return [] }
        return try await flows(pageSize: 1).reminders().sentences
    }

    /// Returns the navigation graph that covers both the current session and a signed-out session.
    @Sendable func graph() async throws -> NavigationGraph {
        let signedOut = CurrentSession(.signedOut, accounts: services.accounts)
        return try await NavigationCrawler(self, AppCoordinator(services: services, session: signedOut)).graph()
    }

    package var programOptions: [Option] { services.configuration.options }

    /// Returns the breadcrumb title of a location that is neither the first nor the last in its path.
    private func title(of route: Route) async throws -> String {
        if case .groups(.of(let state)) = route { return state.title(GroupsFlowCoordinator.memberSelection) }
        guard let record = route.record else { return route.name }
        return try await resolver.reference(RecordArgument(record)).name
    }
}

// MARK: - Delegate of flow coordinators

extension AppCoordinator: PersonsFlowDelegate, GroupsFlowDelegate, PlanetsFlowDelegate, NotesFlowDelegate,
    FavoritesPresenterDelegate, RecordNavigator
{
    func didSave(_ id: RecordID) -> NavigationAction { .all([.leave, didSelect(id)]) }
    func didCloseFavorites() -> NavigationAction { .dismiss }
}

extension AppCoordinator: LoginFlowDelegate {
    func didSignIn(_ account: Account, from session: Session) -> NavigationAction {
        .all([showRequested(from: session), .tell(.message("You are signed in as \(account.name)."))])
    }

    func didSignUp(_ account: Account, from session: Session) -> NavigationAction {
        .all([showRequested(from: session), .tell(.message("Welcome, \(account.name). You are signed in."))])
    }

    func didFinishSignUp() -> NavigationAction { .all([.dismiss, TutorialPresenter().present()]) }
    func didContinueAsGuest() -> NavigationAction { .dismiss }

    /// Returns an action that shows the location requested before signing in. If the user changes accounts, the action
    /// closes all locations of the former account.
    private func showRequested(from session: Session) -> NavigationAction {
        session == .signedOut ? .dismiss : .restart
    }
}

extension AppCoordinator: SettingsFlowDelegate {
    func didCloseCard() -> NavigationAction { .leave }
}

/// The flow coordinators of the app. Each receives only the data sources that it uses.
struct AppFlows: Sendable {
    let changes: RecordCoordinator
    let bulk: BulkChanges
    let persons: PersonsFlowCoordinator
    let groups: GroupsFlowCoordinator
    let planets: PlanetsFlowCoordinator
    let notes: NotesFlowCoordinator
    let history: HistoryFlowCoordinator
    let duplicates: DuplicatesFlowCoordinator
    let login: LoginFlowCoordinator
    let settings: SettingsFlowCoordinator
    let favorites: FavoritesPresenter
    let context: FlowContext
    private let services: Services

    init(of app: AppCoordinator, in context: FlowContext) {
        let (services, session, resolver) = (app.services, app.session, app.resolver)
        self.services = services
        self.context = context
        let forms = FormMaker(drafts: services.drafts, account: context.session.account, texts: services.editor)
        changes = RecordCoordinator(
            resolver: resolver, notes: services.notes, favorites: services.favorites, session: session,
            texts: services.editor)
        let selection = SelectionReader(persons: services.persons, files: services.files, resolver: resolver)
        bulk = BulkChanges(reader: selection, notes: services.notes)
        let records = RecordFlowContext(
            context: context, resolver: resolver, forms: forms, changes: changes, bulk: bulk)
        let configuration = services.configuration
        let archive = ArchiveExchange(archive: services.archive, progress: configuration.progress)
        persons = PersonsFlowCoordinator(
            persons: services.persons, notes: services.notes, duplicates: services.duplicates, records: records,
            mail: MailCommands(recipients: services.recipients, persons: services.persons, files: services.files),
            imports: ImportCommand(
                importer: ContactImporter(
                    imports: services.imports, files: services.files,
                    runner: ImportRunner(
                        steps: services.history, backups: services.maintenance, files: services.files,
                        progress: configuration.progress)), archive: archive, persons: services.persons,
                canReview: configuration.isAtPrompt),
            export: ExportCommand(
                groups: services.groups, exports: services.exports, archive: archive,
                files: services.files, notify: configuration.notify, selection: selection),
            share: ShareCommand(
                persons: services.persons, exports: services.exports, files: services.files,
                pictures: services.pictures, encode: configuration.qrCode, notify: configuration.notify,
                resolver: resolver),
            clock: services.clock, calendar: services.calendarFile, pictures: services.pictures, delegate: app)
        groups = GroupsFlowCoordinator(
            groups: services.groups, persons: services.persons, records: records, delegate: app)
        planets = PlanetsFlowCoordinator(
            planets: services.planets, persons: services.persons, records: records,
            pictures: services.pictures,
            sky: SkyCommands(
                persons: services.persons, planets: services.planets, settings: services.settings,
                file: services.calendarFile, pictures: services.pictures, clock: services.clock, context: context,
                resolver: resolver),
            delegate: app)
        notes = NotesFlowCoordinator(
            notes: services.notes, records: records, recipients: services.recipients, files: services.files,
            clock: services.clock, calendar: services.calendarFile, delegate: app)
        history = HistoryFlowCoordinator(
            reader: HistoryReader(history: services.history, clock: services.clock, pageSize: context.pageSize),
            maintenance: services.maintenance, resolver: resolver, session: session, delegate: app)
        duplicates = DuplicatesFlowCoordinator(
            duplicates: services.duplicates, persons: services.persons, backups: services.maintenance,
            resolver: resolver, pageSize: context.pageSize, delegate: app)
        let card = CardForm(
            accounts: services.accounts, persons: services.persons, forms: forms, resolver: resolver)
        login = LoginFlowCoordinator(
            accounts: services.accounts, session: session, forms: forms, card: card, delegate: app)
        settings = SettingsFlowCoordinator(
            settings: services.settings, session: context.session, forms: forms, card: card, delegate: app)
        favorites = FavoritesPresenter(context: context, delegate: app)
    }

    /// Returns the screen of a location and its flow coordinators, innermost first.
    func open(_ route: Route) async throws -> (screen: any Screen, flows: [any Responder]) {
        switch route {
        case .home: (try await home(), [])
        case .login(let location): try await open(location, in: login)
        case .persons(let location): try await open(.records(location), in: persons)
        case .groups(let location): try await open(location, in: groups)
        case .planets(let location): try await open(location, in: planets)
        case .notes(let location): try await open(location, in: notes)
        case .settings(let location): try await open(location, in: settings)
        case .history(let location): try await open(location, in: history)
        case .trash(let state): (try await history.trash(state), [history])
        case .duplicates(let location): try await open(location, in: duplicates)
        case .importReview(let review): try await open(.importReview(review), in: persons)
        case .favorites(let state): try await open(state, in: favorites)
        case .found(let query):
            (
                try await PageScreen.searchResults(
                    query, SearchResultLoader(search: services.search, context: context)), []
            )
        case .birthdays(let state): (try await birthdays(state), [])
        }
    }

    private func home() async throws -> HomeScreen {
        // Commands that do not access data must not open the database.
        guard context.session != .signedOut, services.configuration.isAtPrompt else { return HomeScreen() }
        let reminders = try await reminders()
        guard context.session == .guest else { return HomeScreen(reminders) }
        return HomeScreen(
            reminders, hasContacts: try await services.persons.list(ListRequest(limit: 0)).hasMore)
    }

    func reminders() async throws -> HomeReminders {
        try await HomeReminders(
            occasions: services.occasions.occasions(
                in: YearlySpan(from: context.today, days: HomeReminders.days), at: .beginning,
                limit: HomeReminders.limit),
            due: services.persons.count(.all, matching: "", where: .due(by: context.today, of: .person)),
            reminders: services.notes.count(.all, matching: "", where: .due(by: context.today, of: .note)),
            conflicts: services.remotes.conflicts().count, today: context.today)
    }

    private func open<Flow: FlowCoordinator>(
        _ location: Flow.FlowLocation, in flow: Flow
    ) async throws -> (any Screen, [any Responder]) {
        DebugLog.note(.flow, flow.name)
        return (try await flow.screen(for: location), flow.children(at: location) + [flow])
    }

    /// Returns the presenter of the modal list beneath the screen, if any. Its commands remain available.
    func presenters(beneath navigation: NavigationStack) -> [any Responder] {
        navigation.modal == .favorites && navigation.path.root != .favorites ? [favorites] : []
    }

    private func birthdays(_ state: BirthdaysState) async throws -> PageScreen {
        let group: RecordReference? =
            if let id = state.group { try await services.groups.record(id).reference } else { nil }
        return try await .birthdays(state, of: group, services.occasions, in: context)
    }

    /// Returns the topics whose commands the app forwards to the flows, except for the topics of the flow on screen.
    func forwardedTopics(except top: Route.Root) -> [Topic] {
        var topics: [Topic] = []
        if top != .persons, top != .importReview { topics += persons.forwardedTopics }
        if top != .groups { topics += groups.forwardedTopics }
        if top != .planets { topics += planets.forwardedTopics }
        if top != .notes { topics += notes.forwardedTopics }
        if top != .history, top != .trash { topics += history.forwardedTopics }
        if top != .duplicates { topics += duplicates.forwardedTopics }
        return topics
    }
}
