import Localization
import Navigation

/// Asks before something that cannot be taken back: yes stands for a line, and either answer ends it.
struct ConfirmationPresenter: Sendable {
    let question: Message
    /// What yes does.
    let line: String
    /// The option that says yes in advance.
    let flag: String

    func present() -> NavigationAction {
        .ask([Prompt(question, [.init("yes", line: line), .init("no")], flag: flag)])
    }
}
