import Model
import Navigation

/// The coordinator of the login flow: sign in, forgotten passphrases, and the child flow for signing up.
struct LoginFlowCoordinator: FlowCoordinator, LoginNavigator {
    let accounts: any AccountDataSource
    let session: CurrentSession
    let forms: FormMaker
    let card: CardForm

    /// The child flow for signing up.
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
                return try await didSignIn(account, in: context)
            }
        }
    }

    func children(at location: LoginLocation) -> [any Responder] {
        if case .signUp = location { [signUpFlow] } else { [] }
    }

    var localCommands: [Command] {
        [
            Command("signup", about: "Create an account") { _ in signUp() },
            Command("guest", about: "Continue without an account", effect: .endsSession) { invocation in
                try await continueAsGuest(in: invocation.context)
            },
            Command("forgot", about: "Reset a forgotten passphrase") { _ in forgotPassphrase() },
        ]
    }

    private func signInCommand(among accounts: [Account]) -> Command {
        Command(
            "show", .argument("ROW", .account(among: accounts)), about: "Sign in to the account in that row",
            effect: .endsSession
        ) { invocation, account in try await didSelect(account, in: invocation.context) }
    }

    private static let reset = CommandDeclaration(
        "reset", .argument("NAME", .text), .confirmation, about: "Remove the passphrase of an account",
        effect: .changes)

    private var resetCommand: Command {
        Command(Self.reset) { invocation, name, confirmation in
            let account = try await accounts.account(named: name)
            guard confirmation.isConfirmed else {
                return ConfirmationPresenter(
                    question: "Remove the passphrase of \(account.name)?",
                    line: Self.reset.line(name, .yes)
                ).present()
            }
            invocation.context.dryRun?.summarize("This would remove the passphrase of \(account.name).")
            try await accounts.setPassphrase(nil, of: account.id, in: invocation.context)
            return .all([.back, .tell(.message("Removed the passphrase of \(account.name)."))])
        }
    }

    // MARK: - LoginNavigator

    func didSelect(_ account: Account, in context: CommandContext) async throws -> NavigationAction {
        account.hasPassphrase ? enterPassphrase(of: account.id) : try await didSignIn(account, in: context)
    }

    func showAccounts() -> NavigationAction { .push(.login(.accounts)) }
    func enterPassphrase(of account: Account.ID) -> NavigationAction {
        // The list of accounts is below the form, so that “back” leads there from any screen of the flow.
        .all([showAccounts(), .push(.login(.account(account)))])
    }
    func signUp() -> NavigationAction { .push(.login(.signUp(.name))) }
    func forgotPassphrase() -> NavigationAction { .push(.login(.forgotten)) }

    /// Dismisses the login flow and reveals the requested location.
    func didSignIn(_ account: Account, in context: CommandContext) async throws -> NavigationAction {
        try await session.become(.account(account.id), in: context)
        return .all([.dismiss, .tell(.message("You are signed in as \(account.name)."))])
    }

    func continueAsGuest(in context: CommandContext) async throws -> NavigationAction {
        try await session.becomeGuest(in: context)
        return .dismiss
    }
}

extension LoginFlowCoordinator: SignUpFlowDelegate {
    /// Dismisses the login flow, reveals the requested location, and starts the tour.
    func didFinishSignUp() -> NavigationAction { .all([.dismiss, TutorialPresenter().present()]) }
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
