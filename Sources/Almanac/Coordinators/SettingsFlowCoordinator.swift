import Display
import Model
import Navigation

/// A delegate that receives the events of the settings flow.
protocol SettingsFlowDelegate: Sendable {
    /// Returns the action after the user’s own card is saved or canceled.
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
        do throws(FieldProblems) {
            try Settings.fields.apply(words, to: &changed)
        } catch {
            throw CommandProblem.fields(error)
        }
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
