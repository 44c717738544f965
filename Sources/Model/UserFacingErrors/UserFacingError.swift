import Localization

/// How a command ended, as the shell is told.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case wrongUsage = 2
    case notFound = 3
    case declined = 4
    case interrupted = 130

    /// For whoever writes a script.
    public var meaning: Title {
        switch self {
        case .done: "done; an empty result too"
        case .failed: "failed, as standard error says"
        case .wrongUsage: "wrong usage, or a question that cannot be asked"
        case .notFound: "not found, or the name of several"
        case .declined: "declined, or the end of the input at a question"
        case .interrupted: "interrupted by Ctrl-C"
        }
    }
}

/// An error that says, in sentences for a person, what happened, why, and what to do next.
public protocol UserFacingError: Error, CustomStringConvertible {
    var explanation: ErrorReport { get }
}

extension UserFacingError {
    public var description: String { explanation.sentences.joined().description }
}

public struct ErrorReport: Hashable, Sendable {
    public let status: ExitStatus
    public let what: Message
    public let why: Message?
    public let next: Message?
    /// What there is to know of it in detail, to be shown above the sentences, each on a line of its own.
    public let details: [Message]
    /// What was typed and where the mistake is in it, to be shown above the sentences.
    public let passage: Passage?

    public struct Passage: Hashable, Sendable {
        public let text: String
        /// In characters, from 0.
        public let column: Int

        public init(text: String, column: Int) {
            self.text = text
            self.column = column
        }
    }

    /// - Parameters:
    ///   - what: What happened, as a whole sentence.
    ///   - why: Why it did, if that is known and not plain.
    ///   - next: What to do about it.
    ///   - details: What else there is to know of it.
    ///   - passage: Where in what was typed it is.
    public init(
        _ status: ExitStatus, _ what: Message, why: Message? = nil, next: Message? = nil, details: [Message] = [],
        passage: Passage? = nil
    ) {
        self.status = status
        self.details = details
        self.passage = passage
        (self.what, self.why, self.next) = (what, why, next)
    }

    public var sentences: [Message] { [what, why, next].compactMap { $0 } }
}
