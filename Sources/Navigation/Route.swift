import Model

/// A location in the app. Locations are grouped by flow.
public enum Route: Location {
    case home
    case login(LoginLocation)
    case persons(RecordLocation<Person>)
    case groups(GroupsLocation)
    case planets(RecordLocation<Planet>)
    case notes(RecordLocation<Note>)
    case favorites(FavoritesState)
    case found(Query)
    case settings(SettingsLocation)
    case history(HistoryLocation)
    case trash(TrashState)
    case duplicates(DuplicatesLocation)
    case birthdays(BirthdaysState)
    case importReview(ImportReview)

    public var name: String {
        switch self {
        case .home: "home"
        case .login(let place): place.name
        case .persons(let place): place.name
        case .groups(let place): place.name
        case .planets(let place): place.name
        case .notes(let place): place.name
        case .favorites(let state): state.name
        case .found(let query): query.name
        case .settings(let place): place.name
        case .history(let place): place.name
        case .trash(let state): "trash" + state.suffix
        case .duplicates(let place): place.name
        case .birthdays(let state): state.name
        case .importReview(let review): review.name
        }
    }

    public func child(_ name: String) -> Route? {
        switch self {
        case .home, .favorites, .found, .trash, .birthdays, .importReview: nil
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

    public var parent: Route? {
        switch self {
        case .home, .favorites, .found, .trash, .birthdays, .importReview: nil
        case .login(let place): place.parent.map(Route.login)
        case .persons(let place): place.parent.map(Route.persons)
        case .groups(let place): place.parent.map(Route.groups)
        case .planets(let place): place.parent.map(Route.planets)
        case .notes(let place): place.parent.map(Route.notes)
        case .settings(let place): place.parent.map(Route.settings)
        case .history(let place): place.parent.map(Route.history)
        case .duplicates(let place): place.parent.map(Route.duplicates)
        }
    }

    /// Creates the first route of a path from its name, such as `persons`, `persons?by=birthday`, or `found?leia`.
    /// Returns `nil` for other text.
    public init?(root name: String) {
        let root = name.prefix { $0 != "?" }
        let suffix = name.dropFirst(root.count)
        let route: Route? =
            switch Root(rawValue: String(root)) {
            case .home: root == name ? .home : nil
            case .favorites: FavoritesState(root: name).map(Route.favorites)
            case .login: root == name ? .login(.accounts) : nil
            case .settings: root == name ? .settings(.settings) : nil
            case .persons: RecordLocation(root: name).map(Route.persons)
            case .groups: RecordLocation(root: name).map { .groups(.records($0)) }
            case .planets: RecordLocation(root: name).map(Route.planets)
            case .notes: RecordLocation(root: name).map(Route.notes)
            case .found: Query(root: name).map(Route.found)
            case .history: HistoryState(suffix: suffix).map { .history(.steps($0)) }
            case .trash: TrashState(suffix: suffix).map(Route.trash)
            case .duplicates: DuplicatesState(suffix: suffix).map { .duplicates(.pairs($0)) }
            case .birthdays: BirthdaysState(root: name).map(Route.birthdays)
            case .importReview: ImportReview(root: name).map(Route.importReview)
            case nil: nil
            }
        guard let route else { return nil }
        self = route
    }

    /// The whole list of records or the whole search at this location, in the standard order and without a limit, as
    /// the root of a path; `nil` for other locations.
    package var wholeList: Route? {
        switch self {
        case .persons(.list(let state)), .groups(.of(let state)): .persons(.list(state.whole))
        case .groups(.records(.list(let state))): .groups(.records(.list(state.whole)))
        case .groups(.ofPerson(let person, let state)): .groups(.records(.list(state.whole.owned(by: person.recordID))))
        case .planets(.list(let state)): .planets(.list(state.whole))
        case .notes(.list(let state)): .notes(.list(state.whole))
        case .found(let query) where !query.text.isEmpty: .found(Query(query.text))
        default: nil
        }
    }

    /// The kinds of the records in ``wholeList``.
    package var listedKinds: [Kind] {
        switch wholeList {
        case .persons: [.person]
        case .groups: [.group]
        case .planets: [.planet]
        case .notes: [.note]
        case .found: Kind.allCases
        default: []
        }
    }

    /// Whether the location is a search or a list with only some of its items.
    var isNarrowed: Bool {
        switch self {
        case .persons(.list(let state)), .groups(.of(let state)): state.isNarrowed
        case .groups(.records(.list(let state))): state.isNarrowed
        case .groups(.ofPerson): true
        case .planets(.list(let state)): state.isNarrowed
        case .notes(.list(let state)): state.isNarrowed
        case .found(let query): !query.text.isEmpty
        case .favorites(let state): state.kind != nil || !state.listState.narrowing.isEmpty
        case .birthdays(let state): state.within != nil || state.group != nil || !state.listState.narrowing.isEmpty
        case .trash(let state): !state.narrowing.isEmpty
        case .history(.steps(let state)), .history(.record(_, let state)):
            state.since != nil || !state.narrowing.isEmpty
        case .history(.step(_, let state)): !state.narrowing.isEmpty
        case .duplicates(.pairs(let state)): !state.narrowing.isEmpty
        default: false
        }
    }

    /// Whether a path can start with this route.
    var isRoot: Bool { Route(root: name) == self }

    /// Whether the route is a form that asks its questions as soon as it opens.
    package var isForm: Bool {
        switch self {
        case .persons(let place): place.isForm
        case .groups(.records(let place)): place.isForm
        case .planets(let place): place.isForm
        case .notes(let place): place.isForm
        case .settings(.account), .login(.account), .login(.signUp): true
        case .home, .login, .groups, .favorites, .found, .settings, .history, .trash, .duplicates, .birthdays,
            .importReview:
            false
        }
    }

    /// The root of a path, which identifies the flow of its locations.
    public enum Root: String, Hashable, Codable, Sendable, CaseIterable {
        case home, login, persons, groups, planets, notes, favorites, found, settings, history, trash, birthdays
        case duplicates
        case importReview = "import"

        /// Whether the root stays beneath the locations that are opened from it, until it is dismissed.
        var isModal: Bool { self == .login || self == .favorites || self == .importReview }
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
        case .importReview: .importReview
        }
    }

    /// The record that the route shows, or `nil` for any other location.
    package var record: RecordID? {
        switch self {
        case .persons(.record(let id)): id.recordID
        case .groups(.records(.record(let id))): id.recordID
        case .planets(.record(let id)): id.recordID
        case .notes(.record(let id)): id.recordID
        default: nil
        }
    }
}

/// A location with a name. The names of the locations from the root onward form the path.
public protocol Location: Hashable, Codable, Sendable {
    /// The name of the location, which is the last component of its path.
    var name: String { get }
    /// Returns the child with the given name, or `nil` if there cannot be such a child.
    func child(_ name: String) -> Self?
    /// The location that contains this location by default, or `nil` for a root.
    var parent: Self? { get }
}

// A list can be shown in several states: sorted, filtered, or on another page.
extension Route {
    /// This location with its list in the default state.
    private var withDefaultState: Route {
        switch self {
        case .persons(let place): .persons(place.withDefaultState)
        case .groups(let place): .groups(place.withDefaultState)
        case .planets(let place): .planets(place.withDefaultState)
        case .notes(let place): .notes(place.withDefaultState)
        case .found(let query): .found(Query(query.text))
        case .history(.steps): .history(.standard)
        case .history(.step(let id, _)): .history(.step(id, ChangesState()))
        case .history(.record(let id, _)): .history(.record(id, HistoryState()))
        case .favorites: .favorites(FavoritesState())
        case .trash: .trash(TrashState())
        case .birthdays: .birthdays(BirthdaysState())
        case .duplicates(.pairs): .duplicates(.standard)
        case .home, .login, .settings, .duplicates(.pair), .importReview: self
        }
    }

    func isSameList(as other: Route) -> Bool { withDefaultState == other.withDefaultState }
}

extension RecordLocation {
    fileprivate var withDefaultState: RecordLocation {
        if case .list(let state) = self { .list(state.withDefaultState) } else { self }
    }
}

extension GroupsLocation {
    fileprivate var withDefaultState: GroupsLocation {
        switch self {
        case .records(let place): .records(place.withDefaultState)
        case .of: .of(ListState())
        case .ofPerson(let id, _): .ofPerson(id, ListState())
        }
    }
}

extension ListState {
    /// The default state of a list of the same records.
    fileprivate var withDefaultState: ListState {
        var usual = ListState()
        usual.owner = owner
        usual.isUngrouped = isUngrouped
        return usual
    }
}

extension Path {
    /// Returns whether the paths are equal, apart from the state of their lists.
    func isSameList(as other: Path) -> Bool {
        routes.count == other.routes.count && zip(routes, other.routes).allSatisfy { $0.isSameList(as: $1) }
    }
}
