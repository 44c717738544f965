import Model
import Navigation

/// The form for the user’s own card.
struct CardForm: Sendable {
    let accounts: any AccountDataSource
    let persons: any PersonDataSource
    let forms: FormMaker
    let resolver: RecordResolver

    /// Returns the screen of the form.
    ///
    /// - Parameter next: The action after the form is saved or canceled.
    func screen(of session: Session, at path: Path, then next: NavigationAction) async throws -> any Screen {
        guard let id = session.account, let account = try await accounts.account(id) else {
            throw AccountProblem.signedOut(action: "open your card")
        }
        let card =
            if let address = account.card?.address, let id = Person.ID(address) {
                try await persons.records([id]).first
            } else {
                Record<Person>?.none
            }
        let editor = RecordEditor(source: persons, resolver: resolver)
        return try await forms.screen(
            Forms.accountDetails(afterCancel: next), of: card?.content ?? newCard(of: account), at: path,
            from: card?.version, resolve: editor.resolve
        ) { person, version, context in
            if let card {
                try await editor.save(person, over: card, version: version, in: context)
            } else {
                try await accounts.addCard(person, of: account.id, in: context)
            }
            return next
        }
    }

    private func newCard(of account: Account) -> Person {
        var person = Person()
        person.name.given = account.name
        return person
    }
}
