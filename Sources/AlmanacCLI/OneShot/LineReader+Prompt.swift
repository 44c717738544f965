import Localization
import Navigation
import Terminal

/// What somebody said to a prompt.
enum Reply {
    case answer(Prompt.Answer)
    /// Another command; the prompt waits.
    case line(String)
    case none
}

extension LineReader {
    /// Asks the prompt; a line that `isElse` knows is another command.
    ///
    /// - Throws: `CancellationError` at Ctrl-C.
    func reply(to prompt: Prompt, orElse isElse: (String) -> Bool = { _ in false }) async throws -> Reply {
        let choices = prompt.answers.map {
            Question.Choice($0.title, key: $0.title.localized.first.map { String($0).lowercased() })
        }
        switch try await ask(Question(prompt.question, choices), orElse: isElse) {
        case .chosen(let index): return .answer(prompt.answers[index])
        case .other(let line): return .line(line)
        case .interrupted: throw CancellationError()
        case .endOfInput: return .none
        }
    }
}
