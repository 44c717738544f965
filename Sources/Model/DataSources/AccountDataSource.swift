import Localization
import Text

/// A data source for accounts and sessions.
///
///     let account = try await store.accounts.add(name: "Leia", passphrase: Passphrase("2187"), in: context)
///     try await store.accounts.verify(Passphrase("2187"), of: account.id)
public protocol AccountDataSource: Sendable {
    func accounts() async throws -> [Account]
    func account(_ id: Account.ID) async throws -> Account?
    /// Adds an account.
    /// - Throws: `AccountProblem.nameTaken`, or an error about the name or passphrase.
    func add(name: String, passphrase: Passphrase?, in context: CommandContext) async throws -> Account
    /// Adds an account and signs in to it.
    /// - Throws: `AccountProblem.notSignedIn` if the account was added but the session cannot be stored.
    func signUp(name: String, passphrase: Passphrase?, in context: CommandContext) async throws -> Account
    /// Adds a person as the contact card of an account, in one transaction.
    func addCard(_ card: Person, of account: Account.ID, in context: CommandContext) async throws
    /// Changes the name, card, and tutorial progress of an account.
    func update(_ account: Account, in context: CommandContext) async throws
    func setPassphrase(_ passphrase: Passphrase?, of account: Account.ID, in context: CommandContext) async throws
    /// Checks the passphrase of an account, after a delay that grows with each earlier failure.
    /// - Throws: `AccountProblem.wrongPassphrase`.
    func verify(_ passphrase: Passphrase?, of account: Account.ID) async throws

    /// Returns the session of the user’s previous run, or `nil` if there was none, or if its account was removed,
    /// replaced, or given another passphrase.
    func lastSession() async throws -> Session?
    /// Stores the session for the user’s next run.
    /// - Throws: `StoreProblem.cannotSaveSession`.
    func remember(_ session: Session, in context: CommandContext) async throws
}

/// A passphrase that is never shown in descriptions, dumps, or logs.
public struct Passphrase: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public let text: String

    /// Creates a passphrase, or returns `nil` if the text is empty.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    /// Text that is shown instead of a passphrase.
    public static let mask = "•••"

    public var description: String { Self.mask }
    public var debugDescription: String { Self.mask }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

public enum AccountProblem: UserFacingError, Hashable {
    case notFound(name: String, known: [String])
    case nameTaken(String)
    case nameMissing
    case wrongPassphrase(name: String)
    case passphraseTooLong(limit: Int)
    case passphraseHoldsNul
    case signedOut(action: Message)
    /// An account was created, but the session cannot be stored.
    case notSignedIn(name: String, path: String, reason: Message)
    /// The account of the session no longer exists.
    case removed

    /// A notice that the session of a removed account has ended.
    public static let removal: Message = "Your account no longer exists. You continue as a guest."

    /// A notice that a command runs as a guest although accounts exist.
    public static let guestNotice: Message = """
        You are not signed in. This command runs as a guest. Use “login NAME”, or “logout” to remain a guest.
        """

    public var explanation: ErrorReport {
        switch self {
        case .notFound(let name, let known):
            ErrorReport(
                .notFound, "There is no account “\(name)”.",
                next: known.isEmpty
                    ? "Use “signup NAME” to create one." : "Use one of: \(known.joined(separator: ", ")).")
        case .nameTaken(let name):
            ErrorReport(
                .failed, "An account named “\(name)” already exists.",
                next: "Choose another name, or use “login \(name)”.")
        case .nameMissing:
            ErrorReport(.wrongUsage, "The account name is missing.", next: "Enter a name.")
        case .wrongPassphrase(let name):
            ErrorReport(
                .failed, "Wrong passphrase for “\(name)”.",
                next: "Try again, or type “:forgot” at the passphrase prompt.")
        case .passphraseTooLong(let limit):
            ErrorReport(
                .failed, "The passphrase is too long.", why: "The limit is \(limit) bytes.",
                next: "Choose a shorter passphrase.")
        case .passphraseHoldsNul:
            ErrorReport(
                .failed, "The passphrase contains a NUL character.", why: "crypt(3) would ignore everything after it.",
                next: "Choose another passphrase.")
        case .signedOut(let action):
            ErrorReport(
                .failed, "You must sign in to \(action).",
                next: "Use “signup NAME” or “login NAME”.")
        case .notSignedIn(let name, let path, let reason):
            ErrorReport(
                .failed, "The change was saved, but you are not signed in to “\(name)”: cannot write \(path).",
                why: reason, next: "Check the permissions of the file and its folder, then use “login \(name)”.")
        case .removed: ErrorReport(.failed, Self.removal, next: "Run the command again.")
        }
    }
}

