import Display
import Model
import Navigation

/// Who are you? The accounts, signing up, or going on as a guest.
struct AccountsScreen: Screen {
    let title = "login"
    let page: Page
    private let accounts: [Account]
    let navigator: any LoginNavigator

    init(_ accounts: [Account], navigator: any LoginNavigator) {
        self.accounts = accounts
        self.navigator = navigator
        page = Page(
            "Who are you?",
            [
                .table(
                    Table(
                        "accounts", columns: [Column("name", "Name"), Column("passphrase", "Passphrase")],
                        rows: accounts.map { account in
                            Row(
                                address: "login/\(account.id.rawValue)",
                                [
                                    Field("name", "Name", .text(account.name)),
                                    Field("passphrase", "Passphrase", .flag(account.hasPassphrase)),
                                ])
                        },
                        firstNumber: 1, placeholder: "Nobody has an account yet.")),
                .prose(
                    "A number signs you in, `signup` makes an account, `guest` goes on without one, `forgot` helps with a lost passphrase."
                ),
            ])
    }

    var commands: [Command] {
        [
            Command(
                "show", .argument("ROW", .account(among: accounts)), about: "sign in as the account in that row",
                effect: .endsSession
            ) { _, account in try await navigator.didSelect(account) }
        ]
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
