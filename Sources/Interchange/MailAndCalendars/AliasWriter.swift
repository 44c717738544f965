import Localization
import Model
import Text

/// A writer of address books for terminal mail programs. Contacts without a valid email address are omitted, except in
/// abook address books.
struct AliasWriter: ContactEncoder {
    enum Program { case mutt, aerc, abook }

    let program: Program
    private var text = ""
    private var count = 0
    private var aliases: Set<String> = []
    /// The next number of each repeated alias.
    private var numbers: [String: Int] = [:]

    init(_ program: Program) {
        self.program = program
        if program == .abook { text = "# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n" }
    }

    mutating func write(_ card: ContactCard) -> WrittenCard {
        guard card.group == nil else { return WrittenCard() }
        let person = card.person
        var mailboxes: [Labeled<Mailbox>] = []
        var problems: [Message] = []
        for email in person.emails {
            if let mailbox = Mailbox(name: person.title, address: email.value) {
                mailboxes.append(Labeled(email.label, mailbox))
            } else {
                problems.append("“\(email.value)” is not a valid email address.")
            }
        }
        if person.emails.isEmpty, program != .abook { problems.append("The email address is missing.") }
        var losses = problems.map { CardLoss(title: person.title, property: "EMAIL", sentence: $0) }
        if program == .abook {
            losses += writeItem(card, mailboxes.map(\.value.address))
        } else {
            for mailbox in mailboxes { write(mailbox) }
        }
        return WrittenCard(losses: losses)
    }

    mutating func finish() {}

    mutating func drain() -> [UInt8] {
        defer { text = "" }
        return Array(text.utf8)
    }

    // MARK: - Aliases

    private mutating func write(_ mailbox: Labeled<Mailbox>) {
        let (name, address) = (mailbox.value.name, mailbox.value.address)
        if program == .aerc {
            text += "\(address)\t\(name)\n"
        } else {
            let phrase = name.isEmpty ? "" : Self.escaped(Self.phrase(name)) + " "
            text +=
                "alias \(alias(of: name.isEmpty ? address : name, mailbox.label)) \(phrase)<\(Self.escaped(address))>\n"
        }
    }

    /// Returns an unused alias, such as `leia-organa`, `leia-organa-work`, or `leia-organa-2`.
    private mutating func alias(of name: String, _ label: String) -> String {
        let (name, label) = (Self.key(name), Self.key(label))
        let stem = name.isEmpty ? "contact" : name
        let candidates = [stem] + (label.isEmpty ? [] : ["\(stem)-\(label)"])
        let numbered = (numbers[stem, default: 2]...).lazy.map { "\(stem)-\($0)" }
        let alias = candidates.first { !aliases.contains($0) } ?? numbered.first { !aliases.contains($0) } ?? stem
        aliases.insert(alias)
        numbers[stem, default: 2] += candidates.contains(alias) ? 0 : 1
        return alias
    }

    /// Returns the letters and digits of the text in lowercase, without accents, with hyphens between words.
    private static func key(_ text: String) -> String {
        let words = Folding.fold(text).split { !$0.isLetter && !$0.isNumber }
        return words.joined(separator: "-")
    }

    /// Returns a display name, quoted if it contains special characters (RFC 5322 section 3.2.3).
    private static func phrase(_ name: String) -> String {
        guard name.contains(where: { "()<>[]:;@\\,.\"".contains($0) }) else { return name }
        return "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Escapes the characters that mutt expands in its configuration.
    private static func escaped(_ text: String) -> String {
        // A backquote would start a shell command.
        text.reduce(into: "") { escaped, character in
            if "\\\"'`$#".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }

    // MARK: - abook

    /// Writes a contact.
    ///
    /// - Returns: The phone numbers, postal addresses, and websites beyond those that abook can store.
    private mutating func writeItem(_ card: ContactCard, _ emails: [String]) -> [CardLoss] {
        let person = card.person
        var losses: [CardLoss] = []
        func lose(_ property: String, _ sentence: Message) {
            losses.append(CardLoss(title: person.title, property: property, sentence: sentence))
        }
        text += "\n[\(count)]\n"
        count += 1
        write("name", person.title)
        write("email", emails.joined(separator: ","))
        if let address = person.addresses.first?.value {
            write("address", address.street)
            write("city", address.locality)
            write("state", address.region)
            write("zip", address.postalCode)
            write("country", address.country)
        }
        for address in person.addresses.dropFirst() {
            let text = address.value.label(to: []).joined(separator: ", ")
            lose("ADR", "“\(text)” was omitted, because abook stores one postal address.")
        }
        var written: Set<String> = []
        for phone in person.phones {
            let key = PlaceWords(label: phone.label).flatMap { Self.phoneKeys[$0] } ?? "phone"
            if written.insert(key).inserted {
                write(key, phone.value)
            } else {
                lose("TEL", "“\(phone.value)” was omitted, because abook stores one phone number of this kind.")
            }
        }
        write("nick", person.name.nickname)
        write("url", person.urls.first?.value ?? "")
        for url in person.urls.dropFirst() {
            lose("URL", "“\(url.value)” was omitted, because abook stores one website.")
        }
        write("notes", card.notes.joined(separator: "; "))
        write("anniversary", person.anniversary.map(\.description) ?? "")
        let groups = card.categories.filter { group in
            guard group.contains(",") else { return true }
            lose("CATEGORIES", "The group “\(group)” was omitted, because abook separates groups with commas.")
            return false
        }
        write("groups", groups.joined(separator: ","))
        return losses
    }

    private mutating func write(_ key: String, _ value: String) {
        let line = VisibleText.blanked(value).split(separator: " ").joined(separator: " ")
        if !line.isEmpty { text += "\(key)=\(line)\n" }
    }

    private static let phoneKeys: [PlaceWords: String] = [
        .work: "workphone", .mobile: "mobile", .fax: "fax", [.home, .fax]: "fax", [.work, .fax]: "fax",
    ]
}
