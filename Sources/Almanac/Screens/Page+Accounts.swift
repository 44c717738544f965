import Display
import Localization
import Model

extension Page {
    /// Returns a page with a list of accounts.
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
            A passphrase protects the prompt, not the file. Anyone who can read the database can read all of its data \
            and remove passphrases.

            Type `reset NAME` to remove the passphrase of that account, or `back` to keep it.
            """
        return Page("Forgotten passphrase", [.prose(text)])
    }
}
