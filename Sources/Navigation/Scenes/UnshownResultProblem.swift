import Localization
import Model

/// An error that occurred while showing the result of a successful command. Its message must not claim that nothing was
/// changed.
struct UnshownResultProblem: UserFacingError {
    let problem: StoreProblem

    var explanation: ErrorReport {
        ErrorReport(
            problem.explanation.status, "The command succeeded, but its result cannot be shown.",
            why: problem.explanation.why, next: "Do not repeat the command. Check the disk.")
    }
}
