import Almanac
import Display
import Localization
import Model
import Rendering
import Terminal

/// Writes errors, warnings, and notices to standard error.
struct ErrorReporter: Sendable {
    let traits: TerminalTraits
    let isDebugging: Bool

    /// Reports an error; returns the exit status for it.
    func report(_ error: any Error) -> ExitStatus {
        switch error {
        case let problem as any UserFacingError:
            for row in problem.explanation.passage?.rows(within: columns) ?? [] { notify("\(row)") }
            for detail in problem.explanation.details { notify(detail) }
            notify(problem.explanation.sentences.joined())
            return problem.explanation.status
        case let problem as OutputProblem:
            if problem.isWorthTelling { notify(problem.sentence) }
            return problem.isWorthTelling ? .failed : .done
        case let problem as InputProblem:
            notify(problem.sentence)
            return .failed
        case is CancellationError:
            notify("Interrupted; nothing was changed.")
            return .interrupted
        default:
            notify(
                isDebugging
                    ? "Something unexpected went wrong. \(String(describing: error))"
                    : "Something unexpected went wrong. “--debug” says more.")
            return .failed
        }
    }

    /// The width of standard error; nil for no limit.
    private var columns: Int? { traits.isErrorTTY ? traits.size.columns : nil }

    /// Writes one paragraph. Errors of standard error itself are ignored.
    func notify(_ message: Message, _ style: Style? = nil) {
        let text = message.localized
        guard !text.isEmpty else { return }
        let output = Output.standardError()
        for row in Line(text, style).wrapped(to: columns) { try? output.writeLine(traits.errorPalette.paint(row)) }
        try? output.flush()
    }

    /// Shows both versions of a record after an edit conflict.
    func show(_ page: Page) async {
        try? await PageRenderer(.table, traits).render(page, .everything, to: .standardError())
    }
}
