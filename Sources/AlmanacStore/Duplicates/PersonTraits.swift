import Model
import Text

/// What two persons are compared by, made ready once.
struct PersonTraits {
    let name: NameWords
    let emails: Set<String>
    /// Those with seven digits or more: fewer are an extension or everybody's.
    let phones: [PhoneNumber]
    /// Without its legal form; empty for none.
    let organization: String
    let birthday: PartialDate?
    /// Read when it is asked for: most are told apart by less than their cards.
    var card: CardTraits { CardTraits(person) }
    /// Where the name stands among others.
    var sortKey: String { NameKey.of(person.sortName) }
    private let person: Person

    init(_ person: Person) {
        name = NameWords(person.name)
        emails = Set(person.emails.compactMap { EmailKey.of($0.value) })
        phones = person.phones.compactMap { PhoneNumber($0.value) }.filter { $0.reversed.count >= Self.suffix }
        organization = Folding.words(of: person.organization).filter { !LegalForms.contain($0) }
            .joined(separator: " ")
        birthday = person.birthday
        self.person = person
    }

    /// How many digits two numbers must have in common at their ends.
    private static let suffix = 7

    /// The keys under which the person is looked up; two who share none are not compared.
    var traces: Set<String> {
        var traces = Set(emails.map(Self.trace(ofEmail:)))
        traces.formUnion(phones.map { "tel:\($0.reversed.prefix(Self.suffix))" })
        if let sound = name.sound, !organization.isEmpty { traces.insert("work:\(organization.prefix(80))/\(sound)") }
        if let initials = name.initials, let birthday, CivilDate(birthday) != nil {
            traces.insert("born:\(birthday)/\(initials)")
        }
        return traces.union(card.traces)
    }

    /// - Parameter key: As `EmailKey` makes it.
    static func trace(ofEmail key: String) -> String { "mail:\(key)" }

    /// The phone numbers of one that are the other's too, where one was noted with a country code and the other without.
    func phones(in common: PersonTraits) -> [PhoneNumber] {
        phones.filter { phone in
            common.phones.contains { $0.reversed.hasPrefix(phone.reversed) || phone.reversed.hasPrefix($0.reversed) }
        }
    }
}
