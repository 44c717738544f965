import Localization
import Navigation

/// A presenter that asks the user to confirm a command.
struct ConfirmationPresenter: Sendable {
    let question: Message
    /// The command line to run after confirmation.
    let line: String
    /// The sentence that is shown after rejection, also after a restart of the program.
    let outcomeOfRejection: Message
    /// The title of the answer that confirms the command.
    var accept: Message = "yes"
    /// The title of the answer that does nothing.
    var reject: Message = "no"
    /// Whether the answer that does nothing comes first.
    var isRejectFirst = false
    /// The option that skips confirmation.
    var flag: String? = Option.yes.name

    func present() -> NavigationAction {
        let answers = [Prompt.Answer(accept, line: line), Prompt.Answer(reject, outcome: outcomeOfRejection)]
        return .ask([Prompt(question, isRejectFirst ? answers.reversed() : answers, flag: flag)])
    }
}
