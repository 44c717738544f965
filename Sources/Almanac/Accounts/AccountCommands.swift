import Display
import Localization
import Model
import Navigation

/// The commands for accounts and the session.
struct AccountCommands: Responder {
    let accounts: any AccountDataSource
    let files: any FileAccess
    let session: CurrentSession
    let login: any LoginNavigator
    let settings: any SettingsNavigator
    /// Whether commands are entered at the prompt. Only the prompt shows the tour.
    let isAtPrompt: Bool

    var commands: [Command] {
        [
            Command(
                "signup", .optional("NAME", .text), .passphrase,
                about: "Create an account with its own favorites; nothing is encrypted",
                examples: ["signup Leia", "signup Leia --passphrase-fd 3"],
                effect: .sessionChanges
            ) { invocation, name, descriptor in
                guard let name else {
                    return try await leave(
                        then: login.showSignUp(), in: invocation, hint: "Use “signup NAME”.")
                }
                let passphrase = try await passphrase(from: descriptor)
                invocation.context.dryRun?.summarize("This would create the account “\(name)” and sign you in.")
                let welcome = try await login.signUp(name: name, passphrase: passphrase, in: invocation.context)
                return isTouring(invocation) ? .all([welcome, TutorialPresenter().present()]) : welcome
            },
            Command(
                "login", .optional("NAME", .text), .passphrase, about: "Sign in",
                examples: ["login Leia", "login Leia --passphrase-fd 3"], effect: .sessionChanges
            ) { invocation, name, descriptor in
                guard let name else {
                    return try await leave(
                        then: login.showAccounts(), in: invocation, hint: "Use “login NAME”.")
                }
                let account = try await accounts.account(named: name)
                if account.hasPassphrase {
                    guard descriptor != nil else {
                        return try await leave(
                            then: login.enterPassphrase(of: account.id), in: invocation,
                            hint: "Run “almanac” in a terminal, or use --passphrase-fd.")
                    }
                    let passphrase = try await passphrase(from: descriptor)
                    try await accounts.verify(passphrase, of: account.id)
                }
                invocation.context.dryRun?.summarize("This would sign you in as \(account.name).")
                return try await login.signIn(as: account, in: invocation.context)
            },
            Command("logout", about: "Sign out", effect: .sessionChanges) { invocation in
                invocation.context.dryRun?.summarize("This would sign you out.")
                try await session.signOut(mayAsk: invocation.isInteractive, in: invocation.context)
                return try invocation.isInteractive
                    ? invocation.nearest((any AppNavigator).self).restart() : .tell(.message("Signed out."))
            },
            Command("account", about: "Open your own contact card") { _ in
                _ = try session.account(for: "open your card")
                return settings.showCard()
            },
            Command(TutorialPresenter.command) { invocation, item, isDone in
                if isDone { return try await finishTutorial(in: invocation.context) }
                guard isTouring(invocation) else {
                    return .tell(.message((item.map { [$0] } ?? TutorialItem.allCases).map(\.text)))
                }
                return item.map(TutorialPresenter.present) ?? TutorialPresenter().present()
            },
        ]
    }

    /// Signs out and opens a screen of the login flow.
    ///
    /// - Throws: `CommandProblem` if the session is not interactive.
    private func leave(then next: NavigationAction, in invocation: Invocation, hint: Message) async throws
        -> NavigationAction
    {
        guard invocation.isInteractive else {
            throw CommandProblem.notHere("This command needs an interactive session.", next: hint)
        }
        invocation.context.dryRun?.summarize("This would open the sign-in screen.")
        try await session.become(.signedOut, in: invocation.context)
        return .all([try invocation.nearest((any AppNavigator).self).restart(), next])
    }

    private func passphrase(from descriptor: Int?) async throws -> Passphrase? {
        guard let descriptor else { return nil }
        return Passphrase(try await files.readLine(from: descriptor))
    }

    /// Returns whether the tour can be shown at the prompt.
    private func isTouring(_ invocation: Invocation) -> Bool { invocation.isInteractive && isAtPrompt }

    private func finishTutorial(in context: CommandContext) async throws -> NavigationAction {
        if let id = session.session.account, var account = try await accounts.account(id) {
            account.hasSeenTutorial = true
            try await accounts.update(account, in: context)
        }
        return TutorialPresenter(tour: []).present()
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
    /// Returns the account with the given name, ignoring case and accents.
    func account(named name: String) async throws -> Account {
        let accounts = try await accounts()
        let key = Account.key(of: name)
        guard let account = accounts.first(where: { Account.key(of: $0.name) == key }) else {
            throw AccountProblem.notFound(name: name, known: accounts.map(\.name))
        }
        return account
    }
}

extension Page {
    static func accounts(_ accounts: [Account]) -> Page {
        let rows = accounts.map { account in
            Row(
                address: "login/\(account.id.rawValue)",
                [
                    Field("name", "Name", .text(account.name)),
                    Field("passphrase", "Passphrase", .flag(account.hasPassphrase)),
                ])
        }
        let table = Table(
            "accounts", columns: [Column("name", "Name"), Column("passphrase", "Passphrase")], rows: rows,
            firstNumber: 1, placeholder: "No accounts yet.")
        let hint: Message =
            accounts.isEmpty
            ? "Type `signup` to create an account, or `guest` to continue without one."
            : """
            Type a row number to sign in, `signup` to create an account, `guest` to continue without one, or `forgot` \
            if you have forgotten your passphrase.
            """
        return Page("Sign in", [.table(table), .prose(hint)])
    }

    /// A page with instructions for a forgotten passphrase.
    static var passphraseReset: Page {
        let text: Message = """
            A passphrase protects the prompt, not the file. Anyone who can open the database can read all of its data \
            and remove passphrases.

            Type `reset NAME` to remove the passphrase of that account, or `back` to keep it.
            """
        return Page("Forgotten passphrase", [.prose(text)])
    }
}
