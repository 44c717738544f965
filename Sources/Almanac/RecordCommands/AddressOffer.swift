import Display
import Interchange
import Localization
import Model
import Navigation

/// An address of a message, and what becomes of it.
struct AddressOffer: Hashable, Sendable {
    enum Answer: Hashable, Sendable {
        /// Somebody has it already.
        case known(RecordReference)
        /// It is offered to the one person of that name.
        case person(RecordReference)
        /// It is nobody's as long as nobody says which of these is meant.
        case several([RecordReference])
        case somebodyNew
        /// It is of the same name as an address before it, whose owner is new.
        case sameAs(Mailbox)
        case added(RecordReference)
    }

    let mailbox: Mailbox
    var answer: Answer

    init(_ mailbox: Mailbox, _ answer: Answer) {
        self.mailbox = mailbox
        self.answer = answer
    }

    /// As it compares.
    var key: String { mailbox.address.lowercased() }

    /// Whether there is something to be done.
    var isOpen: Bool {
        switch answer {
        case .person, .somebodyNew, .sameAs: true
        case .known, .several, .added: false
        }
    }

    /// Whether both are addresses of one person.
    func isOfOne(with later: AddressOffer) -> Bool {
        switch later.answer {
        case .person: answer == later.answer
        case .sameAs(let first): mailbox == first
        case .known, .several, .somebodyNew, .added: false
        }
    }

    var isOfSeveral: Bool { if case .several = answer { true } else { false } }

    var question: Message {
        switch answer {
        case .person(let reference): "Add \(mailbox.address) to \(reference.name) (\(reference.address))?"
        case .sameAs(let mailbox): "Add \(self.mailbox.address) to \(mailbox.name), who is new?"
        case .known, .several, .somebodyNew, .added: "Add \(mailbox) as somebody new?"
        }
    }

    // MARK: - All of a message

    static func page(_ offers: [AddressOffer], isDryRun: Bool) -> Page {
        let table = Table(
            "addresses",
            columns: [Column("email", "E-mail"), Column("name", "Name"), Column("result", "Result"), .id],
            rows: offers.map(\.row), placeholder: "None of its addresses was meant.")
        let number = offers.count { if case .added = $0.answer { true } else { $0.isOpen && isDryRun } }
        let addresses = Message(number, one: "1 address", other: "\(number) addresses")
        let sentence: Message =
            number == 0
            ? "Nothing was changed."
            : isDryRun
                ? "Nothing was changed. \(addresses) would be added." : "Added \(addresses). “undo” takes that back."
        let advice = offers.firstOfSeveral.flatMap { CommandProblem.sayWhose($0.address, $1) }
        return Page(
            "", [.table(table), .message([sentence, advice].compactMap(\.self))], forPrograms: [.table(table)])
    }

    private var row: Row {
        let (result, reference) = outcome
        return Row(
            address: reference?.address.description,
            [
                Field("email", "E-mail", .text(mailbox.address)),
                Field("name", "Name", .text(orNone: mailbox.name)),
                Field("result", "Result", .words(result)),
                Field("id", "ID", .text(orNone: reference?.address.description ?? "")),
            ])
    }

    private var outcome: (Message, RecordReference?) {
        switch answer {
        case .known(let reference): ("known already", reference)
        case .person(let reference): ("to be added to \(reference.name)", reference)
        case .several(let references):
            ("the name of several: \(references.map(\.address.description).joined(separator: ", "))", nil)
        case .somebodyNew: ("somebody new", nil)
        case .sameAs(let mailbox): ("to be added to \(mailbox.name), who is new", nil)
        case .added(let reference): ("added to \(reference.name)", reference)
        }
    }
}

extension [AddressOffer] {
    /// The first whose owner nobody can tell.
    var firstOfSeveral: (Mailbox, [RecordReference])? {
        for offer in self {
            if case .several(let references) = offer.answer { return (offer.mailbox, references) }
        }
        return nil
    }
}
