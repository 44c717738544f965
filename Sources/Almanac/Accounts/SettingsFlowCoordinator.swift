import Display
import Interchange
import Model
import Navigation

/// A delegate that receives the events of the settings flow.
protocol SettingsFlowDelegate: Sendable {
    /// Returns the action to perform after the user’s own card is saved or cancelled.
    func didCloseCard() -> NavigationAction
}

/// The coordinator of the settings flow, including the user’s own card.
struct SettingsFlowCoordinator: FlowCoordinator, SettingsNavigator {
    let settings: any SettingsDataSource
    let session: Session
    let forms: FormMaker
    let card: CardForm
    let delegate: any SettingsFlowDelegate

    let start = SettingsLocation.settings
    let animation = TransitionAnimation.cover

    func screen(for location: SettingsLocation) async throws -> any Screen {
        switch location {
        case .settings:
            return try await forms.screen(
                Forms.settings, of: try await settings.settings(), at: Path(.settings(.settings))
            ) { changed, _, _ in try await save(changed) }
        case .account:
            return try await card.screen(of: session, at: Path(.settings(.account)), then: delegate.didCloseCard())
        }
    }

    func showSettings() -> NavigationAction { .present(.settings(start)) }

    func change(_ words: [FieldAssignment]) async throws -> NavigationAction {
        var changed = try await settings.settings()
        try CommandProblem.wrapping { () throws(FieldProblems) in try Settings.fields.apply(words, to: &changed) }
        return try await save(changed)
    }

    private func save(_ changed: Settings) async throws -> NavigationAction {
        let before = try await settings.settings()
        try await settings.save(changed)
        var running = before
        (running.names, running.place) = (changed.names, changed.place)
        return .tell(
            .message(
                running == changed
                    ? "Settings saved." : "Settings saved. They take effect the next time Almanac starts."))
    }

    func showCard() -> NavigationAction { .push(.settings(.account)) }
}

/// The form for the user’s own card.
struct CardForm: Sendable {
    let accounts: any AccountDataSource
    let persons: any PersonDataSource
    let forms: FormMaker
    let resolver: RecordResolver

    /// Returns the screen of the form.
    ///
    /// - Parameter next: The action to perform after the form is saved or cancelled.
    func screen(of session: Session, at path: Path, then next: NavigationAction) async throws -> any Screen {
        guard let id = session.account, let account = try await accounts.account(id) else {
            throw AccountProblem.signedOut(action: "open your card")
        }
        let card =
            if let id = account.card.flatMap({ Person.ID($0.id) }) {
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

    private func newCard(of account: Account) -> Person { Person(typed: account.name) }
}
