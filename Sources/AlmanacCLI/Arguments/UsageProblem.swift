import Localization
import Model
import Text

/// What is wrong with the arguments of the program.
enum UsageProblem: UserFacingError {
    case valueMissing(String)
    case noChoice(String, String, known: [String])
    case unwanted(String)
    case demoWithDatabase
    case noOption(String, known: [String])
    case unreadableScript(path: String, reason: Message)

    var explanation: ErrorReport {
        switch self {
        case .valueMissing(let option):
            ErrorReport(.wrongUsage, "The option \(option) needs a value.", next: "“almanac --help” lists them all.")
        case .noChoice(let option, let text, let known):
            ErrorReport(
                .wrongUsage, "\(option) cannot be “\(text)”.",
                next: "It takes one of: \(known.joined(separator: ", ")).")
        case .unwanted(let word):
            ErrorReport(
                .wrongUsage, "“\(word)” cannot stand beside -c or --file.",
                next: "Write all of it as lines of -c, or as a script.")
        case .demoWithDatabase:
            ErrorReport(
                .wrongUsage, "“demo” and --database cannot be combined.",
                next: "Use only one of them.")
        case .noOption(let word, let known):
            ErrorReport(
                .wrongUsage, "Almanac has no option \(word).",
                next: SpellingSuggestions.suggestions(for: word, among: known).first.map { "Did you mean \($0)?" }
                    ?? "“almanac --help” lists them all.")
        case .unreadableScript(let path, let reason):
            ErrorReport(.failed, "The script \(path) cannot be read.", why: reason)
        }
    }
}
