import Localization
import Model

/// Why a catalogue is not read at all.
public enum CatalogProblem: SourceProblem, Hashable {
    case empty(file: String)
    case unreadable(file: String, line: Int, column: Int, reason: Message)
    /// The header has no columns of a catalogue.
    case noCatalog(file: String, headings: [String])
    case twice(file: String, heading: String)

    public var explanation: ErrorReport {
        switch self {
        case .empty(let file):
            ErrorReport(.failed, "\(file) is empty.", next: "Nothing of it was imported.")
        case .unreadable(let file, let line, let column, let reason):
            ErrorReport(.failed, "\(file):\(line):\(column): \(reason).", next: "Nothing of it was imported.")
        case .noCatalog(let file, let headings):
            ErrorReport(
                .failed, "\(file) is no catalogue of planets: its columns are \(headings.joined(separator: ", ")).",
                next: "It needs “name” and figures such as mass_kg, or the archive's pl_name.")
        case .twice(let file, let heading):
            ErrorReport(
                .failed, "\(file) has two columns “\(heading)”.",
                next: "Nothing of it was imported: take one of them away.")
        }
    }
}

/// What is wrong with a row.
struct RowProblem: Error {
    /// Of the cell, or of the row where all of it is at fault.
    let place: SourceLocation
    /// As a phrase or a sentence.
    let reason: Message
}
