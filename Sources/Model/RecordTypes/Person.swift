/// A person of the address book, with vCard's properties (RFC 6350 section 6).
public struct Person: Recordable {
    public static let kind = Kind.person

    public var name = PersonName()
    public var pronouns = ""
    public var gender: Gender?
    public var organization = ""
    public var department = ""
    public var jobTitle = ""
    public var birthday: PartialDate?
    public var anniversary: PartialDate?
    public var emails: [Labeled<String>] = []
    public var phones: [Labeled<String>] = []
    public var addresses: [Labeled<PostalAddress>] = []
    public var urls: [Labeled<String>] = []
    public var messengers: [Labeled<String>] = []
    public var relations: [Labeled<String>] = []
    public var customFields: [Labeled<String>] = []
    public var home: Planet.ID?
    public var photo: BlobID?
    /// The lines of the card the person came from, so that what is not understood is never lost.
    public var card: [String] = []
    /// The UIDs by which others know the person beside that of the card. Of somebody whose card has none, the first is the
    /// one to be given out under.
    public var uids: [String] = []

    public init() {}

    public var title: String {
        let candidates = [name.display, name.nickname, organization, emails.first?.value ?? ""]
        return candidates.first { !$0.isEmpty } ?? "(no name)"
    }

    public static let noLinks = Links()

    public struct Links: Hashable, Sendable {
        public var home: RecordReference?
        /// All of them: a search finds a person by each.
        public var groups: [RecordReference]
        /// Those whose search finds the person.
        public var smartGroups: [RecordReference]
        public var notes: LinkedRecords

        public init(
            home: RecordReference? = nil, groups: [RecordReference] = [], smartGroups: [RecordReference] = [],
            notes: LinkedRecords = .none
        ) {
            self.home = home
            self.groups = groups
            self.smartGroups = smartGroups
            self.notes = notes
        }
    }
}

/// The parts of a name (RFC 6350 section 6.2.2), nickname and phonetic spelling.
public struct PersonName: Hashable, Sendable {
    public var prefix = ""
    public var given = ""
    public var middle = ""
    public var family = ""
    public var suffix = ""
    public var nickname = ""
    public var phonetic = ""

    public init() {}

    /// The name as it is said: given, middle, family and suffix; empty if all of them are.
    public var display: String {
        [given, middle, family, suffix].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
