import Model

/// A location in a flow of records: the list, one record, the form that edits a record, or the form for a new record.
public enum RecordLocation<Content: Recordable>: Location {
    case list(ListState<Content>)
    case record(TypedRecordID<Content>)
    case edit(TypedRecordID<Content>)
    /// The form for a new record, which may be about an existing record.
    case new(about: RecordID?)

    public static var standard: RecordLocation { .list(ListState()) }

    public var name: String {
        switch self {
        case .list(let state): Content.kind.plural + state.suffix
        case .record(let id): String(id.rawValue)
        case .edit: "edit"
        case .new(nil): "new"
        case .new(let about?): "new-\(about.word)"
        }
    }

    public func child(_ name: String) -> RecordLocation? {
        switch self {
        case .list:
            if name == "new" { return .new(about: nil) }
            if name.hasPrefix("new-"), let about = RecordID(word: String(name.dropFirst(4))), about.kind != .note {
                return .new(about: about)
            }
            return RecordID("\(Content.kind.plural)/\(name)").flatMap(TypedRecordID.init).map { .record($0) }
        case .record(let id): return name == "edit" ? .edit(id) : nil
        case .edit, .new: return nil
        }
    }

    public var parent: RecordLocation? {
        switch self {
        case .list: nil
        case .record, .new: .standard
        case .edit(let id): .record(id)
        }
    }

    package var isForm: Bool {
        switch self {
        case .edit, .new: true
        case .list, .record: false
        }
    }

    /// Creates the location of a list from its name, such as `persons` or `persons?by=-birthday&after=7`. Returns `nil`
    /// for other text.
    public init?(root name: String) {
        let plural = Content.kind.plural
        guard name.hasPrefix(plural),
            let state = ListState<Content>(suffix: name.dropFirst(plural.count), of: Content.kind)
        else { return nil }
        self = .list(state)
    }
}

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

    /// Creates a location from a person’s numeric ID and an optional list state, such as `7` or `7?by=-name`. Returns
    /// `nil` for other text.
    private init?(ofPerson name: String) {
        let number = name.prefix { $0 != "?" }
        guard let person = RecordID("persons/\(number)").flatMap(Person.ID.init),
            let state = ListState<Group>(suffix: name.dropFirst(number.count), of: .group)
        else { return nil }
        self = .ofPerson(person, state)
    }
}
