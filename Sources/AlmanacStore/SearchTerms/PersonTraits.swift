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
    /// The UIDs of the card, normalized with `CardUID.key`.
    let uids: Set<String>
    // Computed on demand, because comparisons do not need it.
    /// The duplicate key of the card or, without a card, of the fields.
    var cardKey: String { CardTraits.key(ofContentOf: person) }
    func sortKey(_ rules: NameRules) -> String { NameKey.sorting(person.sortName, rules) }
    private let person: Person

    init(_ person: Person, _ cards: any CardInterpreter) {
        name = NameWords(person.name)
        emails = Set(person.emails.compactMap { EmailAddress.key($0.value.trimmed) })
        phones = person.phones.compactMap(LabeledPhone.init)
        addresses = person.addresses.compactMap { PostalAddressKey($0.value) }
        websites = Set(person.urls.compactMap { WebsiteKey.of($0.value) })
        messengers = Set(person.messengers.compactMap { WebsiteKey.ofMessenger($0.value) })
        organization = Folding.words(of: person.organization).filter { !LegalForms.contain($0) }
            .joined(separator: " ")
        birthday = person.birthday
        sex = person.gender?.sex
        uids = Set(cards.uids(of: person).map(CardUID.key))
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
    /// - Parameter email: The address as returned by `EmailAddress.key`.
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

/// A phone number with the kind of its owners.
struct LabeledPhone: Hashable, Sendable {
    /// The kinds of phone numbers, in the order in which they are preferred if two contacts differ.
    enum Kind: Int, Hashable, Sendable {
        case home, work, mobile, unknown
    }

    let number: PhoneNumber
    let kind: Kind

    /// The number of final digits that two phone numbers must have in common to be compared.
    private static let suffix = 7

    private init(number: PhoneNumber, kind: Kind) {
        self.number = number
        self.kind = kind
    }

    init?(_ phone: Labeled<String>) {
        guard let number = PhoneNumber(phone.value), number.reversed.count >= Self.suffix else { return nil }
        self.number = number
        kind = phone.label.split(separator: " ").lazy.compactMap { Self.kinds[$0.lowercased()] }.first ?? .unknown
    }

    private static let kinds: [String: Kind] = [
        "mobile": .mobile, "cell": .mobile, "work": .work, "main": .work, "office": .work, "home": .home, "fax": .home,
    ]

    /// The duplicate key.
    var key: String { "tel:\(number.reversed.prefix(Self.suffix))" }

    fileprivate func isSame(as other: LabeledPhone) -> Bool {
        other.number.reversed.hasPrefix(number.reversed) || number.reversed.hasPrefix(other.number.reversed)
    }

    fileprivate func united(with other: LabeledPhone) -> LabeledPhone {
        LabeledPhone(number: number, kind: kind.rawValue < other.kind.rawValue ? kind : other.kind)
    }
}
