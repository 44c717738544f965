import Localization
import Navigation

/// A presenter that asks the user to confirm a command.
struct ConfirmationPresenter: Sendable {
    let question: Message
    /// The command line to run after “yes”.
    let line: String
    /// The option that skips confirmation.
    let flag: String

    func present() -> NavigationAction {
        .ask([Prompt(question, [.init("yes", line: line), .init("no")], flag: flag)])
    }
}
