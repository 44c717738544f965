import Model

/// A command was carried out, but the store does not show what came of it: nothing may say then that nothing was changed.
struct UnseenOutcome: Explained {
    let problem: StoreProblem

    var explanation: Explanation {
        Explanation(
            problem.explanation.status, "That was carried out, but what came of it cannot be shown.",
            why: problem.explanation.why, next: "Do not repeat it; look after the disk.")
    }
}
