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

    var isForm: Bool {
        switch self {
        case .edit, .new: true
        case .list, .record: false
        }
    }

    /// Creates the location of a list from its name, such as `persons` or `persons?by=-birthday&after=7`.
    public init?(root name: String) {
        let plural = Content.kind.plural
        guard name.hasPrefix(plural),
            let state = ListState<Content>(suffix: name.dropFirst(plural.count), of: Content.kind)
        else { return nil }
        self = .list(state)
    }
}
