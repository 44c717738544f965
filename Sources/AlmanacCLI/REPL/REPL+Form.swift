import Localization
import Navigation
import Rendering
import Terminal

/// What is typed into a form: an answer is the value itself, and a line that begins with a colon is a command.
extension REPL {
    /// The command line that gives the answer; one that cannot stand is there to be mended. Ctrl-D leaves the form, its draft
    /// kept.
    ///
    /// - Throws: `CancellationError` at Ctrl-C where that ends more than the asking.
    func answer(to question: Navigation.Question, on state: AppState) async throws -> String? {
        var typed = question.value
        while true {
            switch try await read(question, beginningWith: typed, on: state) {
            case .interrupted:
                if isOneShot { throw CancellationError() }
                return "review"
            case .endOfInput: return "back"
            case .line(let answer):
                if let command = command(in: answer, behind: typed, to: question, at: state.scene) { return command }
                guard !question.isSecret, let problem = state.scene.screen.problem(answering: answer) else {
                    return question.line(for: answer)
                }
                _ = runtime.reporter.report(problem)
                // Where it cannot be mended, what was there before is better.
                typed = runtime.traits.isEditable ? answer : question.value
            }
        }
    }

    private func read(
        _ question: Navigation.Question, beginningWith text: String, on state: AppState
    ) async throws -> LineResult {
        let prompt = Line("  \(question.title.localized): ", .label)
        if question.expects != "text" { renderer.hint("  \(hint(for: question))") }
        guard !question.isSecret else { return try await reader.readSecret(prompt: prompt) }
        let help = LineEditorHooks(completer: completer(for: question, on: state).complete)
        return try await reader.readLine(prompt: prompt, initial: text, isKept: false, help: help)
    }

    /// Where few words can be answered, each has a number.
    private func hint(for question: Navigation.Question) -> Message {
        guard question.choices.count > 1 else { return question.expects }
        return "\(question.choices.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", "))"
    }

    private func completer(for question: Navigation.Question, on state: AppState) -> AnswerCompleter {
        AnswerCompleter(question: question, commands: completer(of: state))
    }

    /// A command behind a colon, typed alone or behind the text that was there; with arguments there only about one of several
    /// values, because in a text of one's own “:” means nothing.
    private func command(in answer: String, behind text: String, to question: Navigation.Question, at scene: Scene)
        -> String?
    {
        if answer.hasPrefix(":"), !question.isSecret { return String(answer.dropFirst()) }
        guard answer.hasPrefix(text + ":") else { return nil }
        let line = String(answer.dropFirst(text.count + 1))
        let name = question.isOneOfSeveral ? line.prefix { !$0.isWhitespace } : line[...]
        return scene.commands.contains { $0.name == name } ? line : nil
    }
}
