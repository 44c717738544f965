import Text

/// A person, modeled on the properties of a vCard (RFC 6350 section 6).
public struct Person: Recordable {
    public static let kind = Kind.person

    public var name = PersonName()
    /// The formatted name (`FN`); empty if it consists of the name parts, or `nil` if it was not read from ``card``.
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
    /// The social profiles, contact forms, and URLs of pictures.
    public var profiles: [Labeled<String>] = []
    /// The languages that the person speaks (`LANG`), as language tags such as `de-CH`.
    public var languages: [Labeled<String>] = []
    /// The positions of places (`GEO`), as a latitude and a longitude such as `50.94,6.96`.
    public var positions: [Labeled<String>] = []
    public var relations: [Labeled<String>] = []
    public var customFields: [Labeled<String>] = []
    /// The default language of the texts in the card (`LANGUAGE` of RFC 9554); `nil` if it was not read from ``card``.
    public var cardLanguage: String? = ""
    public var home: Planet.ID?
    public var photo: BlobID?
    /// The lines of the imported vCard, which preserve unsupported properties.
    public var card: [String] = []
    /// The UIDs of the person, except for the UID of the card. If the card has none, the first UID in this list is
    /// exported.
    public var uids: [String] = []

    /// The text of a note about the person that is added when the person is saved; empty in stored persons.
    public var noteToAdd = ""

    public init() {}

    public var withoutNoteToAdd: Person {
        var person = self
        person.noteToAdd = ""
        return person
    }

    public var title: String { title(in: .card) }

    /// Returns the name or, if it is empty, the nickname, the organization, or the first email address, phone number,
    /// or other contact value. Returns ``unnamed`` if all of them are empty.
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

    /// The person without the data that only the database contains. Cards have neither the contact interval nor the
    /// date of the last contact.
    public var withoutReminder: Person {
        var person = self
        (person.contact, person.lastContact) = (nil, nil)
        return person
    }

    public struct Links: RecordLinks {
        public var home: RecordReference?
        /// The groups of the person, including smart groups.
        public var groups: [RecordReference] = []
        /// The kinds of the ``groups``, such as `film`. Groups without a kind are omitted.
        public var groupKinds: [RecordID: String] = [:]
        /// The smart groups among ``groups``.
        public var smartGroups: [RecordReference] = []
        /// The undated notes about the person.
        public var notes = LinkedRecords.none
        /// The journal entries of the person, latest first.
        public var journal = LinkedRecords.none
        /// The dates of the entries in ``journal``.
        public var entryDates: [RecordID: CivilDate] = [:]
        /// The linked persons, by the texts of the relations.
        public var relatives: [String: RecordReference] = [:]

        public init() {}
    }
}

/// The parts of a name (RFC 6350 section 6.2.2), with the nickname and phonetic spelling.
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

    /// The name after moving initials that follow the given name, as in “Ann Q.”, to the middle names. Names that begin
    /// with an initial remain unchanged.
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

// The defaults are those of CLDR (https://www.unicode.org/reports/tr35/tr35-personNames.html).
extension Person {
    /// The languages whose names begin with the family name.
    private static let familyFirstLanguages: Set = ["hu", "ja", "ko", "vi", "zh"]

    /// Returns the name in the specified order, with the middle name and the suffix; may be empty.
    public func displayName(in order: NameOrder) -> String {
        let isFamilyFirst =
            switch order {
            case .card: isFamilyFirst
            case .given: false
            case .family: true
            }
        return isFamilyFirst ? familyFirstName : name.display
    }

    /// The name with the family name first. In Vietnamese, the middle name precedes the given name.
    public var familyFirstName: String {
        let names = language == "vi" ? [name.middle, name.given] : [name.given, name.middle]
        return ([name.family] + names + [name.suffix]).map(\.trimmed).filter { !$0.isEmpty }
            .joined(separator: name.isEastAsian ? "" : " ")
    }

    /// Whether the family name comes first in the person’s own order.
    public var isFamilyFirst: Bool {
        formattedName.flatMap { $0.isEmpty ? nil : isFamilyFirst(in: $0) } ?? isFamilyFirstByDefault
    }

    /// Whether the family name comes first according to the script of the name or the language of the card.
    public var isFamilyFirstByDefault: Bool { name.isEastAsian || Self.familyFirstLanguages.contains(language) }

    private var language: String {
        guard let cardLanguage, !cardLanguage.isEmpty else { return "" }
        return cardLanguage.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }

    /// Returns whether a formatted name begins with the family name. Returns `nil` if the name begins with neither
    /// order of the given and family names, or if a comma separates them.
    public func isFamilyFirst(in formatted: String) -> Bool? {
        func key(_ text: String) -> String { String(text.filter { !$0.isWhitespace }).lowercased() }
        let (given, middle, family) = (key(name.given), key(name.middle), key(name.family))
        guard !given.isEmpty, !family.isEmpty else { return nil }
        let (text, prefix) = (key(formatted), key(name.prefix))
        func begins(_ orders: [String]) -> Bool {
            orders.contains { text.hasPrefix($0) || text.hasPrefix(prefix + $0) }
        }
        if begins([given + family, given + middle + family]) { return false }
        return begins([family + given, family + middle + given]) ? true : nil
    }
}

