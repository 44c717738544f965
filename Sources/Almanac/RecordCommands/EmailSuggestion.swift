import Display
import Interchange
import Localization
import Model
import Navigation

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
        case added(RecordReference)
    }

    let mailbox: Mailbox
    var answer: Answer

    /// The email address, normalized for comparison.
    var key: String { mailbox.address.lowercased() }

    /// Whether the address can be added to a person.
    var isOpen: Bool {
        switch answer {
        case .person, .newPerson, .sameAs: true
        case .known, .several, .added: false
        }
    }

    /// Returns whether a later address will be added to the same person.
    func isOfOne(with later: EmailSuggestion) -> Bool {
        switch later.answer {
        case .person: answer == later.answer
        case .sameAs(let first): mailbox == first
        case .known, .several, .newPerson, .added: false
        }
    }

    var isOfSeveral: Bool { if case .several = answer { true } else { false } }

    var question: Message {
        switch answer {
        case .person(let reference): "Add \(mailbox.address) to \(reference.name) (\(reference.address))?"
        case .sameAs(let mailbox): "Add \(self.mailbox.address) to the new contact \(mailbox.name)?"
        case .known, .several, .newPerson, .added: "Add \(mailbox) as a new contact?"
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
            address: reference?.address.description,
            [
                Field("email", "Email", .text(mailbox.address)),
                Field("name", "Name", .text(orNone: mailbox.name)),
                Field("result", "Result", .words(result)),
                Field("id", "ID", .text(orNone: reference?.address.description ?? "")),
            ])
    }

    private var outcome: (Message, RecordReference?) {
        switch answer {
        case .known(let reference): ("already known", reference)
        case .person(let reference): ("to be added to \(reference.name)", reference)
        case .several(let references):
            ("ambiguous name: \(references.map(\.address.description).joined(separator: ", "))", nil)
        case .newPerson: ("new contact", nil)
        case .sameAs(let mailbox): ("to be added to the new contact \(mailbox.name)", nil)
        case .added(let reference): ("added to \(reference.name)", reference)
        }
    }
}

extension [EmailSuggestion] {
    /// The first address with an ambiguous name and the persons with that name.
    var firstOfSeveral: (Mailbox, [RecordReference])? {
        for offer in self {
            if case .several(let references) = offer.answer { return (offer.mailbox, references) }
        }
        return nil
    }
}
