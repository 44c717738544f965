import Localization

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
