import Model

/// A command was carried out, but the store does not show what came of it: nothing may say then that nothing was changed.
struct UnshownResult: UserFacingError {
    let problem: StoreProblem

    var explanation: ErrorReport {
        ErrorReport(
            problem.explanation.status, "That was carried out, but what came of it cannot be shown.",
            why: problem.explanation.why, next: "Do not repeat it; look after the disk.")
    }
}
