import Localization

/// The exit status of a command.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case wrongUsage = 2
    case notFound = 3
    case declined = 4
    case partial = 5
    case interrupted = 130

    /// The description of the exit status in the help.
    public var meaning: Title {
        switch self {
        case .done: "success, even with no results"
        case .failed: "failure, explained on standard error"
        case .wrongUsage: "usage error, or a prompt in a non-interactive session"
        case .notFound: "not found, or ambiguous"
        case .declined: "declined at a prompt, end of input, or pending decision"
        case .partial: "some cards or rows were rejected, or photos are missing"
        case .interrupted: "interrupted with Ctrl-C"
        }
    }
}

/// An error with a user-facing message: what happened, why, and what to do next.
public protocol UserFacingError: Error, CustomStringConvertible {
    var explanation: ErrorReport { get }
}

extension UserFacingError {
    public var description: String { explanation.sentences.joined().description }
}

public struct ErrorReport: Hashable, Sendable {
    public let status: ExitStatus
    public let what: Message
    public let outcome: Message?
    public let why: Message?
    public let next: Message?
    /// The details, one per line, shown above the message.
    public let details: [Message]
    /// The user’s input with the position of the error, shown above the message.
    public let passage: Passage?

    public struct Passage: Hashable, Sendable {
        public let text: String
        /// The position of the error, counted in characters from 0.
        public let column: Int
    }

    /// Creates an error report.
    /// - Parameters:
    ///   - what: A sentence that states what happened.
    ///   - outcome: A sentence that states what was not changed, such as “Nothing was changed.”
    ///   - why: A sentence with the reason, if it helps.
    ///   - next: A sentence that states what to do next.
    public init(
        _ status: ExitStatus, _ what: Message, outcome: Message? = nil, why: Message? = nil, next: Message? = nil,
        details: [Message] = [], passage: Passage? = nil
    ) {
        self.status = status
        self.details = details
        self.passage = passage
        (self.what, self.outcome, self.why, self.next) = (what, outcome, why, next)
    }

    public var sentences: [Message] { [what, outcome, why, next].compactMap { $0 } }

    /// What happened and why, as the reason of another error.
    public var reason: Message { [what, why].compactMap { $0 }.joined() }

    /// The sentences without the outcome, for a report of a larger operation, which has an outcome of its own.
    public var sentencesWithoutOutcome: [Message] { [what, why, next].compactMap { $0 } }
}
