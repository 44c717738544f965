import Localization
import Rendering

/// An output error of a command that has changed data.
struct UnshownChangeProblem: Error {
    let sentence: Message

    /// - Parameter outcome: A sentence that states the outcome of the command.
    init(_ problem: OutputProblem, _ outcome: Message) { sentence = [problem.sentence, outcome].joined() }
}
