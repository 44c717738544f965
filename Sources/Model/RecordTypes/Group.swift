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

/// A Markdown note, optionally about a record. A note with a date is a journal entry.
public struct Note: Recordable {
    public static let kind = Kind.note

    public var topic = ""
    public var text = ""
    /// The person, group, or planet that is the subject of the note.
    public var subject: RecordID?
    public var date: CivilDate?
    /// The kind of journal entry, such as `met` or `gift`; any word.
    public var kind = ""
    /// The persons of a journal entry, in addition to its subject.
    public var persons: [Person.ID] = []
    public var reminder: CivilDate?
    public var isDone: Bool?
    /// The Message-ID of the email message that a journal entry is about.
    public var messageID: String?

    public init() {}

    public var title: String {
        if !topic.isEmpty { return topic }
        let line = text.unicodeScalars.drop(while: isLineEnd).prefix { !isLineEnd($0) }
        if !line.isEmpty { return String(line) }
        return kind.isEmpty ? "(empty note)" : kind
    }

    /// Whether the cards of contacts omit the note. Cards contain only notes that have neither a date nor a kind.
    public var isPrivate: Bool { date != nil || !kind.isEmpty }

    /// The keys of the fields that make a note private.
    public static let privateFields: Set = ["date", "kind"]

    /// The kinds of entries that count as a contact with their persons.
    public static let contactKinds: Set = ["contacted", "met", "called", "wrote", "received"]

    /// Returns the date of the entry if it counts as a contact up to the given day.
    public func contactDate(upTo today: CivilDate) -> CivilDate? {
        date.flatMap { $0 <= today && Self.contactKinds.contains(kind.lowercased()) ? $0 : nil }
    }

    /// The subject, if it is a person, and the other persons of a journal entry.
    public var allPersons: [Person.ID] { ([subject.flatMap { Person.ID($0) }].compactMap(\.self) + persons).unique }

    /// The reminder, unless the entry is done.
    public var due: CivilDate? { isDone == true ? nil : reminder }

    /// Returns whether the scalar ends a line, like `Character.isNewline` but without creating characters.
    private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    public struct Links: RecordLinks {
        public var subject: RecordReference?
        /// The existing persons of a journal entry, in addition to its subject.
        public var persons: [RecordReference] = []

        public init() {}
    }
}
