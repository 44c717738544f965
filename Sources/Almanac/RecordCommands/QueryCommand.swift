import Display
import Localization
import Model
import Navigation

/// The command that lists email addresses for mail programs in the format of mutt. The output is a summary line,
/// followed by one address per line with tab-separated columns.
struct QueryCommand: Sendable {
    let recipients: any RecipientDataSource

    var command: Command {
        Command(
            "query", .text("TEXT"), .limit,
            Argument.flag("--no-header", "Omit the summary line, for aerc"),
            about: "List email addresses for mail programs",
            examples: ["query leia", "query slate rock --limit 5"],
            details: """
                The exit status is 1 if nothing matches.

                - mutt, neomutt: `set query_command = "almanac query %s"`
                - aerc: `address-book-cmd = almanac query --no-header "%s"`
                - alot: `command = 'almanac query'` with `regexp = '^(?P<email>[^@\\t]+@[^\\t]+)\\t+(?P<name>[^\\t]+)'`
                """
        ) { _, text, limit, isBare in
            let found = try await recipients.recipients(matching: text, limit: limit)
            let nobody: Message = "No email addresses match “\(text)”."
            let number = Message(found.count, one: "1 email address", other: "\(found.count) email addresses")
            let headline: Message = found.isEmpty ? nobody : "\(number) for “\(text)”"
            let header = isBare ? nil : headline.description
            var page = Page("", [.table(Self.table(found, headline: header, nobody))])
            page.outcome = found.isEmpty ? .negative : .success
            return .tell(page)
        }
    }

    private static func table(_ found: [Recipient], headline: String?, _ placeholder: Message) -> Table {
        Table(
            "recipients", columns: [Column("email", "Email"), Column("name", "Name"), Column("other", "Details")],
            rows: found.map { recipient in
                let other = [recipient.label, recipient.organization].filter { !$0.isEmpty }
                return Row([
                    Field("email", "Email", .text(recipient.email)),
                    Field("name", "Name", .text(recipient.person.name)),
                    Field("other", "Details", .text(other.joined(separator: ", "))),
                    Field("id", "ID", .text(recipient.person.address.description)),
                ])
            }, keys: ["email", "name", "other", "id"], placeholder: placeholder, headline: headline)
    }
}
