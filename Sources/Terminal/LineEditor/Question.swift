import Localization
import Rendering
import Text

/// A multiple-choice question.
public struct Question: Hashable, Sendable {
    public let text: Message
    public let choices: [Choice]

    public init(_ text: Message, _ choices: [Choice]) {
        self.text = text
        self.choices = choices
    }

    public struct Choice: Hashable, Sendable {
        /// A key that selects the choice, such as `y`.
        public let key: String?
        public let title: Message

        public init(_ title: Message, key: String? = nil) {
            self.title = title
            self.key = key
        }
    }

    /// Returns the index of the choice whose number, key, or title equals the answer, ignoring case.
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
    case chosen(Int)
    /// A command line instead of an answer.
    case other(String)
    case interrupted
    case endOfInput
}

extension LineReader {
    /// Asks a question until the user enters one of the choices or a command.
    ///
    /// - Parameter isCommand: A function that returns whether a line is a command. A command ends the question.
    public func ask(_ question: Question, orCommand isCommand: (String) -> Bool = { _ in false }) async throws -> Answer
    {
        var heading = lines(of: question)
        while true {
            switch try await readLine(below: heading, prompt: Line("? ", .prompt), isKept: false) {
            case .interrupted: return .interrupted
            case .endOfInput: return .endOfInput
            case .line(let line):
                let answer = String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
                if let index = question.index(of: answer) { return .chosen(index) }
                if isCommand(answer) { return .other(answer) }
                let hint: Message =
                    "Type a number from 1 to \(question.choices.count), or press Ctrl-D to cancel."
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
