/// A group of persons and planets in a fixed order, or a smart group.
public struct Group: Recordable {
    public static let kind = Kind.group

    public var name = ""
    public var summary = ""
    /// The search that selects the members of a smart group.
    public var search: String?
    /// The person filter of a smart group. If the group also has a search, members must match both.
    public var filter: String?
    /// The planet filter of a smart group of planets.
    public var planets: String?

    /// The kind of group, such as `film` or `starship`; any text.
    public var kind = ""
    public var episode: Int?
    public var director = ""
    public var released: PartialDate?
    /// The class of a starship or vehicle.
    public var `class` = ""
    public var lengthM: Double?
    public var crew: Int?
    /// The lines of the imported group card, which preserve unknown members and unsupported properties.
    public var card: [String] = []

    public init() {}

    public var memberKind: Kind { planets == nil ? .person : .planet }

    public var title: String { name.isEmpty ? "(no name)" : name }

    public struct Links: RecordLinks {
        public var members = LinkedRecords.none
        public var planets = LinkedRecords.none
        public var notes = LinkedRecords.none

        public init() {}
    }
}

/// A Markdown note, optionally about a record.
public struct Note: Recordable {
    public static let kind = Kind.note

    public var topic = ""
    public var text = ""
    /// The person, group, or planet that is the subject of the note.
    public var subject: RecordID?

    public init() {}

    public var title: String {
        if !topic.isEmpty { return topic }
        let line = text.unicodeScalars.drop(while: isLineEnd).prefix { !isLineEnd($0) }
        return line.isEmpty ? "(empty note)" : String(line)
    }

    /// Returns whether the scalar ends a line, like `Character.isNewline` but without creating characters.
    private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    public struct Links: RecordLinks {
        public var subject: RecordReference?

        public init() {}
    }
}
