import Localization

/// Why text could not be handed on; the sentence is for the person at the other end.
public enum OutputProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whoever read our output has left, as in `almanac persons | head -1`: no fault, and nothing to say.
    case readerLeft
    case noSpace(stream: Title)
    case failed(stream: Title, reason: Message)

    public var isWorthTelling: Bool { self != .readerLeft }

    public var sentence: Message {
        switch self {
        case .readerLeft:
            "Whoever read the output has left."
        case .noSpace(let stream):
            "The device behind \(title: stream) is full, so the output is incomplete. Free some space and try again."
        case .failed(let stream, let reason):
            "Almanac cannot write to \(title: stream), so the output is incomplete: \(reason)."
        }
    }

    public var description: String { sentence.description }
}
