import Model
import Navigation

/// The commands of the login screens.
struct LoginCommands: Sendable {
    let accounts: any AccountDataSource

    static func signIn(among accounts: [Account], navigator: any LoginNavigator) -> Command {
        Command(
            "show", .argument("ROW", .account(among: accounts)), about: "Sign in to the account in that row",
            effect: .endsSession
        ) { invocation, account in try await navigator.didSelect(account, in: invocation.context) }
    }

    private static let reset = CommandDeclaration(
        "reset", .argument("NAME", .text), .confirmation, about: "Remove the passphrase of an account",
        effect: .changes)

    var resetCommand: Command {
        Command(Self.reset) { invocation, name, confirmation in
            let account = try await accounts.account(named: name)
            guard confirmation.isSure else {
                return ConfirmationPresenter(
                    question: "Remove the passphrase of \(account.name)?",
                    line: Self.reset.line(name, .yes), flag: Option.yes.name
                ).present()
            }
            invocation.context.dryRun?.summarize("This would remove the passphrase of \(account.name).")
            try await accounts.setPassphrase(nil, of: account.id, in: invocation.context)
            return .all([.back, .tell(.message("Removed the passphrase of \(account.name)."))])
        }
    }
}

extension ValueParser where Value == Account {
    fileprivate static func account(among accounts: [Account]) -> ValueParser {
        ValueParser(
            .row,
            parse: { word, invocation in
                let place = invocation.place(word)
                guard let account = accounts.first(where: { "login/\($0.id.rawValue)" == place }) else {
                    throw ArgumentMismatch()
                }
                return account
            }, describe: \.name)
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
