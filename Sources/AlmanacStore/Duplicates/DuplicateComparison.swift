import Model
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

    /// The lowest sum of weights of a possible duplicate: even odds.
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

    /// Returns the reasons why the persons may be duplicates, or `nil` if they are probably two persons.
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

    /// Returns the probability in percent for the logarithm of the odds, at most 99.
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
            // Two companies.
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

/// An email address, as returned by `EmailAddress.key`, in parts.
private struct Mailbox {
    let name: Substring
    let host: Substring

    init(_ email: String) {
        let at = email.lastIndex(of: "@") ?? email.endIndex
        name = email[..<at]
        host = email[at...].dropFirst()
    }

    /// Whether several persons are likely to read the messages.
    var isShared: Bool { Self.sharedNames.contains(String(name)) }

    /// Whether an organization gives each of its members a mailbox at the host.
    var isOfOrganization: Bool { !Self.providers.contains(host.prefix { $0 != "." }) }

    private static let sharedNames: Set = [
        "info", "office", "contact", "kontakt", "hello", "mail", "post", "sales", "support", "admin", "team", "service",
        "reception", "family", "familie", "famille", "familia",
    ]

    /// The first part of the host names of providers that give a person several mailboxes.
    private static let providers: Set<Substring> = [
        "gmail", "outlook", "hotmail", "live", "msn", "yahoo", "ymail", "gmx", "web", "icloud", "me", "mac", "aol",
        "proton", "protonmail", "mail", "yandex", "t-online", "freenet", "orange", "free", "wanadoo", "libero", "qq",
        "163",
    ]
}