/// A user account. Accounts keep favorites separate; they do not encrypt data.
public struct Account: Hashable, Sendable, Identifiable {
    public struct ID: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public var name: String
    /// The contact card of the account’s user.
    public var card: RecordReference?
    public let hasPassphrase: Bool
    /// Whether the user has ended the tour.
    public var hasSeenTutorial: Bool

    public init(id: ID, name: String, card: RecordReference?, hasPassphrase: Bool, hasSeenTutorial: Bool) {
        self.id = id
        self.name = name
        self.card = card
        self.hasPassphrase = hasPassphrase
        self.hasSeenTutorial = hasSeenTutorial
    }

    /// Returns a key that is equal for two spellings of the same name: the name, folded as for search.
    public static func key(of name: String) -> String { Folding.fold(name.trimmed) }
}

/// The sign-in state of the current user.
public enum Session: Hashable, Codable, Sendable {
    case signedOut, guest
    case account(Account.ID)

    public var account: Account.ID? {
        if case .account(let id) = self { id } else { nil }
    }
}

/// A data source for the favorites of accounts and guests. The account of a guest is `nil`.
///
///     try await store.favorites.setFavorite(true, leia.recordID, of: account.id, in: context)
public protocol FavoriteDataSource: Sendable {
    /// Returns a page of an account’s favorites.
    /// - Parameters:
    ///   - kind: The kind of the records, or `nil` for all kinds.
    ///   - text: Prefixes of words in the name; empty for all records.
    /// - Throws: `RecordProblem.notFound` if the record at the cursor is no longer a favorite.
    func favorites(
        of account: Account.ID?, _ kind: Kind?, matching text: String, by order: FavoriteOrder,
        at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<RecordReference>
    /// Returns the subset of the given records that are favorites of the account.
    func favorites(of account: Account.ID?, among ids: [RecordID]) async throws -> Set<RecordID>
    func setFavorite(
        _ isFavorite: Bool, _ id: RecordID, of account: Account.ID?, in context: CommandContext
    ) async throws
}

/// The order of favorites in a list: by name, or as they were added.
public enum FavoriteOrder: String, Hashable, Codable, Sendable, CaseIterable {
    case added, name
}

/// A data source for form drafts, which are stored by path and account and never contain secrets.
///
///     try await store.drafts.save(Draft(version: 3), at: "persons/1/edit", of: account.id)
///     let places = try await store.drafts.places(of: account.id)
public protocol DraftDataSource: Sendable {
    func draft(at place: String, of account: Account.ID?) async throws -> Draft?
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws
    func discard(at place: String, of account: Account.ID?) async throws
    /// Returns the paths of the forms that have a draft.
    func places(of account: Account.ID?) async throws -> [String]
}

/// The unsaved changes of a form.
public struct Draft: Hashable, Sendable {
    /// The field of a form where the user continues.
    public enum Focus: Hashable, Sendable {
        /// The question with the given ID.
        case question(String)
        /// The place after the last question.
        case end
    }

    /// The version of the edited record, or `nil` for a new record.
    public var version: Int?
    public var words: [FieldAssignment]
    /// The current field, or `nil` if all fields are shown or the fields that the form asks for first are answered.
    public var focus: Focus?

    public init(version: Int? = nil, words: [FieldAssignment] = [], focus: Focus? = nil) {
        self.version = version
        self.words = words
        self.focus = focus
    }
}
