/// The locations of the settings flow.
public enum SettingsPlace: Place {
    case settings
    /// The account and its own card.
    case account

    public var name: String {
        switch self {
        case .settings: "settings"
        case .account: "account"
        }
    }

    public func child(_ name: String) -> SettingsPlace? { self == .settings && name == "account" ? .account : nil }
}
