import Interchange
import Model
import Text

/// The data for comparing a person with others, computed once.
struct PersonTraits: Sendable {
    let name: NameWords
    let emails: Set<String>
    /// The phone numbers with at least seven digits. Shorter numbers may be extensions or shared.
    let phones: [LabeledPhone]
    let addresses: [PostalAddressKey]
    let websites: Set<String>
    let messengers: Set<String>
    /// The organization without its legal form; empty if unknown.
    let organization: String
    let birthday: PartialDate?
    let sex: Gender.Sex?
    /// The known UIDs of the person, normalized with `CardUID.key`.
    let uids: Set<String>
    /// The duplicate key of the card or, without a card, of the fields.
    var cardKey: String {
        // Computed on demand, because comparisons do not need it.
        CardTraits.key(ofContentOf: person)
    }
    func sortKey(_ rules: NameRules) -> String { NameKey.sorting(person.sortName, rules) }
    private let person: Person

    init(_ person: Person) {
        name = NameWords(person.name)
        emails = Set(person.emails.compactMap { EmailAddress.duplicateKey($0.value.trimmed) })
        phones = person.phones.compactMap(LabeledPhone.init)
        addresses = person.addresses.compactMap { PostalAddressKey($0.value) }
        websites = Set(person.urls.compactMap { WebsiteKey.key(for: $0.value) })
        messengers = Set(person.messengers.compactMap { WebsiteKey.ofMessenger($0.value) })
        organization = Folding.words(of: person.organization).filter { !LegalForms.contain($0) }
            .joined(separator: " ")
        birthday = person.birthday
        sex = person.gender?.sex
        uids = Set(person.knownUIDs.map(CardUID.key))
        self.person = person
    }

    /// The keys for finding duplicates. Persons without a common key are not compared.
    var keys: Set<String> {
        var keys = Set(emails.map(Self.key(ofEmail:)))
        keys.formUnion(phones.map(\.key))
        keys.formUnion(messengers.map(Self.key(ofMessenger:)))
        keys.formUnion(uids.map(CardTraits.key(ofUID:)))
        keys.insert(cardKey)
        let isBorn = birthday.flatMap { CivilDate($0) } != nil
        guard isBorn || !organization.isEmpty || !addresses.isEmpty || !websites.isEmpty, let sounds = name.sounds
        else {
            return keys
        }
        if !organization.isEmpty { keys.insert("work:\(organization.prefix(80))/\(sounds.0) \(sounds.1)") }
        let initials = "\(sounds.0.prefix(1))\(sounds.1.prefix(1))"
        if isBorn, let birthday { keys.insert("born:\(birthday)/\(initials)") }
        for address in addresses { keys.insert("place:\(address.street)/\(initials)") }
        for website in websites { keys.insert("web:\(website)/\(initials)") }
        return keys
    }

    /// Returns the duplicate key of an email address.
    /// - Parameter email: The address as returned by `EmailAddress.duplicateKey`.
    static func key(ofEmail email: String) -> String { "mail:\(email)" }

    static func key(ofMessenger messenger: String) -> String { "chat:\(messenger)" }

    /// Returns the phone numbers that both persons have. Two numbers can be the same even if only one has a country
    /// code.
    func phones(in common: PersonTraits) -> [LabeledPhone] {
        phones.compactMap { phone in
            common.phones.first { $0.isSame(as: phone) }.map { phone.united(with: $0) }
        }
    }
}

/// A phone number with its kind, such as home or work.
struct LabeledPhone: Hashable, Sendable {
    /// The kinds of phone numbers, in order of preference if two contacts have the same number with different kinds.
    enum Kind: Int, Hashable, Sendable {
        case home, work, mobile, unknown
    }

    let number: PhoneNumber
    let kind: Kind

    /// The number of trailing digits that two phone numbers must share to be compared.
    private static let suffix = 7
}

extension LabeledPhone {
    init?(_ phone: Labeled<String>) {
        guard let number = PhoneNumber(phone.value), number.reversed.count >= Self.suffix else { return nil }
        self.number = number
        kind =
            phone.label.split(separator: " ").firstNonNil { word in
                PlaceWords(label: String(word)).flatMap { words in Self.kinds.first { words.contains($0.words) } }
            }?.kind ?? .unknown
    }

    private static let kinds: [(words: PlaceWords, kind: Kind)] = [
        (.home, .home), (.work, .work), (.main, .work), (.mobile, .mobile), (.fax, .home),
    ]

    /// The duplicate key, which contains the last digits of the number in reverse order.
    var key: String { "tel:\(number.reversed.prefix(Self.suffix))" }

