import Localization
import Model

/// Who is signed in during this run, remembered for the next one.
public actor CurrentSession {
    public private(set) var session: Session
    private let accounts: any AccountDataSource

    public init(_ session: Session, accounts: any AccountDataSource) {
        self.session = session
        self.accounts = accounts
    }

    /// The session a run begins with. Only the REPL on a terminal may begin signed out; all others go on as guest.
    public static func begin(accounts: any AccountDataSource, mayAsk: Bool) async throws -> CurrentSession {
        let last = try await accounts.lastSession()
        var session = mayAsk ? Session.signedOut : .guest
        if case .account(let id) = last, let account = try await accounts.account(id), !account.hasPassphrase {
            session = .account(id)
        } else if last == .guest {
            session = .guest
        }
        return CurrentSession(session, accounts: accounts)
    }

    public func become(_ session: Session, in context: CommandContext) async throws {
        try await accounts.remember(session, in: context)
        set(session, in: context)
    }

    private func set(_ session: Session, in context: CommandContext) {
        if !context.isDryRun { self.session = session }
    }

    /// As whom somebody goes on in a conversation: with a store that can only be read, for this run.
    func proceed(as session: Session, isConversation: Bool = true, in context: CommandContext) async throws {
        do {
            try await become(session, in: context)
        } catch StoreProblem.readOnly where isConversation {
            set(session, in: context)
        }
    }

    /// Makes an account that is signed in from now on.
    func signUp(name: String, passphrase: Passphrase?, in context: CommandContext) async throws -> Account {
        let account = try await accounts.signUp(name: name, passphrase: passphrase, in: context)
        set(.account(account.id), in: context)
        return account
    }

    /// Signs out: where somebody can sign in again nobody is signed in then, elsewhere a guest goes on.
    func signOut(mayAsk: Bool, in context: CommandContext) async throws {
        try await proceed(as: .signedOut, isConversation: mayAsk, in: context)
        if !mayAsk { set(.guest, in: context) }
    }

    /// The name of the account; nil for a guest, and where the store cannot tell.
    var name: String? {
        get async {
            guard let account = session.account else { return nil }
            return try? await accounts.account(account)?.name
        }
    }

    /// Signs out the account that had this name, unless the store, with other content now, has it under number and name
    /// still; tells whether it did. What the store remembers of its last session stays.
    func leave(unlessNamed name: String?, mayAsk: Bool) async -> Bool {
        guard session.account != nil else { return false }
        if let name, await self.name == name { return false }
        session = mayAsk ? .signedOut : .guest
        return true
    }

    /// The account, or the sentence that says that `action` needs one.
    func account(for action: Message) throws -> Account.ID {
        guard let account = session.account else { throw AccountProblem.signedOut(action: action) }
        return account
    }
}
