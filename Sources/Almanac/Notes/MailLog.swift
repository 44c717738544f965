import Interchange
import Localization
import Model
import Navigation

/// An operation that adds journal entries for email messages.
struct MailLog: Sendable {
    private static let limit = 256 << 20
    let notes: any NoteDataSource
    let recipients: any RecipientDataSource
    let files: any FileAccess
    let context: FlowContext
    let navigator: any NoteNavigator

    /// Adds an entry for the message on standard input, unless the message already has an entry.
    ///
    /// - Parameters:
    ///   - entry: An entry with the values that the user has entered.
    ///   - words: The arguments of the command, which must be empty.
    func add(_ entry: Note, _ words: [RecordArgument], in invocation: Invocation) async throws -> NavigationAction {
        guard words.isEmpty else {
            throw CommandProblem.notHere(
                "Cannot combine --mail with a person or text.",
                next: "Use “almanac log --mail < message.eml” in the shell.")
        }
        guard !invocation.isInteractive else {
            throw CommandProblem.notHere(
                "--mail cannot be used at the prompt, because it reads standard input.",
                next: "Use “almanac log --mail < message.eml” in the shell.")
        }
        let message = MailMessage(try await files.read("-", limit: Self.limit))
        let mailboxes = message.mailboxes()
        guard !mailboxes.isEmpty else {
            throw CommandProblem.notHere(
                "No email addresses found in the message headers.",
                next: "Check that the message starts with lines such as “From: Leia <leia@alderaan.example>”.")
        }
        let senders = message.senders
        let own = try await ownCard()
        var persons: [Person.ID] = []
        var isFromUser = false
        for mailbox in mailboxes {
            let owner = try await recipients.owner(of: mailbox.address)
            guard let person = owner.flatMap({ Person.ID($0.id) }) else { continue }
            if person == own {
                isFromUser = isFromUser || senders.contains(mailbox.key)
            } else {
                persons.append(person)
            }
        }
        guard !persons.isEmpty || !isFromUser else {
            throw CommandProblem.notHere(
                "Only your own card has an email address from this message.",
                next: "Use “log NAME TEXT” to add an entry about another person.")
        }
        guard !persons.isEmpty else {
            throw CommandProblem.notHere(
                "No contact has any of these email addresses: \(mailboxes.map(\.address).joined(separator: ", ")).",
                next: "Use “add-email” to add the sender.")
        }
        guard entry.date != nil || message.date != nil || message.dateText.isEmpty else {
            throw CommandProblem.notHere(
                "Invalid date in the message: “\(message.dateText)”.", next: "Use --on DATE to set the date.")
        }
        var entry = entry
        entry.topic = message.subject
        entry.date = entry.date ?? message.date ?? context.today
        if entry.kind.isEmpty { entry.kind = isFromUser ? "wrote" : "received" }
        entry.messageID = message.id
        entry.setPersons(persons)
        let (id, isNew) = try await notes.addMessage(entry, in: invocation.context)
        guard isNew else {
            return .tell(.message("Nothing changed: the message was already added as \(id.recordID)."))
        }
        return navigator.didSelect(id)
    }

    private func ownCard() async throws -> Person.ID? {
        guard let account = context.session.account else { return nil }
        return try await context.accounts.account(account)?.card.flatMap { Person.ID($0.id) }
    }
}
