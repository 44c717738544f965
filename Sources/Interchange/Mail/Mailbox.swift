import Model
import Text

/// A display name and an address in an email message (RFC 5322 section 3.4).
public struct Mailbox: Hashable, Sendable, CustomStringConvertible {
    /// The display name on one line. It may be empty.
    public let name: String
    public let address: String

    /// Creates a mailbox, or returns `nil` if the address is invalid.
    init?(name: String, address: String) {
        guard EmailAddress.isValid(address) else { return nil }
        let said = Mailbox.line(name)
        self.name = said == address ? "" : said
        self.address = address
    }

    public var description: String { name.isEmpty ? address : "\(name) <\(address)>" }

    /// Returns the text on one line, without characters that are unsafe for terminals.
    private static func line(_ text: String) -> String {
        VisibleText.blanked(text).split(separator: " ").joined(separator: " ")
    }
}

extension Mailbox {
    /// A new person with this address. The display name may be `Leia Organa`, `Organa, Leia`, `Ludwig van Beethoven`,
    /// or `Acme, Inc.`
    public var person: Person {
        var person = Person()
        if CompanyNames.include(name) { person.organization = name } else { person.name = personName }
        person.emails = [Labeled("", address)]
        return person
    }

    /// The parts of the display name. A comma indicates that the family name comes first.
    public var personName: PersonName {
        FormattedName.name(of: name)
    }
}
