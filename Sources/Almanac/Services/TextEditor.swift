import Localization
import Model

/// The user’s external editor.
public protocol TextEditor: Sendable {
    /// Opens text in the editor until it is accepted or left unchanged.
    ///
    /// - Parameters:
    ///   - name: The name of the temporary file, such as `notes-1.md`. Editors derive the file type from this name.
    ///   - validate: Validates the edited text.
    /// - Returns: The accepted result, or `nil` if the text was left unchanged.
    /// - Throws: `EditingProblem` if the edit fails. If the text was changed, it is kept in a file.
    func edit<Outcome: Sendable>(
        _ text: String, named name: String, validate: (String) async throws -> EditValidation<Outcome>
    ) async throws -> Outcome?
}

/// The result of validating text returned by an editor.
public enum EditValidation<Outcome: Sendable>: Sendable {
    case accepted(Outcome)
    /// The text to open again, with the problems listed in it.
    case again(String, because: ErrorReport)
}

/// An error that ended an edit in an external editor. Nothing was changed.
public struct EditingProblem: UserFacingError {
    public let explanation: ErrorReport

    private init(_ explanation: ErrorReport) { self.explanation = explanation }

    public static func noEditor(_ command: String, reason: Message) -> EditingProblem {
        EditingProblem(
            ErrorReport(
                .failed, "Cannot start the editor “\(command)”.", why: reason,
                next: "Set $ALMANAC_EDITOR or the setting “editor” to another command."))
    }

    public static func noFile(path: String, reason: Message) -> EditingProblem {
        EditingProblem(ErrorReport(.failed, "Cannot create a file for the editor in \(path).", why: reason))
    }

    /// Returns the problem for an editor that exited with an error status.
    ///
    /// - Parameter kept: The path of the file with the edited text, or `nil` if the text was not changed or was
    ///   deleted.
    public static func failed(_ command: String, status: Int32, kept: String?) -> EditingProblem {
        EditingProblem(
            ErrorReport(
                .failed, "The editor “\(command)” exited with status \(status).", outcome: "Nothing was changed.",
                next: kept.map(EditingProblem.kept)))
    }

    /// Returns the problem for an edited file that cannot be read.
    ///
    /// - Parameter kept: The path of the file, or `nil` if it was deleted.
    public static func notText(reason: Message, kept: String?) -> EditingProblem {
        EditingProblem(
            ErrorReport(
                .failed, "Cannot read the edited file.", outcome: "Nothing was changed.", why: reason,
                next: kept.map(EditingProblem.kept)))
    }

    public static func refused(_ reason: ErrorReport, kept: String) -> EditingProblem {
        EditingProblem(
            ErrorReport(
                reason.status, reason.what, outcome: "Nothing was changed.", why: reason.why,
                next: [reason.next, EditingProblem.kept(kept)].compactMap(\.self).joined()))
    }

    private static func kept(_ path: String) -> Message { "Your text is saved in \(path)." }
}
