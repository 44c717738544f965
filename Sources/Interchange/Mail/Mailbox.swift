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
        if isOfCompany { person.organization = name } else { person.name = personName }
        person.emails = [Labeled("", address)]
        return person
    }

    private var isOfCompany: Bool {
        let words = Folding.words(of: name)
        return words.count > 1 && words.last.map(LegalForms.contain) == true
    }

    /// The parts of the display name. A comma indicates that the family name comes first.
    public var personName: PersonName {
        var person = PersonName()
        var halves = name.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        while halves.count > 1, let last = halves.last, Self.suffixes.contains(Folding.words(of: last).joined()) {
            person.suffix = person.suffix.isEmpty ? last : "\(last), \(person.suffix)"
            halves.removeLast()
        }
        if halves.count > 1 {
            person.family = halves[0]
            person.given = halves[1...].joined(separator: ", ")
        } else {
            (person.given, person.family) = FormattedName.parts(of: halves.first ?? "")
        }
        return person
    }

    /// The name suffixes that may follow a comma.
    private static let suffixes: Set = ["jr", "sr", "ii", "iii", "iv", "md", "phd", "esq", "dds", "mba", "cpa", "jd"]
}
