import Almanac
import AlmanacStore
import Model
import Navigation

/// An app that has its own database but no terminal: `try await app.send("show persons/1")`.
public struct TestApp: Sendable {
    public let temporary: TemporaryStore
    public let services: Services
    public let session: CurrentSession
    public var stage: AppState

    /// Creates an app.
    /// - Parameters:
    ///   - pageSize: The number of rows on a page of a list.
    ///   - settle: A function that fills the database. By default, the database contains ``SampleRecords``.
    public init(
        _ start: Session = .guest, isInteractive: Bool = true, pageSize: Int = 50,
        editor: any TextEditor = ScriptedEditor(), settle: ((Store) async throws -> Void)? = nil
    ) async throws {
        let temporary = try await settle == nil ? TemporaryStore(with: TemporaryStore.sampleRecords) : TemporaryStore()
        try await settle?(temporary.store)
        try await self.init(of: temporary, start, isInteractive: isInteractive, pageSize: pageSize, editor: editor)
    }

    public init(
        of temporary: TemporaryStore, _ start: Session = .guest, isInteractive: Bool = true, pageSize: Int = 50,
        editor: any TextEditor = ScriptedEditor()
    ) async throws {
        let services = Services(of: temporary, pageSize: pageSize, editor: editor)
        let session = CurrentSession(start, accounts: services.accounts)
        try await session.become(start)
        try await self.init(temporary, services, session, isInteractive: isInteractive)
    }

    private init(
        _ temporary: TemporaryStore, _ services: Services, _ session: CurrentSession,
        at navigation: NavigationStack = NavigationStack(),
        isInteractive: Bool
    ) async throws {
        self.temporary = temporary
        self.services = services
        self.session = session
        stage = try await AppState(
            AppCoordinator(services: services, session: session), at: navigation, isInteractive: isInteractive)
    }

    /// Returns a restarted app with the same database and session.
    public func restarted(at navigation: NavigationStack? = nil, isInteractive: Bool = true) async throws -> TestApp {
        let session = try await CurrentSession.begin(accounts: services.accounts, mayAsk: isInteractive)
        return try await TestApp(
            temporary, services, session, at: navigation ?? stage.navigation, isInteractive: isInteractive)
    }

    /// Returns a second app that uses the same database.
    public func besides() async throws -> TestApp {
        try await TestApp(temporary, services, session, isInteractive: false)
    }

    // MARK: - Actions

    public mutating func send(_ lines: String...) async throws {
        for line in lines { try await stage.send(line) }
    }

    /// Answers the items of a form, one after another.
    public mutating func type(_ answers: String...) async throws {
        for answer in answers {
            guard let question = stage.scene.screen.question else { throw MissingPrompt() }
            try await stage.send(question.line(for: answer))
        }
    }

    /// Chooses the answer with the given title at the current prompt.
    public mutating func answer(_ title: String) async throws {
        guard let answer = stage.prompts.first?.answers.first(where: { $0.title.description == title }) else {
            throw MissingPrompt()
        }
        try await stage.answer(answer)
    }

    /// Returns the error that a line causes, or `nil` if the line succeeds.
    public mutating func failure(of line: String) async throws -> ErrorReport? {
        do {
            try await stage.send(line)
            return nil
        } catch let problem as any UserFacingError {
            return problem.explanation
        }
    }

    public struct MissingPrompt: Error {}
}

extension CurrentSession {
    public func become(_ session: Session) async throws {
        try await become(session, in: CommandContext("login", by: nil))
    }
}
