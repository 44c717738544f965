import Model

/// A location of the login flow.
public enum LoginLocation: Location {
    /// The list of accounts.
    case accounts
    /// The form for entering the passphrase of an account.
    case account(Account.ID)
    /// A location of the child flow for signing up.
    case signUp(SignUpLocation)
    case forgotten

    public var name: String {
        switch self {
        case .accounts: "login"
        case .account(let id): String(id.rawValue)
        case .signUp(let place): place.name
        case .forgotten: "forgotten"
        }
    }

    public func child(_ name: String) -> LoginLocation? {
        if case .signUp(let place) = self { return place.child(name).map { .signUp($0) } }
        guard self == .accounts else { return nil }
        switch name {
        case "signup": return .signUp(.name)
        case "forgotten": return .forgotten
        default: return Int64(name).flatMap { $0 > 0 ? .account(Account.ID(rawValue: $0)) : nil }
        }
    }

    public var parent: LoginLocation? {
        switch self {
        case .accounts: nil
        case .signUp(let place): place.parent.map { .signUp($0) } ?? .accounts
        case .account, .forgotten: .accounts
        }
    }
}

/// A location of the flow for signing up.
public enum SignUpLocation: Location {
    /// The form for the name and the passphrase.
    case name
    /// The form for the new user’s own card.
    case card

    public var name: String {
        switch self {
        case .name: "signup"
        case .card: "card"
        }
    }

    public func child(_ name: String) -> SignUpLocation? { self == .name && name == "card" ? .card : nil }
    public var parent: SignUpLocation? { self == .name ? nil : .name }
}

/// A location of the settings flow.
public enum SettingsLocation: Location {
    case settings
    /// The form for the user’s own card.
    case account

    public var name: String {
        switch self {
        case .settings: "settings"
        case .account: "account"
        }
    }

    public func child(_ name: String) -> SettingsLocation? { self == .settings && name == "account" ? .account : nil }
    public var parent: SettingsLocation? { self == .settings ? nil : .settings }
}
