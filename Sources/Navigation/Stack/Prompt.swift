import Localization

/// A question, and the command line that each answer stands for.
public struct Prompt: Hashable, Codable, Sendable {
    public let question: Message
    public let answers: [Answer]
    /// The option that answers it in advance, for those who cannot be asked.
    public let flag: String?

    public init(_ question: Message, _ answers: [Answer], flag: String? = nil) {
        self.question = question
        self.answers = answers
        self.flag = flag
    }

    public struct Answer: Hashable, Codable, Sendable {
        public let title: Message
        /// Nil for an answer that changes nothing.
        public let line: String?

        public init(_ title: Message, line: String? = nil) {
            self.title = title
            self.line = line
        }
    }
}
