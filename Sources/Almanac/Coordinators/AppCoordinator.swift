import Display
import Localization
import Model
import Navigation

/// The coordinator of the whole app. It owns the data sources, injects into each flow coordinator the sources that the
/// flow uses, and puts the login flow on top while the user is signed out.
public struct AppCoordinator: SceneProvider {
    package let services: Services
    package let session: CurrentSession

    public init(services: Services, session: CurrentSession) {
        self.services = services
        self.session = session
    }

    var resolver: RecordResolver {
        RecordResolver(
            persons: services.persons, groups: services.groups, planets: services.planets, notes: services.notes,
            search: services.search, duplicates: services.duplicates)
    }

    /// Puts the login flow on top of the navigation stack if the user is signed out, and removes it otherwise, except
    /// while a new user fills in their own card. The requested location stays below the login flow. Going back from the
    /// login flow reopens the login flow.
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
        while true {
            let scene = try await scene(for: navigation, pageSize: pageSize)
            // After `previous`, a smaller page contains different rows, which can take more lines.
            guard let rows = await services.configuration.fittingRows(scene.screen.page), rows < pageSize else {
                return scene
            }
            pageSize = rows
        }
    }

    private func scene(for navigation: NavigationStack, pageSize: Int) async throws -> Scene {
        let flows = flows(pageSize: pageSize)
        let (screen, coordinators) = try await flows.open(navigation.top)
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
            let changes = try? await services.history.changes(of: step.id, at: .beginning, limit: 3),
            !changes.items.isEmpty
        else { return nil }
        return step.statusLine(changes.items)
    }

    /// Returns the navigation graph of the app for signed-in and signed-out sessions.
    @Sendable func graph() async throws -> NavigationGraph {
        let signedOut = CurrentSession(.signedOut, accounts: services.accounts)
        return try await NavigationCrawler(self, AppCoordinator(services: services, session: signedOut)).graph()
    }

    package var programOptions: [Option] { services.configuration.options }

    package func log(_ line: @autoclosure () -> String) { services.configuration.log(line) }

    /// Returns the breadcrumb title of a location that is neither the first nor the last in its path.
    private func title(of route: Route) async throws -> String {
        if case .groups(.of(let state)) = route { return state.title(GroupsFlowCoordinator.memberSelection) }
        guard let record = route.record else { return route.name }
        return try await resolver.reference(RecordArgument(record)).name
    }
}

// MARK: - Delegate of the flows

extension AppCoordinator: PersonsFlowDelegate, GroupsFlowDelegate, PlanetsFlowDelegate, NotesFlowDelegate,
    HistoryFlowDelegate, DuplicatesFlowDelegate, FavoritesPresenterDelegate, RecordNavigator
{
    func didSave(_ record: RecordID) -> NavigationAction { .all([.leave, didSelect(record)]) }
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

    /// Reveals the location that was requested before signing in. A change of accounts closes all locations of the former
    /// account.
    private func showRequested(from session: Session) -> NavigationAction {
        session == .signedOut ? .dismiss : .restart
    }
}

extension AppCoordinator: SettingsFlowDelegate {
    func didCloseCard() -> NavigationAction { .leave }
}
