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
    /// a command. A letter that begins several choices selects only the one that cancels.
    ///
    /// - Parameters:
    ///   - preset: The index of the choice that an empty line selects, or `nil` to require an answer.
    ///   - cancel: The index of the choice that cancels, if there is one.
    ///   - isCommand: A function that returns whether a line is a command. A command ends the question.
    public func ask(
        _ question: Message, _ choices: [Message], preset: Int? = nil, cancel: Int? = nil,
        orCommand isCommand: (String) -> Bool = { _ in false }
    ) async throws -> Answer {
        let keys = Self.keys(of: choices, cancel: cancel)
        var heading =
            Line(question.localized, .strong).wrapped(to: traits.size.columns) + lines(of: choices, keys, preset)
        while true {
            switch try await readLine(below: heading, prompt: Line("? ", .prompt), isKept: false) {
            case .interrupted: return .interrupted
            case .endOfInput: return .endOfInput
            case .line(let line), .previous(let line):
                let answer = String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
                if answer.isEmpty, let preset { return .chosen(preset) }
                if let index = index(of: answer.lowercased(), among: choices, keys) { return .chosen(index) }
                if isCommand(answer) { return .other(answer) }
                let hint: Message =
                    "Type a number from 1 to \(choices.count), or press Ctrl-D to cancel."
                heading = Line(hint.localized, .dim).wrapped(to: traits.size.columns)
            }
        }
    }

    private func lines(of choices: [Message], _ keys: [String?], _ preset: Int?) -> [Line] {
        choices.enumerated().map { index, choice in
            let names = [keys[index], index == preset ? Self.enter.localized : nil].compactMap(\.self)
            let key = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
            return Line("  \(index + 1)  ", .dim) + Line(choice.localized) + Line(key, .dim)
        }
    }

    /// The name of the key that ends a line.
    private static let enter: Message = "Enter"

    /// Returns the letter that selects each choice, such as `y`.
    private static func keys(of choices: [Message], cancel: Int?) -> [String?] {
        let letters = choices.map { $0.localized.first.flatMap { $0.isLetter ? $0.lowercased() : nil } }
        return letters.enumerated().map { index, letter in
            index == cancel || letters.count { $0 == letter } == 1 ? letter : nil
        }
    }

    private func index(of answer: String, among choices: [Message], _ keys: [String?]) -> Int? {
        if let number = Int(answer), choices.indices.contains(number &- 1) { return number - 1 }
        return keys.firstIndex(of: answer)
            ?? choices.firstIndex { [$0.localized, $0.description].map { $0.lowercased() }.contains(answer) }
    }
}
