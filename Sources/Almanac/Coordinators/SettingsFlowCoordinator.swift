import Display
import Model
import Navigation

/// The coordinator of the settings flow, including the user’s own card.
struct SettingsFlowCoordinator: FlowCoordinator, SettingsNavigator {
    let settings: any SettingsDataSource
    let accounts: any AccountDataSource
    let persons: any PersonDataSource
    let session: Session
    let forms: FormMaker
    let resolver: RecordResolver

    func screen(for location: SettingsLocation) async throws -> any Screen {
        switch location {
        case .settings:
            return try await forms.screen(
                Forms.settings, of: try await settings.settings(), at: Path(.settings(.settings))
            ) { changed, _, _ in
                try await settings.save(changed)
                return .tell(.message("Settings saved. They take effect the next time Almanac starts."))
            }
        case .account: return try await accountDetails()
        }
    }

    func showSettings() -> NavigationAction { .present(.settings(.settings)) }
    func showCard() -> NavigationAction { .push(.settings(.account)) }

    private func accountDetails() async throws -> any Screen {
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
        let leave =
            account.hasSeenTutorial ? NavigationAction.leave : .all([.leave, TutorialPresenter(step: 1).present()])
        return try await forms.screen(
            Forms.accountDetails(afterCancel: leave), of: card?.content ?? newCard(of: account),
            at: Path(.settings(.account)), from: card?.version, resolve: editor.resolve
        ) { person, version, context in
            if let card {
                try await editor.save(person, over: card, version: version, in: context)
            } else {
                try await accounts.addCard(person, of: account.id, in: context)
            }
            return leave
        }
    }

    private func newCard(of account: Account) -> Person {
        var person = Person()
        person.name.given = account.name
        return person
    }
}
