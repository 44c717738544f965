import Almanac
import Display
import Localization
import Model
import Rendering
import Terminal

/// What is said beside the data: errors and warnings, on standard error.
struct ErrorReporter: Sendable {
    let traits: TerminalTraits
    let isDebugging: Bool

    /// Says what went wrong, and how the command therefore ends.
    func tell(_ error: any Error) -> ExitStatus {
        switch error {
        case let problem as any UserFacingError:
            for row in problem.explanation.passage?.rows(within: columns) ?? [] { say("\(row)") }
            problem.explanation.details.forEach { say($0) }
            say(problem.explanation.sentences.joined())
            return problem.explanation.status
        case let problem as OutputProblem:
            if problem.isWorthTelling { say(problem.sentence) }
            return problem.isWorthTelling ? .failed : .done
        case let problem as InputProblem:
            say(problem.sentence)
            return .failed
        case is CancellationError:
            say("Interrupted; nothing was changed.")
            return .interrupted
        default:
            say(
                isDebugging
                    ? "Something unexpected went wrong. \(String(describing: error))"
                    : "Something unexpected went wrong. “--debug” says more.")
            return .failed
        }
    }

    /// How wide standard error is; nil for no limit.
    private var columns: Int? { traits.isErrorTTY ? traits.size.columns : nil }

    func warn(_ message: Message) { say(message) }

    /// A sentence, or several, in one paragraph, whatever stands in the names in it. Where standard error is gone there is
    /// nobody left to tell.
    func say(_ message: Message, _ style: Style? = nil) {
        let text = message.localized
        guard !text.isEmpty else { return }
        let output = Output.standardError()
        for row in Line(text, style).wrapped(to: columns) { try? output.writeLine(traits.errorPalette.paint(row)) }
        try? output.flush()
    }

    /// Both versions of a record that somebody else has changed.
    func show(_ page: Page) async {
        try? await PageRenderer(.table, traits).render(page, .everything, to: .standardError())
    }
}
