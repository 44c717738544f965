import Display
import Interchange
import Localization
import Model
import Navigation
import Text

/// The commands for mail programs.
struct MailCommands: Responder {
    let recipients: any RecipientDataSource
    let persons: any PersonDataSource
    let files: any FileAccess

    var commands: [Command] { [query, Command(Self.addEmail, run: addEmail)] }

    /// The command that lists email addresses for mail programs in the format of mutt. The output is a summary line,
    /// followed by one address per line with tab-separated columns.
    private var query: Command {
        Command(
            "query", .text("TEXT", naming: .person), .limit,
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
                    Field("id", "ID", .text(recipient.person.id.description)),
                ])
            }, keys: ["email", "name", "other", "id"], placeholder: placeholder, headline: headline)
    }
}

// The command that saves the email addresses of a message. It offers to add each new address to the person with the
// same name or to a new contact.
extension MailCommands {
    private static let limit = 256 << 20
    /// The header fields that contain the addresses of the sender.
    private static let usualHeaders: Set<MailMessage.Header> = [.from, .replyTo]
    private static let otherHeaders = MailMessage.Header.allCases.filter { !usualHeaders.contains($0) }

    private static let addEmail = CommandDeclaration(
        "add-email", .optional("FILE", .file),
        Argument.option(
            "--header", "NAME,…",
            "Also read these header fields: \(otherHeaders.map(\.rawValue).joined(separator: ", "))", .headers),
        Argument.option("--only", "EMAIL,…", "Offer only these addresses, from any header field", .emails),
        Argument.option("--with", "EMAIL,…", "Also add these addresses, without asking about them", .emails),
        about: "Save the email addresses of the sender of a message",
        examples: ["add-email --yes < message.eml", "add-email message.eml --header to,cc"],
        details: """
            The message is read from FILE or standard input. In mutt: \
            `macro index,pager A "<pipe-message>almanac add-email --yes<enter>"`. \
            The addresses of the sender are read from the header fields From and Reply-To. Known addresses, such as your \
            own, and the addresses of mailing lists are skipped. An address is added to the person with the same name, or to a new contact. If \
            several persons have that name, use a command such as “edit persons/2 email+=EMAIL” to assign it.
            """,
        effect: .confirmedChanges)

    @Sendable private func addEmail(
        _ invocation: Invocation, path: String?, headers: [MailMessage.Header]?, only: [String]?, agreed: [String]?
    ) async throws -> NavigationAction {
        guard let path = path ?? (invocation.isInteractive ? nil : "-") else {
            throw CommandProblem.notHere("“add-email” requires the argument FILE.", next: "Use “add-email FILE”.")
        }
        let message = MailMessage(try await files.read(path, limit: Self.limit))
        // All header fields are searched for addresses that are given in an option.
        let isNamed = only != nil || agreed != nil
        let mailboxes = message.mailboxes(
            in: isNamed ? Set(MailMessage.Header.allCases) : Self.usualHeaders.union(headers ?? []))
        guard !mailboxes.isEmpty else {
            throw CommandProblem.notHere(
                "No email addresses found in the message headers.",
                next: "Check that the message starts with lines such as “From: Leia <leia@alderaan.example>”.")
        }
        let only = only.map { Set($0) }
        let agreed = Set(agreed ?? [])
        let strangers = agreed.union(only ?? []).subtracting(mailboxes.map(\.key))
        guard strangers.isEmpty else {
            throw CommandProblem.notHere(
                "Not found in the message headers: \(strangers.sorted().joined(separator: ", ")).",
                next: "Use one of: \(mailboxes.map(\.address).joined(separator: ", ")).")
        }
        let wanted = mailboxes.filter { mailbox in
            only?.contains(mailbox.key) ?? true || agreed.contains(mailbox.key)
        }
        while true {
            do {
                return try await offer(
                    wanted, lists: isNamed ? [] : message.listAddresses, agreed: agreed, from: path, in: invocation)
            } catch RecordProblem.versionConflict {
                // Another process has changed one of the persons, perhaps while processing the same message. Try again.
                try Task.checkCancellation()
            }
        }
    }

