import Localization
import Model
import Synchronization

/// The session of this run of the program. It is saved for the same operating-system user’s next run.
public final class CurrentSession: Sendable {
    // A mutex is used instead of an actor, because each access to an actor would switch threads.
    private let current: Mutex<Session>
    private let accounts: any AccountDataSource
    /// Whether the user is a guest by default, not by choice, although accounts exist.
    public let isUnchosen: Bool

    public init(_ session: Session, isUnchosen: Bool = false, accounts: any AccountDataSource) {
        current = Mutex(session)
        self.isUnchosen = isUnchosen
        self.accounts = accounts
    }

    public var session: Session { current.withLock { $0 } }

    /// Starts the session for a run of the program.
    ///
    /// The first session is a guest session or, if accounts exist and `mayAsk` is `true`, signed out. If the account
    /// has a passphrase, the user must sign in again at the prompt, but not for a single command.
    ///
    /// - Parameter mayAsk: Whether the session may be signed out. If not, a signed-out user continues as a guest.
    public static func begin(accounts: any AccountDataSource, mayAsk: Bool) async throws -> CurrentSession {
        switch try await accounts.lastSession() {
        case .account(let id):
            let account = try await accounts.account(id)
            let isLocked = mayAsk && account?.hasPassphrase == true
            return CurrentSession(isLocked ? .signedOut : .account(id), accounts: accounts)
        case .guest:
            return CurrentSession(.guest, accounts: accounts)
        case .signedOut:
            return CurrentSession(mayAsk ? .signedOut : .guest, accounts: accounts)
        case nil:
            let isUnchosen = try await !accounts.accounts().isEmpty
            return CurrentSession(
                mayAsk && isUnchosen ? .signedOut : .guest, isUnchosen: isUnchosen, accounts: accounts)
        }
    }

    public func become(_ session: Session, in context: CommandContext) async throws {
        try await accounts.remember(session, in: context)
        set(session, in: context)
    }

    private func set(_ session: Session, in context: CommandContext) {
        if !context.isDryRun { current.withLock { $0 = session } }
    }

    /// Continues as a guest. If the session cannot be saved, the change applies only to this run.
    func becomeGuest(in context: CommandContext) async throws {
        do {
            try await become(.guest, in: context)
        } catch StoreProblem.cannotSaveSession {
            set(.guest, in: context)
        }
    }

    /// Creates an account and signs in to it.
    func signUp(name: String, passphrase: Passphrase?, in context: CommandContext) async throws -> Account {
        let account = try await accounts.signUp(name: name, passphrase: passphrase, in: context)
        set(.account(account.id), in: context)
        return account
    }

    /// Signs out. If the program cannot prompt, the user continues as a guest.
    func signOut(mayAsk: Bool, in context: CommandContext) async throws {
        try await become(.signedOut, in: context)
        if !mayAsk { set(.guest, in: context) }
    }

    /// The name of the account, or `nil` if no account is signed in or the name cannot be read.
    var name: String? {
        get async {
            guard let account = session.account else { return nil }
            return try? await accounts.account(account)?.name
        }
    }

    /// Ends the session of an account after the database was replaced, unless the new database contains an account with
    /// the same ID and name.
    ///
    /// - Returns: Whether the session has ended.
    func leave(unlessNamed name: String?, mayAsk: Bool) async -> Bool {
        guard session.account != nil else { return false }
        if let name, await self.name == name { return false }
        current.withLock { $0 = mayAsk ? .signedOut : .guest }
        return true
    }

    /// Continues as a guest if the account no longer exists, for example after its creation was undone.
    ///
    /// - Returns: Whether the session of the account has ended.
    @discardableResult
    func endIfRemoved() async -> Bool {
        guard let account = session.account else { return false }
        do {
            guard try await accounts.account(account) == nil else { return false }
        } catch {
            // An unreadable database does not end a session.
            return false
        }
        try? await becomeGuest(in: CommandContext("", by: nil))
        return true
    }

    /// Returns the ID of the account whose favorites are shown and changed, or `nil` for a guest.
    ///
    /// - Parameter action: The action that requires a session, for the error message.
    /// - Throws: `AccountProblem.signedOut` if the user is signed out.
    func favoritesOwner(for action: Message) throws -> Account.ID? {
        let session = session
        guard session != .signedOut else { throw AccountProblem.signedOut(action: action) }
        return session.account
    }

    /// Returns the ID of the current account.
    ///
    /// - Parameter action: The action that requires an account, for the error message.
    /// - Throws: `AccountProblem.signedOut` if there is no current account.
    func account(for action: Message) throws -> Account.ID {
        guard let account = session.account else { throw AccountProblem.signedOut(action: action) }
        return account
    }
}
