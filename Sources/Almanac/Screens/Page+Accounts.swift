import Display
import Model

extension Page {
    /// The accounts to sign in to.
    static func accounts(_ accounts: [Account]) -> Page {
        Page(
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

    /// What to do about a forgotten passphrase.
    static var passphraseReset: Page {
        Page(
            "Forgotten passphrase",
            [
                .prose(
                    """
                    A passphrase guards the screen, not the file: whoever can read the store can read all that is in it, \
                    and can take a passphrase away. Since you are here, you can.

                    `reset NAME` removes the passphrase of that account; `back` leaves it as it is.
                    """)
            ])
    }
}
