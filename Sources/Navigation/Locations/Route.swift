import Model

/// A location in the app. Locations are grouped by flow.
public enum Route: Place {
    case home
    case login(LoginPlace)
    case persons(RecordPlace<Person>)
    case groups(GroupsPlace)
    case planets(RecordPlace<Planet>)
    case notes(RecordPlace<Note>)
    case favorites
    case found(Query)
    case settings(SettingsPlace)
    case history(HistoryPlace)
    case trash(TrashState)
    case duplicates(DuplicatesPlace)
    case birthdays(BirthdaysState)

    public var name: String {
        switch self {
        case .home: "home"
        case .login(let place): place.name
        case .persons(let place): place.name
        case .groups(let place): place.name
        case .planets(let place): place.name
        case .notes(let place): place.name
        case .favorites: "favorites"
        case .found(let query): query.name
        case .settings(let place): place.name
        case .history(let place): place.name
        case .trash(let state): "trash" + state.suffix
        case .duplicates(let place): place.name
        case .birthdays(let state): state.name
        }
    }

    public func child(_ name: String) -> Route? {
        switch self {
        case .home, .favorites, .found, .trash, .birthdays: nil
        case .login(let place): place.child(name).map(Route.login)
        case .persons(let place): place.child(name).map(Route.persons)
        case .groups(let place): place.child(name).map(Route.groups)
        case .planets(let place): place.child(name).map(Route.planets)
        case .notes(let place): place.child(name).map(Route.notes)
        case .settings(let place): place.child(name).map(Route.settings)
        case .history(let place): place.child(name).map(Route.history)
        case .duplicates(let place): place.child(name).map(Route.duplicates)
        }
    }

    /// Parses the first route of a path, such as `persons`, `persons?by=birthday`, or `found?leia`.
    public init?(root name: String) {
        let root = name.prefix { $0 != "?" }
        switch Root(rawValue: String(root)) {
        case .home where root == name: self = .home
        case .favorites where root == name: self = .favorites
        case .login where root == name: self = .login(.accounts)
        case .settings where root == name: self = .settings(.settings)
        case .persons: if let place = RecordPlace<Person>(root: name) { self = .persons(place) } else { return nil }
        case .groups: if let place = GroupsPlace(root: name) { self = .groups(place) } else { return nil }
        case .planets: if let place = RecordPlace<Planet>(root: name) { self = .planets(place) } else { return nil }
        case .notes: if let place = RecordPlace<Note>(root: name) { self = .notes(place) } else { return nil }
        case .found: if let query = Query(root: name) { self = .found(query) } else { return nil }
        case .history: if let place = HistoryPlace(root: name) { self = .history(place) } else { return nil }
        case .trash:
            if let state = TrashState(suffix: name.dropFirst(root.count)) { self = .trash(state) } else { return nil }
        case .duplicates:
            if let place = DuplicatesPlace(root: name) { self = .duplicates(place) } else { return nil }
        case .birthdays: if let state = BirthdaysState(root: name) { self = .birthdays(state) } else { return nil }
        default: return nil
        }
    }

    /// Whether a path can start with this route.
    var isRoot: Bool { Route(root: name) == self }

    /// The flow that contains a route.
    public enum Root: String, Hashable, Codable, Sendable, CaseIterable {
        case home, login, persons, groups, planets, notes, favorites, found, settings, history, trash, birthdays
        case duplicates
    }

    public var root: Root {
        switch self {
        case .home: .home
        case .login: .login
        case .persons: .persons
        case .groups: .groups
        case .planets: .planets
        case .notes: .notes
        case .favorites: .favorites
        case .found: .found
        case .settings: .settings
        case .history: .history
        case .trash: .trash
        case .duplicates: .duplicates
        case .birthdays: .birthdays
        }
    }

    /// The record that the route shows, or `nil` for any other location.
    package var record: RecordID? {
        switch self {
        case .persons(.record(let id)): id.address
        case .groups(.records(.record(let id))): id.address
        case .planets(.record(let id)): id.address
        case .notes(.record(let id)): id.address
        default: nil
        }
    }
}

/// A location with a name. The names of the locations from the root onward form the path.
public protocol Place: Hashable, Codable, Sendable {
    /// The name of the location, which is the last component of its path.
    var name: String { get }
    /// Returns the child with a name, or `nil` if there cannot be such a child.
    func child(_ name: String) -> Self?
}
