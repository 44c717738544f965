import Model
import SQLite
import Text

/// A comparison of two persons, with the reasons why they may be duplicates.
struct DuplicateComparison {
    private let left: PersonTraits
    private let right: PersonTraits
    private var names: DuplicateReasons.Names
    private var evidence: [DuplicateReasons.Evidence] = []
    private var sum = DuplicateObservation.start
    /// The weights of shared values, with their duplicate keys for counting the persons who share them.
    private var shared: [(weights: DuplicateWeights, key: String)] = []

    /// The minimum sum of weights for a possible duplicate, which corresponds to even odds.
    private static let threshold = 0

    init(_ left: PersonTraits, _ right: PersonTraits) {
        self.left = left
        self.right = right
        let comparison = NameComparison(left.name, right.name)
        names = comparison.names
        for observation in comparison.observations { add(observation) }
        compareEmails()
        let phone = comparePhones()
        let hasSameAddress = comparePlaces()
        if let phone, hasSameAddress, comparison.observations.contains(.sameGivenName) {
            shared.append((DuplicateObservation.sameHousehold.weights, phone.key))
        }
        compareOrganizations()
        comparePersonalData()
        if !left.uids.isDisjoint(with: right.uids) { add(.uid, .card) }
    }

    /// Returns the reasons why the persons may be duplicates, or `nil` if there is no reason or they are probably
    /// different persons.
    ///
    /// - Parameter owners: A closure that returns the number of persons with a duplicate key.
    func reasons(owners: (String) throws -> Int) rethrows -> DuplicateReasons? {
        var most = sum
        for value in shared { most += value.weights }
        guard !evidence.isEmpty, most.lowest >= Self.threshold else { return nil }
        var total = sum
        for value in shared { total += value.weights.shared(by: try owners(value.key)) }
        guard total.lowest >= Self.threshold else { return nil }
        return DuplicateReasons(names: names, evidence: evidence, score: Self.percentage(total.lowest))
    }

    /// Returns the probability in percent, at most 99, for the binary logarithm of the odds.
    private static func percentage(_ bits: Int) -> Int {
        let odds = 1 << min(bits, 10)
        return min(99, 100 * odds / (1 + odds))
    }

    // MARK: - Observations

    private mutating func add(_ observation: DuplicateObservation, _ reason: DuplicateReasons.Evidence? = nil) {
        sum += observation.weights
        if let reason { evidence.append(reason) }
    }

    private mutating func add(
        _ observation: DuplicateObservation, _ reason: DuplicateReasons.Evidence, sharedWith key: String
    ) {
        shared.append((observation.weights, key))
        evidence.append(reason)
    }

    private mutating func compareOrganizations() {
        let organizations = [left.organization, right.organization]
        if left.name.isEmpty, right.name.isEmpty, !organizations.contains("") {
            // Both contacts are companies.
            names = organizations[0] == organizations[1] ? .same : .missing
            for observation in names == .same
                ? [.sameGivenName, .sameFamilyName] : [.otherGivenName] as [DuplicateObservation]
            {
                add(observation)
            }
        } else if !organizations.contains("") {
            if organizations[0] == organizations[1] {
                add(.organization, .organization(left.organization))
            } else {
                add(.otherOrganization)
            }
        }
    }

    private mutating func comparePersonalData() {
        if left.name.generation != right.name.generation {
            let isMissing = left.name.generation == nil || right.name.generation == nil
            add(isMissing ? .missingGeneration : .otherGeneration)
        }
        let sexes = [left.sex, right.sex].compactMap(\.self).filter { $0 == .male || $0 == .female }
        if Set(sexes).count == 2 { add(.otherSex) }
        guard let one = left.birthday, let other = right.birthday else { return }
        let parts = [(one.year, other.year), (one.month, other.month), (one.day, other.day)]
        let differing = parts.count { one, other in if let one, let other { one != other } else { false } }
        switch differing {
        case 0 where one == other && CivilDate(one) != nil: add(.birthday, .birthday(one))
        case 0 where one.day != nil && one.day == other.day && one.month == other.month && one.month != nil:
            add(.dayOfBirth, .birthday(one.year == nil ? one : other))
        case 0: break
        case 1: add(.almostBirthday)
        default: add(.otherBirthday)
        }
    }

