import Localization

/// A question whose answers are command lines.
public struct Prompt: Hashable, Codable, Sendable {
    public let question: Message
    public let answers: [Answer]
    /// The option that answers the question in advance, such as for a non-interactive session.
    public let flag: String?
    /// The answer that an empty line chooses, or `nil` if the question requires a choice.
    public let preset: Answer?
    /// The form that the question is about, or `nil`. When the form is left, the prompt is removed.
    private(set) var form: Path?

    public init(_ question: Message, _ answers: [Answer], flag: String? = nil, preset: Answer? = nil) {
        self.question = question
        self.answers = answers
        self.flag = flag
        self.preset = preset
    }

    /// A sentence that is shown if the prompt is closed without an answer.
    var outcomeOfDeclining: Message? { answers.lazy.compactMap(\.outcome).first }

    /// Returns the prompt as a question about a form.
    func about(_ form: Path?) -> Prompt {
        var prompt = self
        prompt.form = form
        return prompt
    }

    public struct Answer: Hashable, Codable, Sendable {
        public let title: Message
        /// The command line to run, or `nil` for an answer that does nothing.
        public let line: String?
        /// A sentence that is shown after an answer that does nothing.
        public let outcome: Message?

        public init(_ title: Message, line: String? = nil, outcome: Message? = nil) {
            self.title = title
            self.line = line
            self.outcome = outcome
        }
    }
}

/// A URL that is safe to pass to a browser: http or https, and printable ASCII only. Other characters, such as those of
/// an internationalized domain name, are percent-encoded (https://url.spec.whatwg.org/#host-parsing).
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let text = text.lowercased().hasPrefix("www.") ? "https://\(text)" : text
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let rest = text.dropFirst(scheme.count)
        guard ["http", "https"].contains(scheme), rest.hasPrefix("://"),
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let address = scheme + rest.utf8.map { Self.encoded($0) }.joined()
        guard address.utf8.count <= 2048 else { return nil }
        description = address
    }
    private static func encoded(_ byte: UInt8) -> String {
        byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
}
