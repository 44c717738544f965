import Model

/// A location of the groups flow. In addition to the locations of records, the flow includes the groups of one person.
public enum GroupsLocation: Location {
    case records(RecordLocation<Group>)
    /// The list for selecting the person whose groups are shown.
    case of(ListState<Person>)
    case ofPerson(Person.ID, ListState<Group>)

    public static let standard = GroupsLocation.records(.standard)

    public var name: String {
        switch self {
        case .records(let place): place.name
        case .of(let state): "of" + state.suffix
        case .ofPerson(let id, let state): String(id.rawValue) + state.suffix
        }
    }

    public func child(_ name: String) -> GroupsLocation? {
        switch self {
        case .records(.list) where name == "of" || name.hasPrefix("of?"):
            ListState(suffix: name.dropFirst(2), of: .person).map { .of($0) }
        case .records(let place): place.child(name).map { .records($0) }
        case .of: GroupsLocation(ofPerson: name)
        case .ofPerson: nil
        }
    }

    public var parent: GroupsLocation? {
        switch self {
        case .records(let place): place.parent.map { .records($0) }
        case .of: .standard
        case .ofPerson: .of(ListState())
        }
    }

    /// Creates a location from a person’s number and an optional list state, such as `7` or `7?by=-name`.
    private init?(ofPerson name: String) {
        let number = name.prefix { $0 != "?" }
        guard let person = RecordID("persons/\(number)").flatMap(Person.ID.init),
            let state = ListState<Group>(suffix: name.dropFirst(number.count), of: .group)
        else { return nil }
        self = .ofPerson(person, state)
    }
}
