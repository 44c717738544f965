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
}

/// The sign-in state of the current user.
public enum Session: Hashable, Codable, Sendable {
    case signedOut, guest
    case account(Account.ID)

    public var account: Account.ID? {
        if case .account(let id) = self { id } else { nil }
    }
}
