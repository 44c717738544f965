import Localization
import Rendering
import Text

/// The answer to a multiple-choice question.
public enum Answer: Hashable, Sendable {
    /// The index of a choice.
    case chosen(Int)
    /// A command line instead of an answer.
    case other(String)
    case interrupted
    case endOfInput
}

extension LineReader {
    /// Asks a multiple-choice question until the user enters the number, the first letter, or the title of a choice, or
    /// a command.
    ///
    /// - Parameters:
    ///   - preset: The index of the choice that an empty line selects, or `nil` to require an answer.
    ///   - isCommand: A function that returns whether a line is a command. A command ends the question.
    public func ask(
        _ question: Message, _ choices: [Message], preset: Int? = nil,
        orCommand isCommand: (String) -> Bool = { _ in false }
    ) async throws -> Answer {
        var heading =
            Line(question.localized, .strong).wrapped(to: traits.size.columns) + lines(of: choices, preset)
        while true {
            switch try await readLine(below: heading, prompt: Line("? ", .prompt), isKept: false) {
            case .interrupted: return .interrupted
            case .endOfInput: return .endOfInput
            case .line(let line), .previous(let line):
                let answer = String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
                if answer.isEmpty, let preset { return .chosen(preset) }
                if let index = index(of: answer.lowercased(), among: choices) { return .chosen(index) }
                if isCommand(answer) { return .other(answer) }
                let hint: Message =
                    "Type a number from 1 to \(choices.count), or press Ctrl-D to cancel."
                heading = Line(hint.localized, .dim).wrapped(to: traits.size.columns)
            }
        }
    }

    private func lines(of choices: [Message], _ preset: Int?) -> [Line] {
        choices.enumerated().map { index, choice in
            let key =
                key(of: index, among: choices).map {
                    index == preset ? " (\($0), \(Self.enter.localized))" : " (\($0))"
                } ?? ""
            return Line("  \(index + 1)  ", .dim) + Line(choice.localized) + Line(key, .dim)
        }
    }

    /// The name of the key that ends a line.
    private static let enter: Message = "Enter"

    private func index(of answer: String, among choices: [Message]) -> Int? {
        if let number = Int(answer), choices.indices.contains(number &- 1) { return number - 1 }
        return choices.indices.first { index in
            let choice = choices[index]
            return [key(of: index, among: choices), choice.localized.lowercased(), choice.description.lowercased()]
                .contains(answer)
        }
    }

    /// Returns the letter that selects a choice, such as `y`, or `nil` if the choice does not begin with a letter or if
    /// the letter selects an earlier choice.
    private func key(of index: Int, among choices: [Message]) -> String? {
        let letters = choices[...index].map { $0.localized.first.flatMap { $0.isLetter ? $0.lowercased() : nil } }
        return letters.firstIndex(of: letters[index]) == index ? letters[index] : nil
    }
}
