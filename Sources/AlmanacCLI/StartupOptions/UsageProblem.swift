import Localization
import Model

/// An error in the arguments of the program.
enum UsageProblem: UserFacingError {
    case missingValue(String)
    case invalidChoice(String, String, known: String)
    /// An argument that is not UTF-8, with its invalid bytes replaced.
    case notUTF8(String, place: Int)
    /// An environment variable that is not UTF-8, with the invalid bytes of its value replaced.
    case variableNotUTF8(String, String)
    /// A home folder in the user database whose path is not UTF-8.
    case homeNotUTF8
    case unknownFormat(String, known: String)
    /// A format of exported files with a command that does not export contacts.
    case exportFormat(String, known: String)
    case severalCommands(String)
    case demoWithDatabase
    case unknownOption(String, known: [String])
    case unreadableScript(path: String, reason: Message)

    var explanation: ErrorReport {
        switch self {
        case .missingValue(let option):
            ErrorReport(
                .wrongUsage, "The option \(option) requires a value.", next: "Use “almanac --help” to list the options."
            )
        case .invalidChoice(let option, let text, let known):
            ErrorReport(.wrongUsage, "Invalid value “\(text)” for \(option).", next: "Use one of: \(known).")
        case .notUTF8(let text, let place):
            ErrorReport(
                .wrongUsage, "Argument \(place) (“\(text)”) is not valid UTF-8.",
                next: "Use UTF-8 in the terminal and in file names.")
        case .variableNotUTF8(let name, let value):
            ErrorReport(
                .wrongUsage, "The environment variable \(name) (“\(value)”) is not valid UTF-8.",
                next: "Use UTF-8 in paths.")
        case .homeNotUTF8:
            ErrorReport(
                .wrongUsage, "The path of the home folder is not valid UTF-8.",
                next: "Set HOME to another folder.")
        case .unknownFormat(let word, let known):
            ErrorReport(
                .wrongUsage, "Invalid value “\(word)” for --format.",
                next: "Use one of: \(known). Use “help export” to list the formats of exported files.")
        case .exportFormat(let word, let known):
            ErrorReport(
                .wrongUsage, "The format “\(word)” is supported only by “export”.", next: "Use one of: \(known).")
        case .severalCommands(let word):
            ErrorReport(
                .wrongUsage, "“\(word)” cannot be combined with -c or --file.",
                next: "Use -c for every command, or put them all in one script.")
        case .demoWithDatabase:
            ErrorReport(
                .wrongUsage, "“demo” and --database cannot be combined.", next: "Use only one of them.")
        case .unknownOption(let word, let known):
            ErrorReport(
                .wrongUsage, "Unknown option \(word).",
                next: SpellingSuggestions.suggestions(for: word, among: known).first.map { "Did you mean \($0)?" }
                    ?? "Use “almanac --help” to list the options.")
        case .unreadableScript(let path, let reason):
            ErrorReport(.failed, "Cannot read the script \(path).", why: reason)
        }
    }
}
