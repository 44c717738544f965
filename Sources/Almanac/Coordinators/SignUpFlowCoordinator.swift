import Model
import Navigation

/// A delegate that receives the events of the sign-up flow.
protocol SignUpFlowDelegate: Sendable {
    /// Returns the action that ends the flow after the user’s own card is saved or declined.
    func didFinishSignUp() -> NavigationAction
}

/// The coordinator of the sign-up flow, a child of the login flow: name and passphrase, then the user’s own card.
struct SignUpFlowCoordinator: FlowCoordinator {
    let session: CurrentSession
    let forms: FormMaker
    let card: CardForm
    let delegate: any SignUpFlowDelegate

    let start = SignUpLocation.name
    let animation = TransitionAnimation.cover

    func screen(for location: SignUpLocation) async throws -> any Screen {
        let path = Path(.login(.signUp(location)))
        switch location {
        case .name:
            return try await forms.screen(Forms.signUp, of: Credentials(), at: path) { form, _, context in
                _ = try await session.signUp(
                    name: form.name, passphrase: Passphrase(form.passphrase), in: context)
                return .all([.leave, .push(.login(.signUp(.card)))])
            }
        case .card:
            return try await card.screen(of: session.session, at: path, then: delegate.didFinishSignUp())
        }
    }
}
