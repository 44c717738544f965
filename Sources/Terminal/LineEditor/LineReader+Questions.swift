import Localization
import Rendering
import Text

extension LineReader {
    /// Shows the choices one below the other and waits for one of them; what is none is asked again.
    ///
    /// - Parameter isElse: Whether a line that is no choice is meant for somebody else, and ends the asking.
    public func ask(_ question: Question, orElse isElse: (String) -> Bool = { _ in false }) async throws -> Answer {
        var heading = lines(of: question)
        while true {
            switch try await readLine(below: heading, prompt: Line("? ", .prompt), isKept: false) {
            case .interrupted: return .interrupted
            case .endOfInput: return .endOfInput
            case .line(let line):
                let answer = String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
                if let index = question.index(of: answer) { return .chosen(index) }
                if isElse(answer) { return .other(answer) }
                let hint: Message =
                    "Type a number from 1 to \(question.choices.count), or press Ctrl-D for none of them."
                heading = [Line(hint.localized, .dim)]
            }
        }
    }

    private func lines(of question: Question) -> [Line] {
        let choices = question.choices.enumerated().map { index, choice in
            let key = choice.key.map { " (\($0))" } ?? ""
            return Line("  \(index + 1)  ", .dim) + Line(choice.title.localized) + Line(key, .dim)
        }
        return Line(question.text.localized, .strong).wrapped(to: traits.size.columns) + choices
    }
}
