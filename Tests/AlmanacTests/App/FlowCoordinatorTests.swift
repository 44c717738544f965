import Display
import Model
import Navigation
import Testing

@testable import Almanac

@Suite("Flow coordinators with stub data sources and a recording delegate")
struct FlowCoordinatorTests {
    private let fixture = CoordinatorFixture()

    // MARK: - Records

    @Test func `Selecting a row in the list of persons opens the person`() async throws {
        let list = try await fixture.personsFlow.screen(for: .records(.standard))
        #expect(list.page.tables.first?.rows.map { $0["name"].words } == ["Leia", "Luke"])
        #expect(try await fixture.run("show 2", on: list) == .push(.persons(.record(Person.ID(rawValue: 2)))))
        #expect(fixture.delegate.events == [])
    }

    @Test func `A selected home planet is reported to the delegate of the persons flow`() async throws {
        var fixture = fixture
        fixture.persons.contents[0].home = Planet.ID(rawValue: 1)
        let leia = try await fixture.personsFlow.screen(for: .records(.record(Person.ID(rawValue: 1))))
        #expect(try await fixture.run("planet", on: leia) == .stay)
        #expect(fixture.delegate.events == ["didSelect planets/1"])
    }

    @Test func `new in the persons flow creates a person`() async throws {
        let list = try await fixture.personsFlow.screen(for: .records(.standard))
        #expect(try await fixture.run("new given=Luke", by: fixture.personsFlow, on: list) == .stay)
        #expect(fixture.delegate.events == ["create person given=Luke"])
    }

