import Localization
import Navigation

/// Asks for confirmation of a command.
struct ConfirmationPresenter: Sendable {
    let question: Message
    /// The line to run after “yes”.
    let line: String
    /// The option that confirms in advance.
    let flag: String

    func present() -> NavigationAction {
        .ask([Prompt(question, [.init("yes", line: line), .init("no")], flag: flag)])
    }
}