    /// Returns whether two numbers may be the same, for finding possible duplicates and linked persons. Whether values
    /// are equal is determined by the `ValueIdentity` of the field instead.
    func isSame(as other: LabeledPhone) -> Bool {
        other.number.reversed.hasPrefix(number.reversed) || number.reversed.hasPrefix(other.number.reversed)
    }

    fileprivate func united(with other: LabeledPhone) -> LabeledPhone {
        LabeledPhone(number: number, kind: kind.rawValue < other.kind.rawValue ? kind : other.kind)
    }
}

/// A postal address for comparison.
struct PostalAddressKey: Hashable, Sendable {
    /// The street as entered.
    let name: String
    /// The words of the street in alphabetical order, with common words abbreviated.
    let street: String
    private let locality: String
    private let postalCode: String

    /// Creates the key of an address, or returns `nil` if it lacks a street with a number.
    init?(_ address: PostalAddress) {
        let words = Folding.words(of: address.street)
        guard words.count > 1, words.contains(where: { $0.utf8.contains { 0x30...0x39 ~= $0 } }) else { return nil }
        name = address.street.trimmed
        street = String(words.map(Self.abbreviated).sorted().joined(separator: " ").prefix(80))
        locality = Folding.words(of: address.locality).joined()
        postalCode = Folding.words(of: address.postalCode).joined()
    }

    /// Returns whether two addresses are the same. Either may lack the postal code or the locality.
    func isSame(as other: PostalAddressKey) -> Bool {
        guard street == other.street else { return false }
        if !postalCode.isEmpty, !other.postalCode.isEmpty { return postalCode == other.postalCode }
        return locality.isEmpty || other.locality.isEmpty || locality == other.locality
    }

    private static func abbreviated(_ word: String) -> String {
        if let short = abbreviations[word] { return short }
        return word.hasSuffix("strasse") ? String(word.dropLast(4)) : word
    }

    private static let abbreviations = [
        "street": "st", "strasse": "str", "avenue": "ave", "av": "ave", "road": "rd", "boulevard": "blvd",
        "drive": "dr",
        "lane": "ln", "square": "sq", "place": "pl", "platz": "pl", "court": "ct",
    ]
}

/// Functions that return the keys of web addresses and of messenger names for comparison.
enum WebsiteKey {
    /// Returns a folded web address without the scheme, “www.”, the query, the fragment, and final slashes, or `nil` if
    /// no period is left.
    static func key(for url: String) -> String? {
        var address = Substring(Folding.fold(url.trimmed).prefix(200))
        if let scheme = address.firstRange(of: "://") { address = address[scheme.upperBound...] }
        if address.hasPrefix("www.") { address.removeFirst(4) }
        address = address.prefix { $0 != "?" && $0 != "#" }
        while address.last == "/" { address.removeLast() }
        return address.contains(".") ? String(address) : nil
    }

    /// Returns the name of a messenger account without its scheme and `@`, or `nil` if it has fewer than four
    /// characters.
    static func ofMessenger(_ text: String) -> String? {
        var name = Substring(Folding.fold(text.trimmed).prefix(100))
        if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
        name = name.drop { $0 == "/" || $0 == "@" }
        return name.count < 4 ? nil : String(name)
    }
}

/// The duplicate keys of a card: the keys of its UIDs, and the hash of its lines.
enum CardTraits {
    /// Returns the duplicate key of the card lines or, without a card, of the fields. Different persons may have the
    /// same key.
    static func key(ofContentOf person: Person) -> String {
        "same:" + String(person.card.isEmpty ? digest(person) : digest(person.card), radix: 16)
    }

    /// Returns the duplicate key of a UID. The UID may have any length.
    static func key(ofUID uid: String) -> String {
        let name = CardUID.key(uid)
        return name.utf8.count <= 100 ? "uid:\(name)" : "uid:#\(String(digest([name]), radix: 16))"
    }

    private static func digest(_ person: Person) -> UInt64 {
        // The home planet is not part of the person’s own data, and the card does not contain the reminder.
        var person = person.withoutReminder
        person.home = nil
        let fields = Person.fields.flatMap { field in field.read(person).map { "\(field.key).\($0.label)=\($0.value)" }
        }
        return digest(fields)
    }

    /// Returns a hash of the lines, each followed by a line feed.
    private static func digest(_ lines: [String]) -> UInt64 {
        var hash = FNV1a()
        for line in lines {
            hash.combine(line.utf8)
            hash.combine(0x0A)
        }
        return hash.value
    }
}
