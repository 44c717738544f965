import Model
import Text

/// The traits by which two persons are compared, computed once.
package struct PersonTraits: Sendable {
    package let name: NameWords
    package let emails: Set<String>
    /// Those with seven digits or more: fewer are an extension, or shared.
    package let phones: [PhoneNumber]
    /// Without its legal form; empty if unknown.
    package let organization: String
    package let birthday: PartialDate?
    /// Computed on demand: less than their cards tells most persons apart.
    package var card: CardTraits { CardTraits(person, uids: cards.uids(of: person)) }
    /// The key by which lists of persons are sorted.
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

    /// How many digits two numbers must have in common at their ends.
    private static let suffix = 7

    /// The keys by which duplicates are found; two persons without a common key are not compared.
    package var keys: Set<String> {
        var keys = Set(emails.map(Self.key(ofEmail:)))
        keys.formUnion(phones.map { "tel:\($0.reversed.prefix(Self.suffix))" })
        if let sound = name.sound, !organization.isEmpty { keys.insert("work:\(organization.prefix(80))/\(sound)") }
        if let initials = name.initials, let birthday, CivilDate(birthday) != nil {
            keys.insert("born:\(birthday)/\(initials)")
        }
        return keys.union(card.keys)
    }

    /// - Parameter email: As `EmailAddress.key` returns it.
    package static func key(ofEmail email: String) -> String { "mail:\(email)" }

    /// Returns the phone numbers that the other person has, too, even if only one of the two has a country code.
    package func phones(in common: PersonTraits) -> [PhoneNumber] {
        phones.filter { phone in
            common.phones.contains { $0.reversed.hasPrefix(phone.reversed) || phone.reversed.hasPrefix($0.reversed) }
        }
    }
}