    private func offer(
        _ mailboxes: [Mailbox], lists: Set<String>, agreed: Set<String>, from path: String, in invocation: Invocation
    ) async throws -> NavigationAction {
        var offers: [EmailSuggestion] = []
        for mailbox in mailboxes {
            guard !lists.contains(mailbox.key) else {
                offers.append(EmailSuggestion(mailbox: mailbox, answer: .mailingList))
                continue
            }
            offers.append(EmailSuggestion(mailbox: mailbox, answer: try await answer(to: mailbox, after: offers)))
        }
        let open = offers.filter(\.isOpen)
        if offers.allSatisfy(\.isOfSeveral), let (mailbox, references) = offers.firstOfSeveral {
            throw CommandProblem.ownerUnknown(mailbox.address, references)
        }
        if !open.isEmpty, !invocation.confirmation.isConfirmed {
            return question(
                about: open.filter { !agreed.contains($0.key) }, path, open.map(\.key).filter(agreed.contains))
        }
        if !open.isEmpty { try await accept(&offers, in: invocation.context) }
        return .tell(EmailSuggestion.page(offers))
    }

    /// Asks about the addresses one at a time.
    private func question(about open: [EmailSuggestion], _ path: String, _ agreed: [String]) -> NavigationAction {
        guard let first = open.first else { return .stay }
        let number: [Message] = open.count == 1 || !agreed.isEmpty ? [] : ["\(open.count) new email addresses."]
        let series = SeriesPresenter(
            open: open.map(\.key), agreed: agreed,
            asking: { Self.addEmail.line(path, nil, $0, $1.isEmpty ? nil : $1) },
            running: { Self.addEmail.line(path, nil, $0, nil, confirmation: .yes) },
            outcomeOfRejection: "No address was added.")
        return series.present((number + [first.question]).joined())
    }

    // MARK: - Finding the owner

    /// Finds the owner of an address. Addresses with the same name in one message are assumed to belong to the same
    /// person.
    private func answer(to mailbox: Mailbox, after offers: [EmailSuggestion]) async throws -> EmailSuggestion.Answer {
        if let owner = try await recipients.owner(of: mailbox.address) { return .known(owner) }
        if mailbox.name.isEmpty { return .newPerson }
        if let before = offers.first(where: { $0.mailbox.name == mailbox.name }) {
            switch before.answer {
            case .known(let person), .person(let person), .added(let person): return .person(person)
            case .several(let persons): return .several(persons)
            case .newPerson: return .sameAs(before.mailbox)
            case .sameAs(let first): return .sameAs(first)
            case .mailingList: break
            }
        }
        let named = try await persons.named(mailbox.person.title)
        return named.count > 1 ? .several(named) : named.first.map { .person($0) } ?? .newPerson
    }

    /// Saves all new addresses in one transaction.
    private func accept(_ offers: inout [EmailSuggestion], in context: CommandContext) async throws {
        let (writes, owners) = try await writes(for: offers)
        let persons = try await persons.write(writes, in: context)
        for (number, place) in owners { offers[number].answer = .added(persons[place].reference) }
    }

    /// Returns the changes to persons and, for each address to add, the index of the corresponding change.
    private func writes(for offers: [EmailSuggestion]) async throws -> (writes: [PersonChange], owners: [Int: Int]) {
        var writes: [PersonChange] = []
        var owners: [Int: Int] = [:]
        for (number, offer) in offers.enumerated() where offer.isOpen {
            if let before = owners.first(where: { offers[$0.key].isOfOne(with: offer) }) {
                writes[before.value].content.emails += offer.mailbox.person.emails
                owners[number] = before.value
                continue
            }
            owners[number] = writes.count
            guard case .person(let reference) = offer.answer, let id = Person.ID(reference.id) else {
                writes.append(PersonChange(offer.mailbox.person))
                continue
            }
            let record = try await persons.record(id)
            var write = PersonChange(over: record, record.content)
            write.content.emails += offer.mailbox.person.emails
            writes.append(write)
        }
        return (writes, owners)
    }
}

extension ValueParser where Value == [String] {
    /// A parser for the keys of comma-separated email addresses.
    fileprivate static var emails: ValueParser {
        ValueParser(
            .text, parse: { word, _ in word.split(separator: ",").map { EmailAddress.key($0.trimmed) } },
            describe: { $0.joined(separator: ",") })
    }
}

