import Model
import Navigation

/// The commands of the login screens.
struct LoginCommands: Sendable {
    let accounts: any AccountDataSource

    static func signIn(among accounts: [Account], navigator: any LoginNavigator) -> Command {
        Command(
            "show", .argument("ROW", .account(among: accounts)), about: "sign in as the account in that row",
            effect: .endsSession
        ) { invocation, account in try await navigator.didSelect(account, in: invocation.context) }
    }

    private static let reset = CommandDeclaration(
        "reset", .argument("NAME", .text), .confirmation, about: "take the passphrase of an account away",
        effect: .changes)

    var resetCommand: Command {
        Command(Self.reset) { invocation, name, confirmation in
            let account = try await accounts.account(named: name)
            guard confirmation.isSure else {
                return ConfirmationPresenter(
                    question: "Take the passphrase of \(account.name) away?",
                    line: Self.reset.line(name, .yes), flag: Option.yes.name
                ).present()
            }
            invocation.context.dryRun?.summarize("\(account.name) would have no passphrase any more.")
            try await accounts.setPassphrase(nil, of: account.id, in: invocation.context)
            return .all([.back, .tell(.message("\(account.name) has no passphrase any more."))])
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
    /// The account of that name, in any case; throws if there is none.
    func account(named name: String) async throws -> Account {
        let accounts = try await accounts()
        guard let account = accounts.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw AccountProblem.notFound(name: name, known: accounts.map(\.name))
        }
        return account
    }
}
