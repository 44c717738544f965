import Model

/// A reproducible set of pairs of contacts: twenty kinds of pairs that describe one person, and twenty kinds that
/// describe two persons.
///
/// The set does not use the tables and rules of duplicate detection, so that it can measure them.
public struct DuplicateCases: Sendable {
    public struct Pair: Sendable {
        public let kind: String
        /// The indices of the two persons.
        public let first: Int
        public let second: Int
        public let isOnePerson: Bool
    }

    public private(set) var persons: [Person] = []
    public private(set) var pairs: [Pair] = []

    /// Creates a set.
    /// - Parameter count: The number of pairs of each kind.
    public init(_ count: Int, seed: UInt64) {
        var maker = ContactGenerator(seed: seed)
        for _ in 0..<count {
            for kind in SamePersonKind.allCases { add(kind.pair(&maker), kind.rawValue, isOnePerson: true) }
            for kind in DifferentPersonsKind.allCases { add(kind.pair(&maker), kind.rawValue, isOnePerson: false) }
        }
    }

    private mutating func add(_ pair: (Person, Person), _ kind: String, isOnePerson: Bool) {
        let first = persons.count
        persons += [pair.0, pair.1]
        pairs.append(Pair(kind: kind, first: first, second: first + 1, isOnePerson: isOnePerson))
    }
}

/// The kinds of pairs that describe one person.
enum SamePersonKind: String, CaseIterable {
    case title = "title in the given name, same email address"
    case hyphenated = "hyphenated family name, same address and phone number"
    case married = "another family name, same address and phone number"
    case umlaut = "umlaut written as two letters"
    case romanized = "name in another alphabet"
    case address = "same name at the same postal address"
    case website = "same name with the same website"
    case nickname = "nickname"
    case familyTypo = "misspelled family name"
    case givenTypo = "misspelled given name, same email address"
    case initial = "given name abbreviated to its initial"
    case swapped = "given and family name swapped"
    case oneField = "whole name in one field"
    case phoneNotation = "phone number in another notation"
    case emailNotation = "email address in another notation"
    case newEmail = "new email address, same mobile number"
    case organization = "same name and organization, without a phone number"
    case birthday = "same name and birthday, everything else differs"
    case nameless = "email address without a name"
    case middle = "middle name only once"

    func pair(_ maker: inout ContactGenerator) -> (Person, Person) {
        var first = maker.person()
        if self == .romanized {
            let names = maker.pick(DuplicateNames.romanized)
            (first.name.given, first.name.family) = (names.0, names.1)
            var second = maker.withOneContact(of: first)
            (second.name.given, second.name.family) = (names.2, names.3)
            return maker.inRandomOrder(first, second)
        }
        prepare(&first, &maker)
        var second: Person
        switch self {
        case .title, .givenTypo, .nameless: second = maker.withEmail(of: first)
        case .hyphenated, .married: second = maker.withHousehold(of: first)
        case .newEmail, .phoneNotation: second = maker.withMobile(of: first)
        case .address, .website, .organization, .birthday: second = maker.namesake(of: first)
        default: second = maker.withOneContact(of: first)
        }
        change(&second, from: first, &maker)
        return maker.inRandomOrder(first, second)
    }

    /// Gives a person the values that the kind requires.
    private func prepare(_ person: inout Person, _ maker: inout ContactGenerator) {
        switch self {
        case .umlaut: person.name.family = maker.pick(DuplicateNames.umlauts).0
        case .nickname: person.name.given = maker.pick(DuplicateNames.nicknames).0
        case .middle: person.name.middle = maker.givenName(isMale: true)
        case .address: if person.addresses.isEmpty { person.addresses = [maker.address()] }
        case .hyphenated, .married:
            if person.addresses.isEmpty { person.addresses = [maker.address()] }
            person.phones.append(Labeled("home", maker.phone()))
        case .website: person.urls = [Labeled("homepage", "https://www.\(maker.domain())/\(maker.number(1000))")]
        case .organization: if person.organization.isEmpty { maker.employ(&person) }
        case .birthday: person.birthday = maker.date(from: 1940, through: 2000)
        case .emailNotation:
            let mailbox = "\(ContactGenerator.ascii(person.name.given)).\(ContactGenerator.ascii(person.name.family))"
            person.emails = [Labeled("home", mailbox + "\(maker.number(9000))@gmail.com")]
        default: break
        }
    }

    private func change(_ copy: inout Person, from person: Person, _ maker: inout ContactGenerator) {
        switch self {
        case .title:
            copy.name.given = maker.pick(["Dr. ", "Prof. Dr. ", "Mr. ", "Frau ", "Dr. med. "]) + person.name.given
        case .hyphenated:
            let other = maker.familyName(except: person.name.family)
            copy.name.family = maker.pick([person.name.family + "-" + other, other + "-" + person.name.family])
        case .married: copy.name.family = maker.familyName(except: person.name.family)
        case .umlaut:
            let (_, digraph, plain) = DuplicateNames.umlauts.first { $0.0 == person.name.family } ?? ("", "", "")
            copy.name.family = maker.pick([digraph, plain])
        case .address: copy.addresses = person.addresses.map { maker.inAnotherNotation($0) }
        case .website:
            copy.urls = person.urls.map { Labeled("", maker.pick([$0.value + "/", "http" + $0.value.dropFirst(5)])) }
        case .nickname:
            copy.name.given = DuplicateNames.nicknames.first { $0.0 == person.name.given }?.1 ?? person.name.given
        case .familyTypo: copy.name.family = maker.misspelled(person.name.family)
        case .givenTypo: copy.name.given = maker.misspelled(person.name.given)
        case .initial: copy.name.given = person.name.given.prefix(1) + maker.pick(["", "."])
        case .swapped: (copy.name.given, copy.name.family) = (person.name.family, person.name.given)
        case .oneField:
            let (given, family) = (person.name.given, person.name.family)
            copy.name.given = maker.pick(["\(given) \(family)", "\(family), \(given)"])
            copy.name.family = ""
        case .phoneNotation: copy.phones = copy.phones.map { maker.inAnotherNotation($0) }
        case .emailNotation:
            let mailbox = person.emails[0].value.prefix { $0 != "@" }
            copy.phones = []
            copy.emails = [
                Labeled(
                    "",
                    maker.pick([
                        mailbox.filter { $0 != "." } + "@gmail.com", mailbox + "+lists@gmail.com",
                        mailbox.uppercased() + "@googlemail.com",
                    ]))
            ]
        case .newEmail: copy.emails = [maker.email(of: copy)]
        case .organization:
            (copy.organization, copy.phones) = (person.organization, [])
            copy.emails = maker.pick([[], [maker.email(of: copy)]])
            if !copy.emails.isEmpty, !person.emails.isEmpty { copy.emails = [] }
        case .birthday: copy.birthday = person.birthday
        case .nameless: copy.name = PersonName()
        case .middle: copy.name.middle = maker.pick(["", person.name.middle.prefix(1) + "."])
        case .romanized: break
        }
    }
}
