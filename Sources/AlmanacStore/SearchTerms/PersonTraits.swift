import Model
import Text

/// The data for comparing a person with others, computed once.
package struct PersonTraits: Sendable {
    package let name: NameWords
    package let emails: Set<String>
    /// The phone numbers with at least seven digits. Shorter numbers may be extensions or shared.
    package let phones: [PhoneNumber]
    /// The organization without its legal form; empty if unknown.
    package let organization: String
    package let birthday: PartialDate?
    // Computed on demand, because most persons already differ in other traits.
    /// The traits of the card.
    package var card: CardTraits { CardTraits(person, uids: cards.uids(of: person)) }
    /// The sort key in lists of persons.
    package var sortKey: String { NameKey.of(person.sortName) }
    private let person: Person
    private let cards: any CardInterpreter

    package init(_ person: Person, _ cards: any CardInterpreter) {
        name = NameWords(person.name)
        emails = Set(person.emails.compactMap { EmailAddress.key($0.value.trimmed) })
        phones = person.phones.compactMap { PhoneNumber($0.value) }.filter { $0.reversed.count >= Self.suffix }
        organization = Folding.words(of: person.organization).filter { !LegalForms.contain($0) }
            .joined(separator: " ")
        birthday = person.birthday
        self.person = person
        self.cards = cards
    }

    /// The number of final digits that two phone numbers must have in common to be compared.
    private static let suffix = 7

    /// The keys for finding duplicates. Persons without a common key are not compared.
    package var keys: Set<String> {
        var keys = Set(emails.map(Self.key(ofEmail:)))
        keys.formUnion(phones.map { "tel:\($0.reversed.prefix(Self.suffix))" })
        if let sound = name.sound, !organization.isEmpty { keys.insert("work:\(organization.prefix(80))/\(sound)") }
        if let initials = name.initials, let birthday, CivilDate(birthday) != nil {
            keys.insert("born:\(birthday)/\(initials)")
        }
        return keys.union(card.keys)
    }

    /// Returns the duplicate key of an email address.
    /// - Parameter email: The address as returned by `EmailAddress.key`.
    package static func key(ofEmail email: String) -> String { "mail:\(email)" }

    /// Returns the phone numbers that both persons have. Two numbers can be the same even if only one has a country
    /// code.
    package func phones(in common: PersonTraits) -> [PhoneNumber] {
        phones.filter { phone in
            common.phones.contains { $0.reversed.hasPrefix(phone.reversed) || phone.reversed.hasPrefix($0.reversed) }
        }
    }
}
