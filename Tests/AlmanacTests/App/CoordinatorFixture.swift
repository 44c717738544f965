import Model
import TestSupport
import Testing

@testable import Almanac
@testable import Navigation

/// The flow coordinators with stub data sources and a recording delegate, without a database and without a terminal.
struct CoordinatorFixture {
    let delegate = RecordingDelegate()
    var persons = StubDataSource(contents: [Person.named("Leia"), Person.named("Luke")])
    var groups = StubDataSource<Group>(contents: [])
    var planets = StubDataSource<Planet>(contents: [])
    var notes = StubDataSource<Note>(contents: [])
    let accounts: StubAccounts
    let imports = StubImports()
    /// The draft of each form, if any.
    var draft: Draft?
    let session: CurrentSession

    init(_ session: Session = .guest, accounts: StubAccounts = StubAccounts()) {
        self.accounts = accounts
        self.session = CurrentSession(session, accounts: accounts)
        var rebels = Group()
        rebels.name = "Rebels"
        groups.contents = [rebels]
        var alderaan = Planet()
        alderaan.name = "Alderaan"
        planets.contents = [alderaan]
        var plans = Note()
        plans.topic = "Plans"
        notes.contents = [plans]
    }

    var resolver: RecordResolver {
        RecordResolver(
            persons: persons, groups: groups, planets: planets, notes: notes, search: EmptyDataSource(),
            duplicates: EmptyDataSource())
    }

    private var forms: FormMaker {
        FormMaker(drafts: EmptyDataSource(draft: draft), account: nil, texts: ScriptedEditor())
    }

    private var records: RecordFlowContext {
        RecordFlowContext(
            context: FlowContext(
                session: .guest, today: CivilDate(daysSince1970: 20_778), pageSize: 20, accounts: accounts,
                favorites: EmptyDataSource()),
            resolver: resolver, forms: forms, changes: delegate,
            bulk: BulkChanges(
                reader: SelectionReader(persons: persons, files: StubFiles(), resolver: resolver), notes: notes))
    }

    var personsFlow: PersonsFlowCoordinator {
        PersonsFlowCoordinator(
            persons: persons, notes: notes, duplicates: EmptyDataSource(), records: records, mail: NoResponder(),
            imports: importCommand, export: NoResponder(), share: NoResponder(), clock: clock,
            calendar: CalendarFile(files: StubFiles(), notify: { _ in }),
            pictures: PictureWriter(files: StubFiles(), clock: clock, svg: { _, _ in "" }), delegate: delegate)
    }

    /// Returns a flow whose files contain two cards that match existing contacts.
    func importReviewFlow(of review: ImportReview = ImportReview(["cards.vcf"])) -> ImportReviewFlowCoordinator {
        ImportReviewFlowCoordinator(start: review, imports: importCommand, delegate: delegate)
    }

    var importCommand: ImportCommand {
        ImportCommand(
            importer: ContactImporter(
                imports: imports, files: StubFiles(),
                runner: ImportRunner(
                    steps: EmptyDataSource(), backups: EmptyDataSource(), files: StubFiles(), progress: { _ in })),
            archive: ArchiveExchange(archive: EmptyDataSource(), progress: { _ in }), persons: persons, canReview: true)
    }

    var groupsFlow: GroupsFlowCoordinator {
        GroupsFlowCoordinator(groups: groups, persons: persons, records: records, delegate: delegate)
    }

    var planetsFlow: PlanetsFlowCoordinator {
        PlanetsFlowCoordinator(
            planets: planets, persons: persons, records: records,
            pictures: PictureWriter(
                files: FolderFileAccess(folder: ""), clock: Clock { CivilDate(daysSince1970: 20_778) },
                svg: { _, _ in "" }), sky: NoResponder(), delegate: delegate)
    }

    var recordCoordinator: RecordCoordinator {
        RecordCoordinator(
            resolver: resolver, notes: notes, favorites: EmptyDataSource(), session: session, texts: ScriptedEditor())
    }

    /// An invocation without rows on screen, whose chain ends with the recording delegate.
    var invocation: Invocation {
        Scene(screen: HomeScreen(), flows: [], app: delegate, breadcrumbs: []).invocation
    }

    var notesFlow: NotesFlowCoordinator {
        NotesFlowCoordinator(
            notes: notes, records: records, recipients: UnusedDataSource(), files: StubFiles(), clock: clock,
            calendar: CalendarFile(files: StubFiles(), notify: { _ in }), delegate: delegate)
    }

    var duplicatesFlow: DuplicatesFlowCoordinator {
        DuplicatesFlowCoordinator(
            duplicates: EmptyDataSource(), persons: persons, backups: EmptyDataSource(), resolver: resolver,
            pageSize: 20, delegate: delegate)
    }

