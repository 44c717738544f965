import Localization
import Navigation

/// A short tour, one step at a time. Each next step queues up behind whatever else is asked, and ending it early drops
/// nothing but the tour.
struct TutorialPresenter: Sendable {
    static let steps: [Message] = [
        "Almanac is made of places: type “persons”, “groups”, “planets” or “notes” to go to one.",
        "In a list a number opens the row it stands before. “next” turns the page, “back” leads back.",
        "“find leia” searches everything; accents and case do not matter.",
        "“edit” changes what you are looking at, “note TOPIC TEXT” writes something down about it.",
        "“help” shows all that can be typed where you are. That is all there is to it.",
    ]

    static let command = CommandDeclaration(
        "tutorial", .optional("STEP", .tutorialStep), Argument.flag("--done", "never begin it again"),
        about: "a short tour",
        examples: ["tutorial", "tutorial 3"])

    /// The step to show, from 1 on.
    let step: Int

    func present() -> NavigationAction {
        guard TutorialPresenter.steps.indices.contains(step - 1) else { return .stay }
        let isLast = step == TutorialPresenter.steps.count
        let done = Prompt.Answer(isLast ? "done" : "enough", line: Self.command.line(nil, true))
        let next = Prompt.Answer("next", line: Self.command.line(step + 1, false))
        return .ask([
            Prompt(
                "\(step)/\(TutorialPresenter.steps.count)  \(TutorialPresenter.steps[step - 1])",
                isLast ? [done] : [next, done])
        ])
    }
}

extension ValueParser where Value == Int {
    fileprivate static var tutorialStep: ValueParser {
        ValueParser(
            .text,
            parse: { word, _ in
                guard let step = Int(word), 1...TutorialPresenter.steps.count ~= step else {
                    throw CommandProblem.notHere(
                        "There is no step “\(word)”.", next: "There are \(TutorialPresenter.steps.count).")
                }
                return step
            }, describe: { String($0) })
    }
}
