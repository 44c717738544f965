import Localization
import Model

/// Why a text did not come back from an editor; nothing was changed.
public enum EditingProblem: UserFacingError {
    case noEditor(String, reason: Message)
    case noFile(path: String, reason: Message)
    /// - Parameter kept: The file that holds what was written, if anything was.
    case failed(String, status: Int32, kept: String?)
    case notText(reason: Message, kept: String)
    case refused(ErrorReport, kept: String)

    public var explanation: ErrorReport {
        switch self {
        case .noEditor(let command, let reason):
            ErrorReport(
                .failed, "The editor “\(command)” cannot be started.", why: reason,
                next: "Set $VISUAL, $EDITOR or “editor” of the settings to one that can.")
        case .noFile(let path, let reason):
            ErrorReport(.failed, "There can be no file for the editor in \(path).", why: reason)
        case .failed(let command, let status, let kept):
            ErrorReport(
                .failed, "The editor “\(command)” ended with status \(status), so nothing was changed.",
                next: kept.map(EditingProblem.kept))
        case .notText(let reason, let kept):
            ErrorReport(
                .failed, "What the editor has left cannot be read, so nothing was changed.", why: reason,
                next: EditingProblem.kept(kept))
        case .refused(let reason, let kept):
            ErrorReport(
                reason.status, reason.what,
                why: reason.sentences.count > 1 ? reason.sentences.dropFirst().joined() : nil,
                next: "Nothing was changed. \(EditingProblem.kept(kept))")
        }
    }

    private static func kept(_ path: String) -> Message { "What you wrote is kept in \(path)." }
}
