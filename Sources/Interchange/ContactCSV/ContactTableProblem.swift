import Localization
import Model

/// Why a table of contacts is not read before somebody has said more.
public enum ContactTableProblem: SourceProblem, Hashable {
    case empty(file: String)
    case unreadable(file: String, line: Int, column: Int, reason: Message)
    /// The first line has values in it.
    case noHeader(file: String)
    /// No column tells who somebody is.
    case nothingUnderstood(file: String, headings: [String])
    /// Two columns for what can only be one.
    case twice(file: String, headings: [String], words: String)
    /// A mapping of a heading that is not there.
    case unknownHeading(file: String, heading: String, known: [String])
    /// A mapping to what is none.
    case unknownWords(String)

    public var explanation: ErrorReport {
        switch self {
        case .empty(let file):
            ErrorReport(.failed, "\(file) is empty.", next: "Nothing of it was imported.")
        case .unreadable(let file, let line, let column, let reason):
            ErrorReport(.failed, "\(file):\(line):\(column): \(reason).", next: "Nothing of it was imported.")
        case .noHeader(let file):
            ErrorReport(
                .failed, "The first line of \(file) is no header: there are values in it.",
                next: "Write what the columns are into a line above it, such as “given,family,email”.")
        case .nothingUnderstood(let file, let headings):
            ErrorReport(
                .failed, "No column of \(file) tells who somebody is.",
                why: "Its columns are: \(headings.joined(separator: ", ")).",
                next: "Say it with --map “COLUMN=given”; family, name, email, phone and organization do, too.")
        case .twice(let file, let headings, let words):
            ErrorReport(
                .failed, "\(file) has several columns for \(words): \(headings.joined(separator: ", ")).",
                next: "Say what the others are with --map “COLUMN=…”, or leave them out with --map “COLUMN=-”.")
        case .unknownHeading(let file, let heading, let known):
            ErrorReport(
                .wrongUsage, "\(file) has no column “\(heading)”.",
                next: "Its columns are: \(known.joined(separator: ", ")).")
        case .unknownWords(let words):
            ErrorReport(
                .wrongUsage, "A column cannot be “\(words)”.",
                next: """
                    It can be a field as in “new person”, such as given, email.work or address.home.street; name, note, \
                    group, uid, birthday.year, birthday.dmy; or “-” for nothing.
                    """)
        }
    }
}
