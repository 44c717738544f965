import Localization
import Model
import Navigation

/// The commands for accounts and the session.
struct AccountCommands: Responder {
    let services: Services
    let session: CurrentSession

    var commands: [Command] {
        [
            Command(
                "signup", .optional("NAME", .text), .passphrase, .dryRun,
                about: "Create an account for favorites; data is not encrypted",
                examples: ["signup Leia", "signup Leia --passphrase-fd 3"],
                effect: .endsSession
            ) { invocation, name, descriptor, _ in
                guard let name else {
                    return try await leave(
                        opening: Path(.login(.accounts), .login(.signUp)), in: invocation, next: "Use “signup NAME”.")
                }
                let passphrase = try await passphrase(from: descriptor)
                invocation.context.dryRun?.summarize("This would create the account “\(name)” and sign you in.")
                let account = try await session.signUp(name: name, passphrase: passphrase, in: invocation.context)
                return .all([.restart, .tell(.message("Welcome, \(account.name). You are signed in."))])
            },
            Command(
                "login", .optional("NAME", .text), .passphrase, .dryRun, about: "Sign in",
                examples: ["login Leia", "login Leia --passphrase-fd 3"], effect: .endsSession
            ) { invocation, name, descriptor, _ in
                guard let name else {
                    return try await leave(
                        opening: Path(.login(.accounts)), in: invocation, next: "Use “login NAME”.")
                }
                let account = try await services.accounts.account(named: name)
                if account.hasPassphrase {
                    guard descriptor != nil else {
                        return try await leave(
                            opening: Path(.login(.accounts), .login(.account(account.id))), in: invocation,
                            next: "Run “almanac” in a terminal, or use --passphrase-fd.")
                    }
                    let passphrase = try await passphrase(from: descriptor)
                    try await services.accounts.verify(passphrase, of: account.id)
                }
                invocation.context.dryRun?.summarize("This would sign you in as \(account.name).")
                try await session.proceed(
                    as: .account(account.id), isConversation: invocation.isInteractive, in: invocation.context)
                return .all([.restart, .tell(.message("You are signed in as \(account.name)."))])
            },
            Command("logout", .dryRun, about: "Sign out", effect: .endsSession) { invocation, _ in
                invocation.context.dryRun?.summarize("This would sign you out.")
                try await session.signOut(mayAsk: invocation.isInteractive, in: invocation.context)
                return invocation.isInteractive ? .restart : .tell(.message("Signed out."))
            },
            Command("account", about: "Open your own contact card") { _ in
                _ = try await session.account(for: "open your card")
                return .open(Path(.settings(.settings), .settings(.account)))
            },
            Command(TutorialPresenter.command) { invocation, step, isDone in
                if isDone { return try await finishTutorial(in: invocation.context) }
                guard invocation.isInteractive else {
                    return .tell(.message(TutorialPresenter.steps))
                }
                return TutorialPresenter(step: step ?? 1).present()
            },
        ]
    }

    /// Signs out and opens a screen of the login flow.
    ///
    /// - Throws: `CommandProblem` if the session is not interactive.
    private func leave(opening path: Path, in invocation: Invocation, next: Message) async throws -> NavigationAction {
        guard invocation.isInteractive else {
            throw CommandProblem.notHere("This command needs an interactive session.", next: next)
        }
        invocation.context.dryRun?.summarize("This would open the sign-in screen.")
        try await session.become(.signedOut, in: invocation.context)
        return .all([.restart, .open(path)])
    }

    private func passphrase(from descriptor: Int?) async throws -> Passphrase? {
        guard let descriptor else { return nil }
        return Passphrase(try await services.files.readLine(from: descriptor))
    }

    private func finishTutorial(in context: CommandContext) async throws -> NavigationAction {
        if let id = await session.session.account, var account = try await services.accounts.account(id) {
            account.hasSeenTutorial = true
            try await services.accounts.update(account, in: context)
        }
        return .stay
    }
}

extension Argument where Value == Int? {
    fileprivate static var passphrase: Argument {
        option(
            "--passphrase-fd", "N", "Read the passphrase from file descriptor N",
            .number(in: 0...Int.max) {
                .notHere(
                    "Invalid file descriptor “\($0)”.", next: "Use a number, as in “--passphrase-fd 3 3< FILE”.")
            })
    }
}

extension AccountDataSource {
    /// Returns the account with a name, ignoring case.
    func account(named name: String) async throws -> Account {
        let accounts = try await accounts()
        guard let account = accounts.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw AccountProblem.notFound(name: name, known: accounts.map(\.name))
        }
        return account
    }
}
