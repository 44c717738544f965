import Model

/// The editor somebody likes to write in.
public protocol TextEditing: Sendable {
    /// Opens a text in the editor, and again until it is accepted or left as it was.
    ///
    /// - Parameters:
    ///   - name: What the text is called, such as `notes-1.md`: editors tell by it what kind of text it is.
    ///   - judge: Says what becomes of the text that came back.
    /// - Returns: What it was accepted as; nil if it was left as it was.
    /// - Throws: `EditingProblem`: nothing was accepted then, and whatever was written is kept in a file.
    func edit<Outcome: Sendable>(
        _ text: String, named name: String, judge: (String) async throws -> EditValidation<Outcome>
    ) async throws -> Outcome?
}

/// What becomes of a text that came back from an editor.
public enum EditValidation<Outcome: Sendable>: Sendable {
    case accepted(Outcome)
    /// It is opened again as this text, in which the reason can be read.
    case again(String, because: ErrorReport)
}
