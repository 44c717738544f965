import Localization
import Navigation

/// A presenter that shows a short tour one step at a time. Each step waits until pending prompts are answered. Ending
/// the tour does not affect these prompts.
struct TutorialPresenter: Sendable {
    static let steps: [Message] = [
        "Type “persons”, “groups”, “planets”, or “notes” to open a list.",
        "In a list, type a row number to open that row, “next” for the next page, or “back” to go back.",
        "Type “find leia” to search all records. Accents and case do not matter.",
        "Type “edit” to change the record on screen, or “note TOPIC TEXT” to add a note about it.",
        "Type “help” to list the commands of the current screen. This is the end of the tour.",
    ]

    static let command = CommandDeclaration(
        "tutorial", .optional("STEP", .tutorialStep), Argument.flag("--done", "Do not show the tour again"),
        about: "Take a short tour",
        examples: ["tutorial", "tutorial 3"])

    /// The number of the current step, starting at 1.
    let step: Int

    func present() -> NavigationAction {
        guard TutorialPresenter.steps.indices.contains(step - 1) else { return .stay }
        let isLast = step == TutorialPresenter.steps.count
        let done = Prompt.Answer(isLast ? "done" : "stop", line: Self.command.line(nil, true))
        let next = Prompt.Answer("next", line: Self.command.line(step + 1, false))
        return ChoicePresenter(
            "\(step)/\(TutorialPresenter.steps.count)  \(TutorialPresenter.steps[step - 1])",
            isLast ? [done] : [next, done], cancel: nil
        ).present()
    }
}

extension ValueParser where Value == Int {
    fileprivate static var tutorialStep: ValueParser {
        .number(in: 1...TutorialPresenter.steps.count) {
            .notHere(
                "The tour has no step “\($0)”.", next: "Use a number from 1 to \(TutorialPresenter.steps.count).")
        }
    }
}