extension ValueParser where Value == [MailMessage.Header] {
    fileprivate static var headers: ValueParser {
        ValueParser(
            .text,
            parse: { text, _ in
                try text.split(separator: ",").map { word in
                    guard let header = MailMessage.Header(rawValue: word.trimmed.lowercased()) else {
                        let all = MailMessage.Header.allCases.map(\.rawValue).joined(separator: ", ")
                        throw CommandProblem.notHere(
                            "Unsupported header field “\(word)”.", next: "Use one of: \(all).")
                    }
                    return header
                }
            }, describe: { $0.map(\.rawValue).joined(separator: ",") })
    }
}

/// An email address from a message and its possible owner.
struct EmailSuggestion: Hashable, Sendable {
    enum Answer: Hashable, Sendable {
        /// A person who already has the address.
        case known(RecordReference)
        /// The only person with that name.
        case person(RecordReference)
        /// Several persons with that name. The owner is unknown.
        case several([RecordReference])
        case newPerson
        /// The new contact for an earlier address with the same name.
        case sameAs(Mailbox)
        /// The address of the mailing list that sent the message.
        case mailingList
        case added(RecordReference)
    }

    let mailbox: Mailbox
    var answer: Answer

    var key: String { mailbox.key }

    /// Whether the address can be added to a person.
    var isOpen: Bool {
        switch answer {
        case .person, .newPerson, .sameAs: true
        case .known, .several, .mailingList, .added: false
        }
    }

    /// Returns whether a later address will be added to the same person.
    func isOfOne(with later: EmailSuggestion) -> Bool {
        switch later.answer {
        case .person: answer == later.answer
        case .sameAs(let first): mailbox == first
        case .known, .several, .newPerson, .mailingList, .added: false
        }
    }

    var isOfSeveral: Bool { if case .several = answer { true } else { false } }

    var question: Message {
        switch answer {
        case .person(let reference): "Add \(mailbox.address) to \(reference.name) (\(reference.id))?"
        case .sameAs(let mailbox): "Add \(self.mailbox.address) to the new contact \(mailbox.name)?"
        case .known, .several, .newPerson, .mailingList, .added: "Add \(mailbox) as a new contact?"
        }
    }

    static func page(_ offers: [EmailSuggestion]) -> Page {
        let table = Table(
            "addresses",
            columns: [Column("email", "Email"), Column("name", "Name"), Column("result", "Result"), .id],
            rows: offers.map(\.row), placeholder: "No email addresses selected.")
        let number = offers.count { if case .added = $0.answer { true } else { false } }
        let addresses = Message(number, one: "1 email address", other: "\(number) email addresses")
        let sentence: Message =
            number == 0 ? "Nothing was changed." : "Added \(addresses). Use “undo” to reverse this."
        let advice = offers.firstOfSeveral.flatMap { CommandProblem.assignmentHint($0.address, $1) }
        return Page(
            "", [.table(table), .message([sentence, advice].compactMap(\.self))], forPrograms: [.table(table)])
    }

    private var row: Row {
        let (result, reference) = outcome
        return Row(
            address: reference?.id.description,
            [
                Field("email", "Email", .text(mailbox.address)),
                Field("name", "Name", .text(orNone: mailbox.name)),
                Field("result", "Result", .words(result)),
                Field("id", "ID", .text(orNone: reference?.id.description ?? "")),
            ])
    }

    private var outcome: (Message, RecordReference?) {
        switch answer {
        case .known(let reference): ("already known", reference)
        case .person(let reference): ("to be added to \(reference.name)", reference)
        case .several(let references):
            ("ambiguous name: \(references.map(\.id.description).joined(separator: ", "))", nil)
        case .newPerson: ("new contact", nil)
        case .mailingList: ("mailing list", nil)
        case .sameAs(let mailbox): ("to be added to the new contact \(mailbox.name)", nil)
        case .added(let reference): ("added to \(reference.name)", reference)
        }
    }
}

extension [EmailSuggestion] {
    /// The first address with an ambiguous name, if any, and the persons with that name.
    var firstOfSeveral: (Mailbox, [RecordReference])? {
        for offer in self {
            if case .several(let references) = offer.answer { return (offer.mailbox, references) }
        }
        return nil
    }
}
