import Display
import Interchange
import Localization
import Model
import Navigation

/// The command that saves the email addresses of a message. It offers to add each new address to the person with the
/// same name or to a new contact.
struct AddEmailCommand: Sendable {
    private static let limit = 256 << 20
    let recipients: any RecipientDataSource
    let persons: any PersonDataSource
    let files: any FileAccess

    static let declaration = CommandDeclaration(
        "add-email", .optional("FILE", .file),
        Argument.option(
            "--header", "NAME,…",
            """
            Read only these header fields: \(MailMessage.Header.allCases.map(\.rawValue).joined(separator: ", "))
            """, .headers),
        Argument.option("--only", "EMAIL,…", "Offer only these addresses", .emails),
        Argument.option("--with", "EMAIL,…", "Also add these addresses after the last answer", .emails),
        .confirmation,
        about: "Save the email addresses of a message",
        examples: ["add-email --yes < message.eml", "add-email message.eml --header from,reply-to"],
        details: """
            The message is read from FILE or standard input. In mutt: \
            `macro index,pager A "<pipe-message>almanac add-email --yes<enter>"`. \
            Known addresses are skipped. An address is added to the person with the same name, or to a new contact. If \
            several persons have that name, use a command such as “edit persons/2 email+=EMAIL” to assign it.
            """,
        effect: .changes)

    var command: Command { Command(Self.declaration, run: run) }

    @Sendable private func run(
        _ invocation: Invocation, path: String?, headers: [MailMessage.Header]?, only: [String]?, agreed: [String]?,
        confirmation: Confirmation
    ) async throws -> NavigationAction {
        guard let path = path ?? (invocation.isInteractive ? nil : "-") else {
            throw CommandProblem.notHere("“add-email” requires the argument FILE.", next: "Use “add-email FILE”.")
        }
        let message = MailMessage(try await files.read(path, limit: Self.limit))
        let mailboxes = message.mailboxes(in: Set(headers ?? MailMessage.Header.allCases))
        guard !mailboxes.isEmpty else {
            throw CommandProblem.notHere(
                "No email addresses found in the message headers.",
                next: "Check that the message starts with lines such as “From: Leia <leia@alderaan.example>”.")
        }
        let only = only.map { Set($0) }
        let agreed = Set(agreed ?? [])
        let strangers = agreed.union(only ?? []).subtracting(mailboxes.map { $0.address.lowercased() })
        guard strangers.isEmpty else {
            throw CommandProblem.notHere(
                "Not found in the message headers: \(strangers.sorted().joined(separator: ", ")).",
                next: "Use one of: \(mailboxes.map(\.address).joined(separator: ", ")).")
        }
        let wanted = mailboxes.filter { mailbox in
            let address = mailbox.address.lowercased()
            return only?.contains(address) ?? true || agreed.contains(address)
        }
        while true {
            do {
                return try await offer(wanted, agreed: agreed, from: path, confirmation, in: invocation.context)
            } catch RecordProblem.versionConflict {
                // Another process has changed one of the persons, perhaps for the same message. Try again.
                try Task.checkCancellation()
            }
        }
    }

    private func offer(
        _ mailboxes: [Mailbox], agreed: Set<String>, from path: String, _ confirmation: Confirmation,
        in context: CommandContext
    ) async throws -> NavigationAction {
        var offers: [EmailSuggestion] = []
        for mailbox in mailboxes {
            offers.append(EmailSuggestion(mailbox: mailbox, answer: try await answer(to: mailbox, after: offers)))
        }
        let open = offers.filter(\.isOpen)
        if offers.allSatisfy(\.isOfSeveral), let (mailbox, references) = offers.firstOfSeveral {
            throw CommandProblem.ownerUnknown(mailbox.address, references)
        }
        if !open.isEmpty, !confirmation.isConfirmed {
            return question(
                about: open.filter { !agreed.contains($0.key) }, path, open.map(\.key).filter(agreed.contains))
        }
        if !open.isEmpty { try await accept(&offers, in: context) }
        return .tell(EmailSuggestion.page(offers))
    }

    /// Asks about the addresses one at a time.
    private func question(about open: [EmailSuggestion], _ path: String, _ agreed: [String]) -> NavigationAction {
        guard let first = open.first else { return .stay }
        let number: [Message] = open.count == 1 || !agreed.isEmpty ? [] : ["\(open.count) new email addresses."]
        let series = SeriesPresenter(
            open: open.map(\.key), agreed: agreed,
            asking: { Self.declaration.line(path, nil, $0, $1.isEmpty ? nil : $1, .none) },
            running: { Self.declaration.line(path, nil, $0, nil, .yes) }, outcomeOfRejection: "No address was added.")
        return series.present((number + [first.question]).joined())
    }

    // MARK: - Finding the owner

    /// Finds the owner of an address. All addresses with the same name in one message belong to the same person.
    private func answer(to mailbox: Mailbox, after offers: [EmailSuggestion]) async throws -> EmailSuggestion.Answer {
        let owner = try await recipients.recipients(matching: mailbox.address, limit: nil)
            .first { $0.email.lowercased() == mailbox.address.lowercased() }
        if let owner { return .known(owner.person) }
        if mailbox.name.isEmpty { return .newPerson }
        if let before = offers.first(where: { $0.mailbox.name == mailbox.name }) {
            switch before.answer {
            case .known(let person), .person(let person), .added(let person): return .person(person)
            case .several(let persons): return .several(persons)
            case .newPerson: return .sameAs(before.mailbox)
            case .sameAs(let first): return .sameAs(first)
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
            guard case .person(let reference) = offer.answer, let id = Person.ID(reference.address) else {
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
    /// A parser for email addresses. The addresses are normalized for comparison.
    fileprivate static var emails: ValueParser {
        ValueParser(
            .text, parse: { word, _ in word.lowercased().split(separator: ",").map(\.trimmed) },
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