    private mutating func compareEmails() {
        let common = left.emails.intersection(right.emails).sorted()
        for email in common.filter({ Mailbox($0).isShared }) {
            evidence.append(.email(email))
        }
        let personal = common.filter { !Mailbox($0).isShared }
        if let email = personal.first {
            add(.email, .email(email), sharedWith: PersonTraits.key(ofEmail: email))
            for email in personal.dropFirst() { evidence.append(.email(email)) }
            return
        }
        if let email = common.first {
            shared.append((DuplicateObservation.sharedMailbox.weights, PersonTraits.key(ofEmail: email)))
        }
        let others = [left, right].map { $0.emails.map(Mailbox.init).filter { !$0.isShared } }
        guard !others[0].isEmpty, !others[1].isEmpty else { return }
        let hosts = others.map { Set($0.filter(\.isOfOrganization).map(\.host)) }
        add(hosts[0].isDisjoint(with: hosts[1]) ? .otherEmails : .otherMailboxes)
    }

    /// Compares the phone numbers.
    ///
    /// - Returns: The most significant common phone number, if there is one.
    private mutating func comparePhones() -> LabeledPhone? {
        let phones = left.phones(in: right)
        guard let best = phones.max(by: { $0.kind.observation.weights.lowest < $1.kind.observation.weights.lowest })
        else {
            if !left.phones.isEmpty, !right.phones.isEmpty { add(.otherPhones) }
            return nil
        }
        shared.append((best.kind.observation.weights, best.key))
        evidence += phones.map { .phone(String($0.number.reversed.reversed())) }
        if phones.count < left.phones.count, right.phones(in: left).count < right.phones.count { add(.furtherPhones) }
        return best
    }

    /// Compares the postal addresses, websites, and messenger names.
    ///
    /// - Returns: Whether the persons have a common postal address.
    private mutating func comparePlaces() -> Bool {
        let address = left.addresses.first { address in right.addresses.contains { $0.isSame(as: address) } }
        if let address {
            add(.address, .address(address.name))
        } else if !left.addresses.isEmpty, !right.addresses.isEmpty {
            add(.otherAddresses)
        }
        if let website = left.websites.intersection(right.websites).min() { add(.website, .website(website)) }
        if let messenger = left.messengers.intersection(right.messengers).min() {
            add(.messenger, .messenger(messenger), sharedWith: PersonTraits.key(ofMessenger: messenger))
        }
        return address != nil
    }
}

extension LabeledPhone.Kind {
    fileprivate var observation: DuplicateObservation {
        switch self {
        case .mobile: .mobilePhone
        case .unknown: .phone
        case .home: .homePhone
        case .work: .workPhone
        }
    }
}

/// The parts of an email address in the form that `EmailAddress.duplicateKey` returns.
private struct Mailbox {
    let name: Substring
    let host: Substring

    init(_ email: String) {
        let at = email.lastIndex(of: "@") ?? email.endIndex
        name = email[..<at]
        host = email[at...].dropFirst()
    }

    /// Whether several persons are likely to read messages to this address.
    var isShared: Bool { Self.sharedNames.contains(String(name)) }

    /// Whether the host probably belongs to an organization that gives each of its members a mailbox.
    var isOfOrganization: Bool { !Self.providers.contains(host.prefix { $0 != "." }) }

    private static let sharedNames: Set = [
        "info", "office", "contact", "kontakt", "hello", "mail", "post", "sales", "support", "admin", "team", "service",
        "reception", "family", "familie", "famille", "familia",
    ]

    /// The providers where one person often has several mailboxes, by the first part of their host names.
    private static let providers: Set<Substring> = [
        "gmail", "outlook", "hotmail", "live", "msn", "yahoo", "ymail", "gmx", "web", "icloud", "me", "mac", "aol",
        "proton", "protonmail", "mail", "yandex", "t-online", "freenet", "orange", "free", "wanadoo", "libero", "qq",
        "163",
    ]
}

