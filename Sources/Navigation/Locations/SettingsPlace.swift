/// The places of the settings flow.
public enum SettingsPlace: Place {
    case settings
    /// Who is signed in, and their own card.
    case account

    public var name: String {
        switch self {
        case .settings: "settings"
        case .account: "account"
        }
    }

    public func child(_ name: String) -> SettingsPlace? { self == .settings && name == "account" ? .account : nil }
}