    var mergeFlow: MergeFlowCoordinator {
        MergeFlowCoordinator(
            start: PersonPair(Person.ID(rawValue: 1), Person.ID(rawValue: 2)), duplicates: EmptyDataSource(),
            persons: persons,
            command: MergeCommand(
                duplicates: EmptyDataSource(), persons: persons, backups: EmptyDataSource(), resolver: resolver),
            delegate: delegate)
    }

    private var clock: Clock { Clock { CivilDate(daysSince1970: 20_778) } }

    var historyFlow: HistoryFlowCoordinator {
        HistoryFlowCoordinator(
            reader: HistoryReader(history: StubHistory(), clock: clock, pageSize: 20),
            maintenance: UnusedDataSource(), resolver: resolver, session: session, delegate: delegate)
    }

    /// The coordinator of the app. Data sources that these tests do not use throw errors.
    var app: AppCoordinator {
        let (empty, unused) = (EmptyDataSource(draft: draft), UnusedDataSource())
        let services = Services(
            persons: persons, groups: groups, planets: planets, notes: notes, occasions: unused, recipients: unused,
            accounts: accounts, favorites: empty, search: empty, duplicates: empty, imports: unused, exports: unused,
            archive: unused, remotes: StubRemotes(), history: StubHistory(), seeds: unused, drafts: empty,
            blobs: unused, maintenance: unused,
            settings: empty, files: FolderFileAccess(folder: ""), editor: ScriptedEditor(), clock: clock,
            configuration: Configuration(version: "0.0", svg: { _, _ in "" }, qrCode: { _ in [] }))
        return AppCoordinator(services: services, session: session)
    }

    private var card: CardForm {
        CardForm(accounts: accounts, persons: persons, forms: forms, resolver: resolver)
    }

    var loginFlow: LoginFlowCoordinator {
        LoginFlowCoordinator(accounts: accounts, session: session, forms: forms, card: card, delegate: delegate)
    }

    var signUpFlow: SignUpFlowCoordinator {
        SignUpFlowCoordinator(session: session, forms: forms, card: card, delegate: delegate)
    }

    var settingsFlow: SettingsFlowCoordinator {
        SettingsFlowCoordinator(
            settings: EmptyDataSource(), session: .account(accounts.leia.id), forms: forms, card: card,
            delegate: delegate)
    }

    var favoritesPresenter: FavoritesPresenter {
        FavoritesPresenter(context: records.context, delegate: delegate)
    }

    /// The commands for accounts, the history, and duplicates, which lead to the recording delegate.
    var navigatingCommands: [any Responder] {
        let reader = HistoryReader(history: StubHistory(), clock: clock, pageSize: 20)
        return [
            AccountCommands(
                accounts: accounts, files: StubFiles(), session: session, login: delegate, settings: delegate,
                isAtPrompt: true),
            HistoryCommands(reader: reader, resolver: resolver, session: session, navigator: delegate),
            TrashCommands(reader: reader, maintenance: UnusedDataSource(), navigator: delegate),
            DuplicateCommands(
                merge: MergeCommand(
                    duplicates: EmptyDataSource(), persons: persons, backups: EmptyDataSource(), resolver: resolver),
                navigator: delegate),
        ]
    }

    /// Runs a line with the first command of a responder that accepts the line.
    ///
    /// - Parameters:
    ///   - screen: The screen whose rows can be selected by number.
    ///   - flows: The responders between the screen and the recording delegate.
    /// - Returns: The action of the command, or `nil` if no command accepts the line.
    func run(
        _ line: String, by responder: any Responder, on screen: any Screen, under flows: [any Responder] = []
    ) async throws -> NavigationAction? {
        let invocation = Scene(screen: screen, flows: flows, app: delegate, breadcrumbs: []).invocation
        let words = try ShellWords.split(line)
        for command in responder.commands where command.matches(words[0]) {
            do {
                let call = try command.call(Array(words.dropFirst()), in: invocation)
                if let action = try await call.run(invocation) { return action }
            } catch is ArgumentMismatch {
                continue
            }
        }
        return nil
    }

    /// Runs a line with the commands of a screen and returns the action, if any.
    func run(_ line: String, on screen: any Screen) async throws -> NavigationAction? {
        try await run(line, by: screen, on: screen)
    }
}

extension Person {
    static func named(_ given: String) -> Person {
        var person = Person()
        person.name.given = given
        return person
    }
}

extension Scene {
    /// An invocation at an interactive prompt.
    fileprivate var invocation: Invocation {
        Invocation(
            isInteractive: true, screen: contents(showing: screen.page, at: .home), context: CommandContext("", by: nil)
        )
    }
}
