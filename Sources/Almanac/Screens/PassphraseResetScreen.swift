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

    private static let reset = CommandDeclaration(
        "reset", .argument("NAME", .text), .confirmation, about: "take the passphrase of an account away",
        effect: .changes)

    var commands: [Command] {
        [
            Command(Self.reset) { invocation, name, confirmation in
                let account = try await accounts.account(named: name)
                guard confirmation.isSure else {
                    return ConfirmationPresenter(
                        question: "Take the passphrase of \(account.name) away?",
                        line: Self.reset.line(name, .yes), flag: Option.yes.name
                    ).present()
                }
                return try await invocation.trying("\(account.name) would have no passphrase any more.") {
                    try await accounts.setPassphrase(nil, of: account.id)
                    return .all([.back, .tell(.message("\(account.name) has no passphrase any more."))])
                }
            }
        ]
    }
}
