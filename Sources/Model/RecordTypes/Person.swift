/// A person, modeled on the properties of a vCard (RFC 6350 §6).
public struct Person: Recordable {
    public static let kind = Kind.person

    public var name = PersonName()
    /// The formatted name (`FN`) of the card; empty if it consists of the name parts, or `nil` if only
    /// the card contains it.
    public var formattedName: String? = ""
    public var pronouns = ""
    public var gender: Gender?
    public var organization = ""
    public var department = ""
    public var jobTitle = ""
    public var birthday: PartialDate?
    public var anniversary: PartialDate?
    /// The interval after which the next contact is due, or `nil` for no reminder.
    public var contact: TimeSpan?
    public var lastContact: CivilDate?
    public var emails: [Labeled<String>] = []
    public var phones: [Labeled<String>] = []
    public var addresses: [Labeled<PostalAddress>] = []
    public var urls: [Labeled<String>] = []
    public var messengers: [Labeled<String>] = []
    /// The social profiles, contact forms, and picture addresses; empty if only the card contains them.
    public var profiles: [Labeled<String>] = []
    /// The languages that the person speaks (`LANG`), as language tags such as `de-CH`.
    public var languages: [Labeled<String>] = []
    /// The positions of places (`GEO`), as a latitude and a longitude such as `50.94,6.96`; empty if only the card contains
    /// them.
    public var positions: [Labeled<String>] = []
    public var relations: [Labeled<String>] = []
    public var customFields: [Labeled<String>] = []
    /// The default language of the texts in the card (`LANGUAGE` of RFC 9554); `nil` if only the card contains it.
    public var cardLanguage: String? = ""
    public var home: Planet.ID?
    public var photo: BlobID?
    /// The lines of the imported vCard, which preserve unsupported properties.
    public var card: [String] = []
    /// The UIDs of the person, except for the UID of the card. If the card has none, the first UID in this list is
    /// exported.
    public var uids: [String] = []

    /// The text of a note about the person, which is added when the person is saved. It is empty in stored persons.
    public var noteToAdd = ""

    public init() {}

    public var withoutNoteToAdd: Person {
        var person = self
        person.noteToAdd = ""
        return person
    }

    public var title: String { title(in: .card) }

    /// Returns the name, or else the nickname, the organization, or the first email address, phone number, or other
    /// contact value.
    public func title(in order: NameOrder) -> String {
        let names = [displayName(in: order), name.nickname, organization]
        if let name = names.first(where: { !$0.isEmpty }) { return name }
        let values = [emails, phones, messengers, profiles, urls].joined().lazy.map(\.value.trimmed)
        return values.first { !$0.isEmpty } ?? Self.unnamed
    }

    /// The title of a person without a name or contact values.
    public static let unnamed = "(no name)"

    /// The date on which the next contact is due, or `nil` without a contact interval. Without a last contact, the next
    /// contact is overdue and is treated as earlier than any date.
    public var nextContact: NextContact? {
        contact.map { interval in lastContact.map { .due($0.adding(interval)) } ?? .now }
    }

    public enum NextContact: Hashable, Sendable {
        case now
        case due(CivilDate)
    }

    /// The person without the data that only the database contains. Cards have neither the contact interval nor the date
    /// of the last contact.
    public var withoutReminder: Person {
        var person = self
        (person.contact, person.lastContact) = (nil, nil)
        return person
    }

    public struct Links: RecordLinks {
        public var home: RecordReference?
        /// The groups of the person, including smart groups.
        public var groups: [RecordReference] = []
        /// The kinds of ``groups`` that have one, such as `film`.
        public var groupKinds: [RecordID: String] = [:]
        /// The smart groups among ``groups``.
        public var smartGroups: [RecordReference] = []
        public var notes = LinkedRecords.none

        public init() {}
    }
}

/// The parts of a name (RFC 6350 §6.2.2), with the nickname and phonetic spelling.
public struct PersonName: Hashable, Sendable {
    public var prefix = ""
    public var given = ""
    public var middle = ""
    public var family = ""
    public var suffix = ""
    public var nickname = ""
    public var phonetic = ""

    public init() {}

    /// The given, middle, and family names and the suffix, trimmed and separated by spaces.
    public var display: String {
        [given, middle, family, suffix].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The name with the initials after the given name, as in “Ann Q.”, as middle names. Initials alone remain unchanged.
    public var withMiddleInitials: PersonName {
        var words = given.split(separator: " ")[...]
        guard let first = words.first, !Self.isInitial(first) else { return self }
        var initials: [Substring] = []
        while let last = words.last, Self.isInitial(last) { initials.insert(words.removeLast(), at: 0) }
        guard !initials.isEmpty else { return self }
        var name = self
        name.given = words.joined(separator: " ")
        name.middle = (initials + [middle[...]]).filter { !$0.isEmpty }.joined(separator: " ")
        return name
    }

    private static func isInitial(_ word: Substring) -> Bool {
        (word.hasSuffix(".") ? word.dropLast() : word).count == 1 && word.first?.isUppercase == true
    }
}
