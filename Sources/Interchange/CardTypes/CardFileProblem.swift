import Localization
import Model

/// Why a file is not read as cards at all.
public enum CardFileProblem: SourceProblem, Hashable {
    /// Recognised as something else, by the name people know it by: “an xCard (vCard in XML)”.
    case other(file: String, what: Message)
    /// No card begins in the first so many bytes.
    case noCards(file: String)
    case empty(file: String)

    public var explanation: ErrorReport {
        switch self {
        case .other(let file, let what):
            ErrorReport(
                .failed, "\(file) is not a vCard file: it is \(what).",
                next: "Export it again as vCard (.vcf); nothing of it was imported.")
        case .noCards(let file):
            ErrorReport(
                .failed, "\(file) is not a vCard file: no line of it says BEGIN:VCARD.",
                next: "Nothing of it was imported.")
        case .empty(let file):
            ErrorReport(.failed, "\(file) is empty.", next: "Nothing of it was imported.")
        }
    }
}
