import Model

/// What becomes of a text that came back from an editor.
public enum EditValidation<Outcome: Sendable>: Sendable {
    case accepted(Outcome)
    /// It is opened again as this text, in which the reason can be read.
    case again(String, because: ErrorReport)
}
