import Model

/// The places of the groups flow: those of the records, and the groups of a person who was asked for first.
public enum GroupsPlace: Place {
    case records(RecordPlace<Group>)
    /// Groups of whom?
    case of(ListState<PersonOrder>)
    case ofPerson(Person.ID, ListState<GroupOrder>)

    public static let standard = GroupsPlace.records(.standard)

    public var name: String {
        switch self {
        case .records(let place): place.name
        case .of(let state): "of" + state.suffix
        case .ofPerson(let id, let state): String(id.rawValue) + state.suffix
        }
    }

    public func child(_ name: String) -> GroupsPlace? {
        switch self {
        case .records(.list) where name == "of" || name.hasPrefix("of?"):
            ListState(suffix: name.dropFirst(2), of: .person).map { .of($0) }
        case .records(let place): place.child(name).map { .records($0) }
        case .of: GroupsPlace(ofPerson: name)
        case .ofPerson: nil
        }
    }

    /// `7`, `7?by=-name`.
    private init?(ofPerson name: String) {
        let number = name.prefix { $0 != "?" }
        guard let person = Address("persons/\(number)").flatMap(Person.ID.init),
            let state = ListState<GroupOrder>(suffix: name.dropFirst(number.count), of: .group)
        else { return nil }
        self = .ofPerson(person, state)
    }

    init?(root name: String) {
        guard let place = RecordPlace<Group>(root: name) else { return nil }
        self = .records(place)
    }
}

/// The places of the login flow.
public enum LoginPlace: Place {
    /// Who are you?
    case accounts
    /// The passphrase of an account.
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

    public func child(_ name: String) -> LoginPlace? {
        guard self == .accounts else { return nil }
        switch name {
        case "signup": return .signUp
        case "forgotten": return .forgotten
        default: return Int64(name).flatMap { $0 > 0 ? .account(Account.ID(rawValue: $0)) : nil }
        }
    }
}

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
