import Localization
import Rendering
import Text

/// A question with its answers, each of them a number and perhaps a key.
public struct Question: Hashable, Sendable {
    public let text: Message
    public let choices: [Choice]

    public init(_ text: Message, _ choices: [Choice]) {
        self.text = text
        self.choices = choices
    }

    public struct Choice: Hashable, Sendable {
        /// What can be typed for it besides its number: `y`.
        public let key: String?
        public let title: Message

        public init(_ title: Message, key: String? = nil) {
            self.title = title
            self.key = key
        }
    }

    /// The choice that was typed: its number, its key, or its title, capitals and small letters being the same.
    func index(of answer: String) -> Int? {
        let answer = answer.lowercased()
        if let number = Int(answer), choices.indices.contains(number &- 1) { return number - 1 }
        return choices.firstIndex {
            $0.key?.lowercased() == answer
                || [$0.title.localized, $0.title.description].contains { $0.lowercased() == answer }
        }
    }
}

public enum Answer: Hashable, Sendable {
    /// The index of the choice.
    case chosen(Int)
    /// A line that is no choice, but meant for somebody else.
    case other(String)
    case interrupted
    /// Counts as no, and is not asked again.
    case endOfInput
}

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
