import Model

/// A command was carried out, but the store does not show what came of it: nothing may say then that nothing was changed.
struct UnseenOutcome: Explained {
    let problem: StoreProblem

    var explanation: Explanation {
        let sentences = problem.explanation.sentences
        return Explanation(
            problem.explanation.status, "That was carried out, but what came of it cannot be shown.",
            why: sentences.count > 2 ? sentences[1] : nil, next: "Do not repeat it; look after the disk.")
    }
}
