import Localization

/// Why a line could not be read.
public enum InputProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case notUTF8(line: Int)
    /// A terminal that collects lines by itself passes on no more of one.
    case cut(bytes: Int)
    case unreadable(reason: Message)

    public var sentence: Message {
        switch self {
        case .notUTF8(let line):
            "Line \(line) of the input is not UTF-8, so nothing of it was done. Convert the input to UTF-8."
        case .cut(let bytes):
            "The line was cut at \(bytes) bytes by the terminal, so nothing of it was done. Put it into a script, or edit without “--plain”."
        case .unreadable(let reason): "Almanac cannot read its input: \(reason)."
        }
    }

    public var description: String { sentence.description }
}
