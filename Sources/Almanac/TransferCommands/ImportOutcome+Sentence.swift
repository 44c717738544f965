import Localization

extension ImportOutcome {
    /// - Parameter things: What was taken in, or would be.
    func sentence(_ things: Message) -> Message {
        switch self {
        case .dryRun: "Nothing was changed. There would be \(things)."
        case .changed: "Imported: \(things). “undo” takes that back."
        case .unchanged: "Imported: \(things)."
        }
    }
}