    @Test func `new in the groups, planets, and notes flows creates a record of the flow’s kind`() async throws {
        let home = HomeScreen()
        _ = try await fixture.run("new name=Rebels", by: fixture.groupsFlow, on: home)
        _ = try await fixture.run("new name=Hoth", by: fixture.planetsFlow, on: home)
        _ = try await fixture.run("new topic=Plans", by: fixture.notesFlow, on: home)
        #expect(
            fixture.delegate.events == [
                "create group name=Rebels", "create planet name=Hoth", "create note topic=Plans",
            ])
    }

    @Test func `Saving a form is reported to the delegate`() async throws {
        let form = try await fixture.personsFlow.screen(for: .records(.edit(Person.ID(rawValue: 1))))
        #expect(try await fixture.run("save", on: form)?.description == "stay, status line")
        #expect(fixture.delegate.events == ["didSave persons/1"])
    }

    @Test func `Selecting a person in the groups flow opens that person’s groups`() async throws {
        let selection = try await fixture.groupsFlow.screen(for: .of(ListState()))
        let action = try await fixture.run("show 1", on: selection)
        #expect(action == .push(.groups(.ofPerson(Person.ID(rawValue: 1), ListState()))))
    }

    @Test func `The selected subject of a note is reported to the delegate of the notes flow`() async throws {
        var fixture = fixture
        fixture.notes.links.subject = RecordReference(id: RecordID(kind: .person, number: 2), name: "Luke")
        let note = try await fixture.notesFlow.screen(for: .record(Note.ID(rawValue: 1)))
        #expect(try await fixture.run("about", on: note) == .stay)
        #expect(fixture.delegate.events == ["didSelect persons/2"])
    }

    @Test func `A flow opens the list and the records of its kind`() throws {
        let (id, planet) = (Person.ID(rawValue: 1), Planet.ID(rawValue: 2))
        #expect(fixture.personsFlow.showList(ListState()) == .push(.persons(.standard)))
        #expect(fixture.personsFlow.didSelect(id) == .push(.persons(.record(id))))
        #expect(fixture.planetsFlow.didSelect(planet) == .push(.planets(.record(planet))))
    }

    @Test func `A flow begins at the location that its root opens`() throws {
        #expect(Route(root: "persons") == .persons(.standard) && fixture.personsFlow.start == .records(.standard))
        #expect(Route(root: "groups") == .groups(fixture.groupsFlow.start))
        #expect(Route(root: "planets") == .planets(fixture.planetsFlow.start))
        #expect(Route(root: "notes") == .notes(fixture.notesFlow.start))
        #expect(Route(root: "history") == .history(fixture.historyFlow.start))
        #expect(Route(root: "duplicates") == .duplicates(fixture.duplicatesFlow.start))
        #expect(Route(root: "login") == .login(fixture.loginFlow.start))
        #expect(Route(root: "settings") == .settings(fixture.settingsFlow.start))
        #expect(Route(root: "favorites") == .favorites(fixture.favoritesPresenter.start))
    }

    @Test func `Lists and imports open locations through their navigators`() async throws {
        let (delegate, importing) = (fixture.delegate, fixture.importCommand.command(for: fixture.delegate))
        let persons = ListCommand(
            source: fixture.persons, resolver: fixture.resolver, pageSize: 20, navigator: delegate)
        let screen = PageScreen("commands", Page("", []), [persons.command(about: "List persons"), importing])
        _ = try await fixture.run("persons --limit 1", on: screen)
        _ = try await fixture.run("import cards.vcf", on: screen)
        #expect(delegate.events == ["showList", "review"])
    }

    @Test func `An argument that accepts one kind of record is looked up only in the data source of that kind`()
        async throws
    {
        var fixture = fixture
        (fixture.persons.isUnused, fixture.groups.isUnused, fixture.notes.isUnused) = (true, true, true)
        let resolver = fixture.resolver
        let planet = try await resolver.id(RecordArgument(text: "Alderaan", kinds: [.planet]))
        #expect(planet == RecordID(kind: .planet, number: 1))
        await #expect(throws: UnusedDataSource.Unused.self) {
            try await resolver.id(RecordArgument(text: "Alderaan"))
        }
    }

    // MARK: - Login

    @Test func `Selecting an account without a passphrase signs in and is reported to the delegate`() async throws {
        let fixture = CoordinatorFixture(.signedOut)
        let accounts = try await fixture.loginFlow.screen(for: .accounts)
        let action = try await fixture.run("show 1", on: accounts)
        #expect(action == .stay && fixture.delegate.events == ["didSignIn Leia"])
        #expect(fixture.session.session == .account(fixture.accounts.leia.id))
    }

    @Test func `Entering a wrong passphrase is an error and does not sign the user in`() async throws {
        let fixture = CoordinatorFixture(.signedOut)
        let form = try await fixture.loginFlow.screen(for: .account(fixture.accounts.leia.id))
        await #expect(throws: AccountProblem.wrongPassphrase(name: "Leia")) {
            try await fixture.run("set passphrase=hoth", on: form)
        }
        #expect(fixture.session.session == .signedOut)
    }

    // MARK: - Child flows

    @Test func `The sign-up flow creates the account and continues with its card`() async throws {
        var fixture = CoordinatorFixture(.signedOut)
        fixture.draft = Draft(words: [FieldAssignment(key: "name", value: "Leia")])
        let name = try await fixture.signUpFlow.screen(for: .name)
        #expect(try await fixture.run("save", on: name) == .all([.leave, .push(.login(.signUp(.card)))]))
        #expect(fixture.session.session == .account(fixture.accounts.leia.id))
        fixture.draft = nil
        let card = try await fixture.signUpFlow.screen(for: .card)
        #expect(card.question?.title.description == "Given name" && card.question?.value == "Leia")
    }

    @Test func `Cancelling the card ends the sign-up flow`() async throws {
        let fixture = CoordinatorFixture(.account(StubAccounts().leia.id))
        let card = try await fixture.signUpFlow.screen(for: .card)
        #expect(try await fixture.run("cancel", on: card) == .stay)
        #expect(fixture.delegate.events == ["didFinishSignUp"])
    }

    @Test func `A parent flow returns a child flow only for the locations of the child`() async throws {
        #expect(fixture.loginFlow.children(at: .signUp(.name)).map(\.name) == ["SignUpFlowCoordinator"])
        #expect(fixture.loginFlow.children(at: .accounts).isEmpty)
        let pair = PersonPair(Person.ID(rawValue: 1), Person.ID(rawValue: 2))
        #expect(fixture.duplicatesFlow.children(at: .pair(pair)).map(\.name) == ["MergeFlowCoordinator"])
    }

    @Test func `A merge is reported to the delegate of the merge flow`() async throws {
        let pair = PersonPair(Person.ID(rawValue: 1), Person.ID(rawValue: 2))
        let comparison = try await fixture.mergeFlow.screen(for: pair)
        #expect(try await fixture.run("merge --keep persons/1", on: comparison) == .stay)
        #expect(fixture.delegate.events.last == "didMerge")
    }

    @Test func `An interactive import of existing contacts opens the review`() async throws {
        let action = try await fixture.run("import cards.vcf", by: fixture.personsFlow, on: HomeScreen())
        let actions: [NavigationAction]? = if case .all(let actions) = action { actions } else { nil }
        #expect(actions?.first == .push(.importReview(ImportReview(["cards.vcf"]))))
    }

    @Test func `The review shows the existing contacts and the decisions`() async throws {
        var review = ImportReview(["cards.vcf"])
        review.decisions = "2=skip"
        let screen = try await fixture.importReviewFlow().screen(for: review)
        let rows = try #require(screen.page.tables.first?.rows)
        #expect(rows.map { $0["name"].words } == ["Leia", "Luke"])
        #expect(rows.map { $0["decision"].words } == ["", "skip"])
        #expect(try await fixture.run("show 2", on: screen) == .stay)
        #expect(fixture.delegate.events == ["didSelect persons/2"])
    }

    @Test func `A decision applies to the given rows or, without rows, to all undecided cards`() async throws {
        let screen = try await fixture.importReviewFlow().screen(for: ImportReview(["cards.vcf"]))
        var review = ImportReview(["cards.vcf"])
        review.decisions = "1=keep-both,2=keep-both"
        #expect(try await fixture.run("keep-both 2 1", on: screen) == .replace(.importReview(review)))
        review.decisions = "merge"
        #expect(try await fixture.run("merge", on: screen) == .replace(.importReview(review)))
        await #expect(throws: CommandProblem.self) { try await fixture.run("skip 3", on: screen) }
    }

    @Test func `A reviewed import runs only after all cards are decided and is then reported to the delegate`()
        async throws
    {
        var review = ImportReview(["cards.vcf"])
        review.decisions = "1=merge"
        let open = try await fixture.importReviewFlow().screen(for: review)
        await #expect(throws: CommandProblem.self) { try await fixture.run("import", on: open) }
        #expect(fixture.delegate.events == [])
        review.decisions = "skip,1=merge"
        let decided = try await fixture.importReviewFlow().screen(for: review)
        #expect(try await fixture.run("import", on: decided) == .stay)
        #expect(fixture.imports.imports.last == "skip,1=merge")
        #expect(try await fixture.run("cancel", on: decided) == .stay)
        #expect(fixture.delegate.events == ["didFinishReview", "didCancelReview"])
    }

    @Test func `The settings flow opens the account’s card`() async throws {
        #expect(fixture.settingsFlow.showCard() == .push(.settings(.account)))
        let card = try await fixture.settingsFlow.screen(for: .account)
        #expect(card.question?.value == "Leia")
    }
}
