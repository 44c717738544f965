import Localization

/// A question whose answers are command lines.
public struct Prompt: Hashable, Codable, Sendable {
    public let question: Message
    public let answers: [Answer]
    /// The option that answers the question in advance, such as for a non-interactive session.
    public let flag: String?

    public init(_ question: Message, _ answers: [Answer], flag: String? = nil) {
        self.question = question
        self.answers = answers
        self.flag = flag
    }

    public struct Answer: Hashable, Codable, Sendable {
        public let title: Message
        /// The command line to run, or `nil` for an answer that does nothing.
        public let line: String?

        public init(_ title: Message, line: String? = nil) {
            self.title = title
            self.line = line
        }
    }
}

/// A URL that is safe to pass to a browser: http or https, and printable ASCII only.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let isSafe = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 2048
        guard isSafe, text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        description = text
    }
}
