import Display
import Localization
import Model
import Navigation

/// The last responder in the chain. It handles the commands of the whole app. The shared commands of a flow that is not
/// on screen are forwarded to that flow. While the user is signed out, the responder offers only the commands for
/// navigation, accounts, help, and the shell.
struct AppResponder: Responder {
    let flows: AppFlows
    let app: AppCoordinator
    let context: FlowContext
    /// The root of the flow on screen. This flow handles its own commands.
    let top: Route.Root
    private let services: Services
    private let resolver: RecordResolver

    init(flows: AppFlows, app: AppCoordinator, context: FlowContext, top: Route.Root) {
        (self.flows, self.app, self.context, self.top) = (flows, app, context, top)
        services = app.services
        resolver = app.resolver
    }

    var commands: [Command] { topics.flatMap(\.commands) }

    var topics: [Topic] {
        let topics = mainTopics
        let manual = ManualCommands(configuration: services.configuration, others: topics)
        return topics + [manual.topic]
    }

    private var mainTopics: [Topic] {
        let account = AccountCommands(
            accounts: services.accounts, files: services.files, session: app.session, login: flows.login,
            settings: flows.settings, isAtPrompt: services.configuration.isAtPrompt)
        return [Topic("Navigation", navigation.commands)]
            + (context.session == .signedOut ? [] : changes)
            + [
                Topic("Account", account.commands),
                Topic("Help", HelpCommands(configuration: services.configuration).commands),
            ]
    }

    private var navigation: NavigationCommands {
        let groups = list(services.groups, flows.groups)
        return NavigationCommands(
            lists: [
                list(services.persons, flows.persons).command(about: "List persons"),
                groups.command(about: "List groups"),
                groups.command("films", where: "kind = film", about: "List films, which are groups of the kind film"),
                groups.command(
                    "starships", where: "kind = starship",
                    about: "List starships, which are groups of the kind starship"),
                list(services.planets, flows.planets)
                    .command(about: "List planets, except fictional and retracted ones"),
                list(services.notes, flows.notes).command(about: "List notes, most recently changed first"),
            ],
            birthdays: BirthdaysCommand(
                occasions: services.occasions, file: services.calendarFile, clock: services.clock, resolver: resolver),
            show: ShowCommand(
                history: services.history, accounts: services.accounts, planets: services.planets,
                clock: services.clock, resolver: resolver, session: context.session,
                page: { [flows] in try await flows.open($0.route).screen.page }),
            resolver: resolver, persons: flows.persons, settings: flows.settings)
    }

    private func list<Content: Recordable>(
        _ source: some RecordDataSource<Content>, _ navigator: some ListNavigator<Content>
    ) -> ListCommand<Content> {
        ListCommand(source: source, resolver: resolver, pageSize: context.pageSize, navigator: navigator)
    }

    private var changes: [Topic] {
        let records = RecordCommands(
            changes: flows.changes, resolver: resolver, bulk: flows.bulk,
            photo: PhotoCommand(files: services.files, photos: services.blobs, resolver: resolver))
        let store = StoreCommands(
            maintenance: services.maintenance, history: services.history, planets: services.planets,
            persons: services.persons,
            seeds: services.seeds, configuration: services.configuration, session: app.session, resolver: resolver,
            graph: app.graph)
        let synchronization = SyncCommands(
            remotes: services.remotes, groups: services.groups, steps: services.history,
            backups: services.maintenance, files: services.files, clock: services.clock, resolver: resolver,
            notify: services.configuration.notify)
        return [Topic("Records", records.commands)] + flows.forwardedTopics(except: top)
            + [Topic("Synchronization", synchronization.commands), Topic("Database", store.commands)]
    }
}

// MARK: - Navigators at the end of the responder chain

extension AppResponder: AppNavigator, RecordNavigator {
    func showHome() -> NavigationAction { .open(Path(.home)) }
    func restart() -> NavigationAction { .restart }
    func showFavorites(_ state: FavoritesState) throws -> NavigationAction { try flows.favorites.present(state) }
    func showBirthdays(_ state: BirthdaysState) -> NavigationAction { .push(.birthdays(state)) }
    func showSearchResults(_ query: Query) -> NavigationAction { .push(.found(query)) }
    func open(_ path: Path) -> NavigationAction { .open(path) }
}

extension AppResponder: FormNavigator {
    func showForm(editing id: RecordID) -> NavigationAction { .push(id.editForm) }
    func showForm(for kind: Kind, about subject: RecordID?) -> NavigationAction { .push(kind.form(about: subject)) }
    func closeForm() -> NavigationAction { .leave }
}

extension AppResponder: WebPageNavigator {
    func openWebPage(_ address: String?, of name: String) throws -> NavigationAction {
        guard let page = address.flatMap(WebAddress.init) else { throw CommandProblem.noWebPage(name) }
        return .visit(page)
    }
}

extension AppResponder: ErrorNavigator {
    func didConflict(_ conflict: EditConflict) -> NavigationAction {
        var page = conflict.page
        page.blocks.append(
            .message([
                """
                \(conflict.explanation.what) Use “:save” again to overwrite that version, or “:cancel” to discard \
                your changes.
                """
            ]))
        return .tell(page)
    }
}
