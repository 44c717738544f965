import Model

/// A location of the login flow.
public enum LoginLocation: Location {
    /// The list of accounts.
    case accounts
    /// The form for entering the passphrase of an account.
    case account(Account.ID)
    case signUp
    case forgotten

    public var name: String {
        switch self {
        case .accounts: "login"
        case .account(let id): String(id.rawValue)
        case .signUp: "signup"
        case .forgotten: "forgotten"
        }
    }

    public func child(_ name: String) -> LoginLocation? {
        guard self == .accounts else { return nil }
        switch name {
        case "signup": return .signUp
        case "forgotten": return .forgotten
        default: return Int64(name).flatMap { $0 > 0 ? .account(Account.ID(rawValue: $0)) : nil }
        }
    }

    public var parent: LoginLocation? { self == .accounts ? nil : .accounts }
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
