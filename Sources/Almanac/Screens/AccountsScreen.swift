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
            Command("show", [Parameter("ROW", .row)], about: "sign in as the account in that row", effect: .leaves) {
                invocation in
                guard
                    let account = accounts.first(where: {
                        invocation.place(invocation.arguments[0]) == "login/\($0.id.rawValue)"
                    })
                else { return nil }
                return try await navigator.didSelect(account, in: invocation.context)
            }
        ]
    }
}
