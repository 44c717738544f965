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
        case .history(.record(let address, _)): .history(.record(address, HistoryState()))
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
    /// Returns whether the paths differ only in the state of their lists.
    func isSameList(as other: Path) -> Bool {
        routes.count == other.routes.count && zip(routes, other.routes).allSatisfy { $0.isSameList(as: $1) }
    }
}