extension PersonName {
    /// Whether the name is written in Han, Hiragana, Katakana, or Hangul, but not in Katakana alone. A name in Katakana
    /// alone is usually a foreign name in its own order.
    public var isEastAsian: Bool {
        // In UTF-8, the characters of these scripts begin with E1 or a higher byte.
        guard [family, given].contains(where: { $0.utf8.contains { $0 >= 0xE1 } }) else { return false }
        let letters = [family, given, middle].flatMap(\.unicodeScalars).filter { !$0.properties.isWhitespace }
        return letters.allSatisfy { $0.isEastAsian || $0.isKatakana } && letters.contains(where: \.isEastAsian)
    }
}

extension Unicode.Scalar {
    /// Whether this is a Han, Hiragana, or Hangul letter.
    var isEastAsian: Bool {
        switch value {
        case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x309F, 0x3130...0x318F,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFFA0...0xFFDC,
            0x20000...0x323AF:
            true
        default: false
        }
    }

    /// Whether this is a Katakana letter or mark.
    var isKatakana: Bool {
        switch value {
        case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF65...0xFF9F: true
        default: false
        }
    }
}

/// The order of given and family names in titles.
public enum NameOrder: String, CaseIterable, Hashable, Sendable {
    /// The order that the formatted name, the script of the name, or the language of the card indicates for each
    /// person.
    case card
    case given
    case family
}

/// The rules for the titles and the sorting of the records in a database.
public struct NameRules: Hashable, Sendable {
    public var order: NameOrder
    /// The language whose alphabet determines the order of lists, as a lowercase ISO 639 code; empty for the order of
    /// the basic letters.
    public var sortLanguage: String

    public init(order: NameOrder = .card, sortLanguage: String = "") {
        self.order = order
        self.sortLanguage = sortLanguage
    }
}

/// A gender (RFC 6350 section 6.2.7): a sex component, an identity component, or both, as in `O;it's complicated`.
public struct Gender: Hashable, Sendable, CustomStringConvertible {
    public enum Sex: String, Hashable, Sendable {
        case male = "M"
        case female = "F"
        case other = "O"
        /// No gender, or an entity to which gender does not apply.
        case notApplicable = "N"
        case unknown = "U"

        /// Creates a value from a word, such as `female` or `weiblich`, ignoring case and accents, or returns `nil` for
        /// an unknown word.
        public init?(word: String) {
            let key = Folding.words(of: word).joined(separator: " ")
            guard let sex = Self.words.first(where: { $0.value.contains(key) })?.key else { return nil }
            self = sex
        }

        /// The words of English, German, French, Spanish, Italian, Dutch, Portuguese, and Polish.
        private static let words: [Sex: Set<String>] = [
            .male: [
                "male", "man", "masculine", "mannlich", "mannl", "mann", "masculin", "homme", "masculino", "hombre",
                "maschile", "maschio", "uomo", "mannelijk", "homem", "mezczyzna", "meski", "meska",
            ],
            .female: [
                "w", "k", "female", "woman", "feminine", "weiblich", "weibl", "frau", "feminin", "femme", "femenino",
                "mujer", "femminile", "femmina", "donna", "vrouwelijk", "vrouw", "feminino", "mulher", "kobieta",
                "zenski", "zenska",
            ],
            .other: [
                "d", "x", "other", "divers", "diverse", "nonbinary", "non binary", "autre", "otro", "altro", "anders",
                "outro", "inny", "inna", "inne",
            ],
            .notApplicable: ["none", "keine", "keines", "aucun", "ninguno", "nessuno", "geen", "nenhum", "brak"],
            .unknown: [
                "unknown", "unbekannt", "inconnu", "desconocido", "sconosciuto", "onbekend", "desconhecido", "nieznana",
            ],
        ]
    }

    public let sex: Sex?
    public let identity: String

    /// Creates a gender, or returns `nil` if both components are missing.
    public init?(sex: Sex?, identity: String = "") {
        guard sex != nil || !identity.isEmpty else { return nil }
        self.sex = sex
        self.identity = identity
    }

    /// Creates a gender from the vCard format, ignoring the case of the sex component.
    public init?(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let sex = parts.first.flatMap { Sex(rawValue: $0.uppercased()) }
        guard sex != nil || parts.first == "" else { return nil }
        self.init(sex: sex, identity: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Creates a gender from the vCard format. A word such as `weiblich` or `Female` may replace the sex component.
    public init?(words text: String) {
        let word = text.prefix { $0 != ";" }
        guard let sex = Sex(word: String(word)) else {
            self.init(text)
            return
        }
        self.init(sex.rawValue + text[word.endIndex...])
    }

    public var description: String { (sex?.rawValue ?? "") + (identity.isEmpty ? "" : ";" + identity) }
}

/// Functions for the UIDs of contacts (RFC 6350 section 6.7.6), which may be any text.
package enum CardUID {
    /// Returns the normalized form of a UID: trimmed, without `urn:uuid:`, and in lowercase if it is a UUID.
    package static func key(_ uid: String) -> String {
        let name = uid.trimmed.withoutUUIDScheme
        return isUUID(name) ? name.lowercased() : name
    }

    package static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            [8, 13, 18, 23].contains(place)
                ? byte == UInt8(ascii: "-") : 0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20
        }
    }
}

extension String {
    /// The text without `urn:uuid:`.
    package var withoutUUIDScheme: String {
        utf8.count > 9 && prefix(9).lowercased() == "urn:uuid:" ? String(dropFirst(9)) : self
    }
}
