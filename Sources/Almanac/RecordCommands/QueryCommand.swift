import Display
import Localization
import Model
import Navigation

/// Addresses for mail programs, in the form that mutt asks for: a line about what was found, then one address a line
/// with name and more, tabs between them; status 1 where there is none.
struct QueryCommand: Sendable {
    let recipients: any RecipientDataSource

    var command: Command {
        Command(
            "query", .text("TEXT"), .limit,
            Argument.flag("--no-header", "without the first line, which aerc would take for an address"),
            about: "e-mail addresses for mail programs; status 1 if there are none",
            examples: ["query leia", "query slate rock --limit 5"],
            details: """
                - mutt, neomutt: `set query_command = "almanac query %s"`
                - aerc: `address-book-cmd = almanac query --no-header "%s"`
                - alot: `command = 'almanac query'` with `regexp = '^(?P<email>[^@\\t]+@[^\\t]+)\\t+(?P<name>[^\\t]+)'`
                """
        ) { _, text, limit, isBare in
            let found = try await recipients.recipients(matching: text, limit: limit)
            let nobody: Message = "Nobody with an e-mail address matches “\(text)”."
            let number = Message(found.count, one: "1 address", other: "\(found.count) addresses")
            let headline: Message = found.isEmpty ? nobody : "\(number) for “\(text)”"
            let header = isBare ? nil : headline.description
            var page = Page("", [.table(Self.table(found, headline: header, nobody))])
            page.isNegative = found.isEmpty
            return .tell(page)
        }
    }

    private static func table(_ found: [Recipient], headline: String?, _ placeholder: Message) -> Table {
        Table(
            "recipients", columns: [Column("email", "E-mail"), Column("name", "Name"), Column("other", "Also")],
            rows: found.map { recipient in
                let other = [recipient.label, recipient.organization].filter { !$0.isEmpty }
                return Row([
                    Field("email", "E-mail", .text(recipient.email)),
                    Field("name", "Name", .text(recipient.person.name)),
                    Field("other", "Also", .text(other.joined(separator: ", "))),
                    Field("id", "ID", .text(recipient.person.address.description)),
                ])
            }, keys: ["email", "name", "other", "id"], placeholder: placeholder, headline: headline)
    }
}
