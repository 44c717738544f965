// A list can be shown in several states: sorted, filtered, or on another page.
extension Route {
    /// This location with its list in the default state.
    private var usualLook: Route {
        switch self {
        case .persons(let place): .persons(place.usualLook)
        case .groups(let place): .groups(place.usualLook)
        case .planets(let place): .planets(place.usualLook)
        case .notes(let place): .notes(place.usualLook)
        case .found(let query): .found(Query(query.text))
        case .history(.steps): .history(.standard)
        case .history(.step(let id, _)): .history(.step(id, .beginning))
        case .history(.record(let address, _)): .history(.record(address, HistoryState()))
        case .trash: .trash(TrashState())
        case .birthdays: .birthdays(BirthdaysState())
        case .duplicates(.pairs): .duplicates(.standard)
        case .home, .login, .favorites, .settings, .duplicates(.pair): self
        }
    }

    func differsOnlyInState(at other: Route) -> Bool { usualLook == other.usualLook }
}

extension RecordLocation {
    fileprivate var usualLook: RecordLocation {
        if case .list(let state) = self { .list(state.usualLook) } else { self }
    }
}

extension GroupsLocation {
    fileprivate var usualLook: GroupsLocation {
        switch self {
        case .records(let place): .records(place.usualLook)
        case .of: .of(ListState())
        case .ofPerson(let id, _): .ofPerson(id, ListState())
        }
    }
}

extension ListState {
    /// The default state of a list of the same records.
    fileprivate var usualLook: ListState {
        var usual = ListState()
        usual.owner = owner
        usual.isUngrouped = isUngrouped
        return usual
    }
}

extension Path {
    /// Returns whether the paths differ only in the state of their lists.
    func differsOnlyInState(at other: Path) -> Bool {
        routes.count == other.routes.count && zip(routes, other.routes).allSatisfy { $0.differsOnlyInState(at: $1) }
    }
}
