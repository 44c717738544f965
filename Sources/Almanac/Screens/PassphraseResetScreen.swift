import Display
import Model
import Navigation

/// What to do about a forgotten passphrase, said plainly.
struct PassphraseResetScreen: Screen {
    let title = "forgotten"
    let accounts: any AccountDataSource

    var page: Page {
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

    var commands: [Command] {
        [
            Command(
                "reset", [Parameter("NAME", .text)], options: [.yes, .dryRun],
                about: "take the passphrase of an account away",
                effect: .changes
            ) {
                invocation in
                let name = invocation.arguments[0]
                let account = try await accounts.account(named: name)
                guard invocation.isSure else {
                    return ConfirmationPresenter(
                        question: "Take the passphrase of \(account.name) away?",
                        line: ShellWords.joined(["reset", name, "--yes"]), flag: "--yes"
                    ).present()
                }
                invocation.context.dryRun?.summarize("\(account.name) would have no passphrase any more.")
                try await accounts.setPassphrase(nil, of: account.id, in: invocation.context)
                return .all([.back, .tell(.message("\(account.name) has no passphrase any more."))])
            }
        ]
    }
}
