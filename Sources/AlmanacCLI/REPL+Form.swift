import Localization
import Navigation
import Rendering
import Terminal

// Reads answers in a form. A line that starts with a colon is a command.
extension REPL {
    /// Asks a question of a form and returns the command line that sets the answer. Invalid answers can be corrected.
    /// Ctrl-D closes the form and keeps the draft.
    ///
    /// - Throws: `CancellationError` if the user presses Ctrl-C and the form was opened from the shell.
    func answer(to question: Question, on state: AppState) async throws -> String? {
        if !question.section.isEmpty { renderer.hint(Message(title: question.section)) }
        var typed = question.value
        while true {
            switch try await read(question, beginningWith: typed, on: state) {
            case .interrupted: return try close(question, on: state)
            case .endOfInput: return "back"
            case .previous(typed): return "up"
            case .previous(let answer):
                guard let problem = state.scene.screen.problem(answering: answer) else {
                    // Answering a question opens the next field, so the first “up” returns to this one.
                    pendingMoves = ["up", "up"]
                    return question.line(for: answer)
                }
                _ = runtime.reporter.report(problem)
                typed = answer
            case .line(let answer):
                if let command = command(in: answer, after: typed, to: question, at: state.scene) { return command }
                if question.isSecret, question.createsAccount, !answer.isEmpty {
                    switch try await repetition() {
                    case .line(answer): break
                    case .interrupted: return try close(question, on: state)
                    case .endOfInput: return "back"
                    default:
                        runtime.reporter.notify("The passphrases do not match. Enter the new passphrase again.")
                        continue
                    }
                }
                guard !question.isSecret, let problem = state.scene.screen.problem(answering: answer) else {
                    return question.line(for: answer)
                }
                _ = runtime.reporter.report(problem)
                // Without line editing, an invalid answer cannot be corrected in place.
                typed = runtime.traits.isEditable ? answer : question.value
            }
        }
    }

    /// Returns the command to run after Ctrl-C. It closes the form and keeps any changes as a draft, or shows the form
    /// if the form creates an account.
    private func close(_ question: Question, on state: AppState) throws -> String {
        if isOneShot { throw CancellationError() }
        if question.createsAccount { return "review" }
        return state.scene.screen.isUnsaved ? "back" : "cancel"
    }

    /// Asks the user to repeat a new passphrase.
    private func repetition() async throws -> LineResult {
        let again: Message = "Repeat the passphrase"
        return try await reader.readSecret(prompt: Line("  \(again.localized): ", .label))
    }

    private func read(
        _ question: Question, beginningWith text: String, on state: AppState
    ) async throws -> LineResult {
        let prompt = Line("  \(question.title.localized): ", .label)
        if question.expects != "text" { renderer.hint(hint(for: question), indent: 2) }
        guard !question.isSecret else { return try await reader.readSecret(prompt: prompt) }
        let completer = AnswerCompleter(question: question, commands: completer(of: state))
        let help = LineEditorHooks(completer: completer.complete, hasNeighbors: true)
        return try await reader.readLine(prompt: prompt, initial: text, isKept: false, help: help)
    }

    /// Returns the numbered choices of a question, or a description of valid answers if there are no choices.
    private func hint(for question: Question) -> Message {
        guard question.choices.count > 1 else { return question.expects }
        return "\(question.choices.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", "))"
    }

    /// Returns the command in an answer, or `nil` if the answer is a value. A command follows a colon, either at the
    /// start of the answer or right after the initial text. In a form that creates an account, a command with arguments
    /// does not need a colon.
    ///
    /// After the initial text, a command may have arguments only if the field has several values, because text may
    /// contain colons.
    private func command(in answer: String, after text: String, to question: Question, at scene: Scene)
        -> String?
    {
        if answer.hasPrefix(":"), !question.isSecret { return String(answer.dropFirst()) }
        if question.createsAccount, !question.isSecret, let words = try? ShellWords.split(answer), words.count > 1,
            scene.commands.contains(where: { $0.name == words[0] })
        {
            return answer
        }
        guard answer.hasPrefix(text + ":") else { return nil }
        let line = String(answer.dropFirst(text.count + 1))
        let name = question.isOneOfSeveral ? line.prefix { !$0.isWhitespace } : line[...]
        return scene.commands.contains { $0.name == name } ? line : nil
    }
}