/// An agreement or a difference between two records, with its weights.
///
/// The weights follow Fellegi and Sunter (A Theory for Record Linkage, 1969): a weight is the binary logarithm of how
/// much more likely an observation is for two records of one person than for records of two persons. The sum of the
/// weights is therefore the logarithm of the odds that two records belong to one person. Because people share names,
/// phone numbers, and postal addresses with relatives, and organizations with colleagues, there are three sums: for
/// strangers, for relatives, and for colleagues. The lowest sum counts.
enum DuplicateObservation: Hashable, CaseIterable {
    case sameGivenName, variantOfGivenName, misspelledGivenName, initialOfGivenName, similarGivenName, otherGivenName
    case sameFamilyName, variantOfFamilyName, misspelledFamilyName, partOfFamilyName, initialOfFamilyName
    case otherFamilyName
    case swappedNames, sameMiddleName, initialOfMiddleName, otherMiddleName
    case missingGeneration, otherGeneration, otherSex
    case email, sharedMailbox, otherEmails, otherMailboxes
    case mobilePhone, phone, homePhone, workPhone, otherPhones, furtherPhones
    case messenger, address, sameHousehold, otherAddresses, website, organization, otherOrganization
    case birthday, dayOfBirth, almostBirthday, otherBirthday
    case uid

    /// The logarithms of the odds that two records with a common duplicate key belong to one person, before any
    /// observation.
    static let start = DuplicateWeights(-9, -5, -5)

    var weights: DuplicateWeights {
        switch self {
        // Relatives often have the same family name, but rarely the same given name. Similar given names are typical of
        // siblings.
        case .sameGivenName: DuplicateWeights(5, 9, 5)
        case .variantOfGivenName: DuplicateWeights(4, 7, 4)
        case .misspelledGivenName: DuplicateWeights(3, 5, 3)
        case .initialOfGivenName: DuplicateWeights(2, 3, 2)
        case .similarGivenName: DuplicateWeights(-2, -6, -4)
        case .otherGivenName: DuplicateWeights(-16, -16, -16)
        case .sameFamilyName: DuplicateWeights(6, 0, 6)
        case .variantOfFamilyName: DuplicateWeights(5, 0, 5)
        case .misspelledFamilyName: DuplicateWeights(4, -1, 4)
        case .partOfFamilyName: DuplicateWeights(4, 0, 4)
        case .initialOfFamilyName: DuplicateWeights(1, 0, 1)
        case .otherFamilyName: DuplicateWeights(-4, -4, -6)
        case .swappedNames: DuplicateWeights(-1, -2, -2)
        case .sameMiddleName: DuplicateWeights(2, 3, 2)
        case .initialOfMiddleName: DuplicateWeights(1, 1, 1)
        case .otherMiddleName: DuplicateWeights(-6, -8, -6)
        // A father and a son may have the same name.
        case .missingGeneration: DuplicateWeights(-6, -18, -6)
        case .otherGeneration: DuplicateWeights(-12, -20, -12)
        case .otherSex: DuplicateWeights(-8, -8, -8)
        case .email: DuplicateWeights(10, 11, 10)
        case .sharedMailbox: DuplicateWeights(4, 1, 0)
        case .otherEmails: DuplicateWeights(-2, -3, -4)
        // A company usually gives each employee only one mailbox.
        case .otherMailboxes: DuplicateWeights(-3, -3, -7)
        case .mobilePhone: DuplicateWeights(8, 5, 7)
        case .phone: DuplicateWeights(7, 3, 3)
        case .homePhone: DuplicateWeights(6, 0, 2)
        case .workPhone: DuplicateWeights(5, 2, 0)
        case .otherPhones: DuplicateWeights(-2, -1, -3)
        case .furtherPhones: DuplicateWeights(-1, -2, -1)
        case .messenger: DuplicateWeights(9, 6, 8)
        case .address: DuplicateWeights(6, 0, 3)
        // The same given name, phone number, and postal address, for example after a change of family name.
        case .sameHousehold: DuplicateWeights(0, 1, 3)
        case .otherAddresses: DuplicateWeights(-1, -1, 0)
        case .website: DuplicateWeights(6, 3, 1)
        case .organization: DuplicateWeights(4, 2, 0)
        case .otherOrganization: DuplicateWeights(-1, -1, -1)
        // Twins have the same birthday, but different given names.
        case .birthday: DuplicateWeights(9, 6, 8)
        case .dayOfBirth: DuplicateWeights(5, 4, 4)
        case .almostBirthday: DuplicateWeights(-2, -3, -2)
        case .otherBirthday: DuplicateWeights(-12, -12, -12)
        case .uid: DuplicateWeights(14, 14, 14)
        }
    }
}

