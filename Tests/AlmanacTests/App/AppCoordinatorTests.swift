import Model
import Testing

@testable import Almanac
@testable import Navigation

@Suite("The app coordinator with stub data sources")
struct AppCoordinatorTests {
    private let fixture = CoordinatorFixture()
    private let leia = Person.ID(rawValue: 1)

    // MARK: - Navigators

    @Test func `The last responder, the app, opens records, forms, web pages, and any other location`()
        async throws
    {
        let scene = try await fixture.app.scene(for: NavigationStack())
        let app = try #require(scene.chain.last as? AppResponder)
        #expect(app.showHome() == .open(Path(.home)))
        let favorites = FavoritesState()
        #expect(
            try app.showFavorites(favorites)
                == .all([.present(.favorites(favorites)), .replace(.favorites(favorites))])
        )
        #expect(app.showBirthdays(BirthdaysState()) == .push(.birthdays(BirthdaysState())))
        #expect(app.showSearchResults(Query("leia")) == .push(.found(Query("leia"))))
        #expect(app.open(Path(.persons(.standard))) == .open(Path(.persons(.standard))))
        #expect(app.didSelect(leia.recordID) == .push(.persons(.record(leia))))
        #expect(app.showForm(editing: leia.recordID) == .push(.persons(.edit(leia))))
        #expect(app.showForm(for: .group, about: nil) == .push(.groups(.records(.new(about: nil)))))
        #expect(
            try app.openWebPage("https://swapi.info/planets/2", of: "Alderaan")
                == .visit(try #require(WebAddress("https://swapi.info/planets/2"))))
        for address in [nil, "file:///etc"] {
            #expect(throws: CommandProblem.self) { try app.openWebPage(address, of: "Alderaan") }
        }
    }

    @Test func `Signing in reveals the requested location, and signing in during a session closes all locations`() {
        let leia = StubAccounts().leia
        let report = NavigationAction.tell(.message("You are signed in as Leia."))
        #expect(fixture.app.didSignIn(leia, from: .signedOut) == .all([.dismiss, report]))
        #expect(fixture.app.didSignIn(leia, from: .guest) == .all([.restart, report]))
        #expect(fixture.app.didContinueAsGuest() == .dismiss)
    }

    @Test func `Saving a form closes it and opens the record`() {
        #expect(fixture.app.didSave(leia.recordID) == .all([.leave, .push(.persons(.record(leia)))]))
    }

    // MARK: - Admission

    private let persons = NavigationStack(Path(.persons(.standard)))

    @Test func `The login flow covers every location while the user is signed out`() async throws {
        let app = CoordinatorFixture(.signedOut).app
        let admitted = try await app.admit(persons)
        #expect(admitted.path == Path(.login(.accounts)))
        #expect(admitted.after(.dismiss).path == persons.path)
        #expect(try await app.admit(admitted) == admitted)
        let left = admitted.after(.back)
        #expect(left.path == persons.path)
        #expect(try await app.admit(left) == admitted)
    }

    @Test(arguments: [Session.guest, .account(StubAccounts().leia.id)])
    func `The login flow is closed in a guest or account session`(session: Session) async throws {
        let login = try await CoordinatorFixture(.signedOut).app.admit(persons)
        let app = CoordinatorFixture(session).app
        #expect(try await app.admit(login) == persons)
        #expect(try await app.admit(persons) == persons)
    }

    @Test func `Sign-up covers the first location if there are no accounts`() async throws {
        let app = CoordinatorFixture(.signedOut, accounts: StubAccounts(isEmpty: true)).app
        let admitted = try await app.admit(persons)
        #expect(admitted.top == .login(.signUp(.name)))
        #expect(admitted.after(.back).path == Path(.login(.accounts)))
    }

    @Test func `The card form stays open for a new account but not for a guest`() async throws {
        let name = try await CoordinatorFixture(.signedOut).app.admit(persons).after(.push(.login(.signUp(.name))))
        let card = name.after(.push(.login(.signUp(.card))))
        #expect(try await CoordinatorFixture(.account(StubAccounts().leia.id)).app.admit(card) == card)
        #expect(try await CoordinatorFixture(.guest).app.admit(card) == persons)
    }

    // MARK: - Scenes

    @Test(
        arguments: [
            (.home, []), (.persons(.standard), ["PersonsFlowCoordinator"]),
            (.groups(.standard), ["GroupsFlowCoordinator"]), (.planets(.standard), ["PlanetsFlowCoordinator"]),
            (.notes(.standard), ["NotesFlowCoordinator"]), (.history(.standard), ["HistoryFlowCoordinator"]),
            (.trash(TrashState()), ["HistoryFlowCoordinator"]), (.settings(.settings), ["SettingsFlowCoordinator"]),
            (.found(Query("")), []), (.favorites(FavoritesState()), ["FavoritesPresenter"]),
            (.login(.accounts), ["LoginFlowCoordinator"]),
            (.login(.signUp(.name)), ["SignUpFlowCoordinator", "LoginFlowCoordinator"]),
            (
                .duplicates(.pair(PersonPair(Person.ID(rawValue: 1), Person.ID(rawValue: 2)))),
                ["MergeFlowCoordinator", "DuplicatesFlowCoordinator"]
            ),
        ] as [(Route, [String])])
    func `The responder chain of a scene contains its flows between the screen and the app`(
        route: Route, flows: [String]
    ) async throws {
        let scene = try await fixture.app.scene(for: NavigationStack(Path(route)))
        #expect(scene.chain.dropFirst().map(\.name) == flows + ["AppResponder"])
        #expect(scene.chain.first is any Screen)
    }

    @Test func `The breadcrumbs of a scene show the record names in its path`() async throws {
        let path = Path(.persons(.edit(leia)))
        #expect(try await fixture.app.scene(for: NavigationStack(path)).breadcrumbs == ["persons", "Leia", "edit"])
    }

    @Test func `The app forwards commands to every flow except the one on screen`() async throws {
        let flows = [
            "PersonsFlowCoordinator", "GroupsFlowCoordinator", "PlanetsFlowCoordinator", "NotesFlowCoordinator",
        ]
        for (route, own) in [(Route.home, ""), (.persons(.standard), flows[0]), (.planets(.standard), flows[2])] {
            let scene = try await fixture.app.scene(for: NavigationStack(Path(route)))
            let handlers = Set(scene.chain.last?.topics.compactMap(\.handler) ?? [])
            #expect(handlers.isSuperset(of: flows.filter { $0 != own }))
            #expect(!handlers.contains(own))
        }
    }

    @Test func `The app does not forward commands to flows while the user is signed out`() async throws {
        let scene = try await CoordinatorFixture(.signedOut).app.scene(for: NavigationStack(Path(.login(.accounts))))
        let topics = try #require(scene.chain.last?.topics)
        #expect(topics.allSatisfy { $0.handler == nil })
        #expect(!topics.flatMap(\.commands).contains { $0.name == "delete" })
    }

    @Test func `A command of another flow runs through the responder chain`() async throws {
        var state = try await AppState(fixture.app, isInteractive: true)
        try await state.send("show persons/2")
        #expect(state.navigation.path == Path(.persons(.record(Person.ID(rawValue: 2)))))
        try await state.send("history")
        #expect(state.scene.chain.dropFirst().map(\.name) == ["HistoryFlowCoordinator", "AppResponder"])
    }
}
