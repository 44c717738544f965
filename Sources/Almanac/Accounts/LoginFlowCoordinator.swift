import Model
import Navigation

/// A delegate that receives the events of the login flow.
protocol LoginFlowDelegate: Sendable {
    /// Returns the action to perform after the user signs in, such as showing the location requested before signing in.
    ///
    /// - Parameter session: The previous session.
    func didSignIn(_ account: Account, from session: Session) -> NavigationAction
    func didSignUp(_ account: Account, from session: Session) -> NavigationAction
    /// Returns the action to perform after the card of a new account is saved or declined.
    func didFinishSignUp() -> NavigationAction
    func didContinueAsGuest() -> NavigationAction
}

/// The coordinator of the login flow: signing in, forgotten passphrases, and the child flow for signing up.
struct LoginFlowCoordinator: FlowCoordinator, LoginNavigator {
    let accounts: any AccountDataSource
    let session: CurrentSession
    let forms: FormMaker
    let card: CardForm
    let delegate: any LoginFlowDelegate

    let start = LoginLocation.accounts
    let animation = TransitionAnimation.cover

    private var signUpFlow: SignUpFlowCoordinator {
        SignUpFlowCoordinator(session: session, forms: forms, card: card, delegate: self)
    }

    func screen(for location: LoginLocation) async throws -> any Screen {
        switch location {
        case .accounts:
            let accounts = try await accounts.accounts()
            return PageScreen("login", .accounts(accounts), [signInCommand(among: accounts)])
        case .forgotten: return PageScreen("forgotten", .passphraseReset, [resetCommand])
        case .signUp(let location): return try await signUpFlow.screen(for: location)
        case .account(let id):
            guard let account = try await accounts.account(id) else {
                throw CommandProblem.unknownPlace("login/\(id.rawValue)")
            }
            let path = Path(.login(location))
            return try await forms.screen(Forms.passphrase(of: account), of: Credentials(), at: path) {
                form, _, context in
                try await accounts.verify(Passphrase(form.passphrase), of: id)
                return try await signIn(as: account, in: context)
            }
        }
    }

    func children(at location: LoginLocation) -> [any Responder] {
        if case .signUp = location { [signUpFlow] } else { [] }
    }

    var localCommands: [Command] {
        [
            Command("signup", about: "Create an account") { _ in showSignUp() },
            Command("guest", about: "Continue without an account", effect: .endsSession) { invocation in
                try await continueAsGuest(in: invocation.context)
            },
            Command("forgot", about: "Reset a forgotten passphrase") { _ in .push(.login(.forgotten)) },
        ]
    }

    private func signInCommand(among accounts: [Account]) -> Command {
        Command(
            "show", .argument("ROW", .account(among: accounts)), about: "Sign in to the account in that row",
            effect: .endsSession
        ) { invocation, account in try await didSelect(account, in: invocation.context) }
    }

    private static let reset = CommandDeclaration(
        "reset", .argument("NAME", .text), about: "Remove the passphrase of an account",
        effect: .confirmedChanges)

    private var resetCommand: Command {
        Command(Self.reset) { invocation, name in
            let account = try await accounts.account(named: name)
            guard invocation.confirmation.isConfirmed else {
                return ConfirmationPresenter(
                    question: "Remove the passphrase of \(account.name)?",
                    line: Self.reset.line(name, confirmation: .yes),
                    outcomeOfRejection: "The passphrase was not removed."
                ).present()
            }
            invocation.context.dryRun?.summarize("This would remove the passphrase of \(account.name).")
            try await accounts.setPassphrase(nil, of: account.id, in: invocation.context)
            return .all([.back, .tell(.message("Removed the passphrase of \(account.name)."))])
        }
    }

    // MARK: - LoginNavigator

    private func didSelect(_ account: Account, in context: CommandContext) async throws -> NavigationAction {
        account.hasPassphrase ? enterPassphrase(of: account.id) : try await signIn(as: account, in: context)
    }

    func showAccounts() -> NavigationAction { .push(.login(start)) }
    func enterPassphrase(of account: Account.ID) -> NavigationAction { showForm(.account(account)) }
    func showSignUp() -> NavigationAction { showForm(.signUp(signUpFlow.start)) }

    private func showForm(_ location: LoginLocation) -> NavigationAction {
        // From the form, “back” leads to the list of accounts, even if another screen of the flow opened the form.
        .all([showAccounts(), .push(.login(location))])
    }

    func signIn(as account: Account, in context: CommandContext) async throws -> NavigationAction {
        let before = session.session
        try await session.become(.account(account.id), in: context)
        return delegate.didSignIn(account, from: before)
    }

    func signUp(
        name: String, passphrase: Passphrase?, in context: CommandContext
    ) async throws -> NavigationAction {
        let before = session.session
        return delegate.didSignUp(
            try await session.signUp(name: name, passphrase: passphrase, in: context), from: before)
    }

    private func continueAsGuest(in context: CommandContext) async throws -> NavigationAction {
        try await session.becomeGuest(in: context)
        return delegate.didContinueAsGuest()
    }
}

extension LoginFlowCoordinator: SignUpFlowDelegate {
    func didFinishSignUp() -> NavigationAction { delegate.didFinishSignUp() }
}

extension ValueParser where Value == Account {
    fileprivate static func account(among accounts: [Account]) -> ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                let place = invocation.place(word)
                return accounts.first { "login/\($0.id.rawValue)" == place }
            }, describe: \.name)
    }
}

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