/// The weights of an observation if the records belong to two strangers, two relatives, or two colleagues.
struct DuplicateWeights: Hashable {
    private(set) var strangers: Int
    private var relatives: Int
    private var colleagues: Int

    init(_ strangers: Int, _ relatives: Int, _ colleagues: Int) {
        self.strangers = strangers
        self.relatives = relatives
        self.colleagues = colleagues
    }

    var lowest: Int { min(strangers, relatives, colleagues) }

    /// Returns the weights for a value that several persons share. Each positive weight is reduced by log₂(n − 1),
    /// rounded down, for n persons, but not below zero.
    func shared(by persons: Int) -> DuplicateWeights {
        let bits = persons > 2 ? Int.bitWidth - 1 - (persons - 1).leadingZeroBitCount : 0
        func less(_ weight: Int) -> Int { weight > 0 ? max(0, weight - bits) : weight }
        return DuplicateWeights(less(strangers), less(relatives), less(colleagues))
    }

    static func += (sum: inout DuplicateWeights, other: DuplicateWeights) {
        sum.strangers += other.strangers
        sum.relatives += other.relatives
        sum.colleagues += other.colleagues
    }
}

/// A reader of the fields that are used to compare persons.
enum ComparisonFields {
    static func outline(of person: Person) -> Person {
        var outline = person
        (outline.card, outline.uids) = ([], [])
        return outline
    }

    static func all(of ids: [Int64], from connection: Connection) throws -> [(id: Int64, person: Person)] {
        let all = ids.json
        var persons: [Int64: Person] = [:]
        try connection.forEach(names, binding: all) { row in
            var person = Person()
            person.name.given = row[1]
            person.name.middle = row[2]
            person.name.family = row[3]
            person.name.suffix = row[4]
            person.name.nickname = row[5]
            person.organization = row[6]
            let (birthday, gender): (String?, String?) = (row[7], row[8])
            person.birthday = birthday.flatMap { PartialDate($0) }
            person.gender = gender.flatMap { Gender($0) }
            persons[row[0]] = person
        }
        for (list, path) in lists {
            try connection.forEach(values(in: list), binding: all) { row in
                persons[row[0]]?[keyPath: path].append(Labeled(row[1], row[2]))
            }
        }
        try connection.forEach(addresses, binding: all) { row in
            let address = PostalAddress(street: row[1], locality: row[2], postalCode: row[3])
            persons[row[0]]?.addresses.append(Labeled("", address))
        }
        return ids.compactMap { id in persons[id].map { (id, $0) } }
    }

    static let names = """
        SELECT id, given, middle, family, suffix, nickname, organization, birthday, gender FROM person
        WHERE id IN (SELECT value FROM json_each(?1))
        """

    static let addresses = """
        SELECT person_id, street, locality, postal_code FROM person_address
        WHERE person_id IN (SELECT value FROM json_each(?1))
        """

    private static let lists: [(String, WritableKeyPath<Person, [Labeled<String>]> & Sendable)] = [
        ("email", \.emails), ("phone", \.phones), ("url", \.urls), ("messenger", \.messengers),
    ]

    private static func values(in list: String) -> String {
        "SELECT person_id, label, value FROM person_\(list) WHERE person_id IN (SELECT value FROM json_each(?1))"
    }
}
