import Localization

/// An error of the history, undo, or the trash.
public enum HistoryProblem: UserFacingError, Hashable {
    case noStep(Step.ID)
    case nothingToUndo
    case nothingToRedo
    case undoneAlready(Step.ID)
    case notUndone(Step.ID)
    /// Records have changed after the step, so that it cannot be undone or redone.
    case changedSince(Step.ID, [Difference], isRedo: Bool)
    /// The changed records were purged.
    case purged(Step.ID)
    /// A part of the step may have been lost with a damaged file.
    case lost(Step.ID)
    /// The content of the deleted record was lost with a damaged file.
    case lostRecord(RecordID)
    /// The step changed the favorites of a removed account.
    case accountGone(Step.ID)
    case notInTrash(RecordID)
    /// The record did not exist at the time.
    case notThere(RecordID, at: Timestamp)

    public struct Difference: Hashable, Sendable {
        public let record: RecordReference
        /// The titles of the differing fields; empty if the record was deleted or restored.
        public let fields: [Title]
        /// The step that made the change, if known.
        public let by: Step?

        public init(record: RecordReference, fields: [Title], by: Step?) {
            self.record = record
            self.fields = fields
            self.by = by
        }
    }

    public var explanation: ErrorReport {
        switch self {
        case .noStep(let id):
            ErrorReport(.notFound, "The history has no step \(id.rawValue).", next: "“history” lists those there are.")
        case .nothingToUndo:
            ErrorReport(.failed, "There is nothing to undo.", next: "“history” lists what was done.")
        case .nothingToRedo:
            ErrorReport(
                .failed, "There is nothing to redo.", why: "Nothing was undone since the last change.",
                next: "“history” lists what was done.")
        case .undoneAlready(let id):
            ErrorReport(.failed, "Step \(id.rawValue) is undone already.", next: "“redo” does it again.")
        case .notUndone(let id):
            ErrorReport(.failed, "Step \(id.rawValue) is not undone.", next: "“history” lists what was done.")
        case .changedSince(let id, let differences, let isRedo):
            ErrorReport(
                .failed,
                isRedo
                    ? "Step \(id.rawValue) cannot be done again; nothing was changed."
                    : "Step \(id.rawValue) cannot be taken back; nothing was changed.",
                why: HistoryProblem.Difference.sentences(differences),
                next: "Undo what came after it first; “history” lists it.")
        case .purged(let id):
            ErrorReport(
                .failed, "Step \(id.rawValue) can be neither taken back nor done again.",
                why: "What it changed was purged for ever.",
                next: "A backup may still have it: “restore FILE ADDRESS”.")
        case .lost(let id):
            ErrorReport(
                .failed, "Step \(id.rawValue) can be neither taken back nor done again.",
                why: "Some of what it changed may have been lost with a damaged file.",
                next: "“undo N” takes another one back; a backup may have it still: “restore FILE ADDRESS”.")
        case .accountGone(let id):
            ErrorReport(
                .failed, "Step \(id.rawValue) can be neither taken back nor done again.",
                why: "It changed favorites of an account that is gone.", next: "“history” lists what was done.")
        case .lostRecord(let address):
            ErrorReport(
                .failed, "\(address) cannot come back: what it held was lost with a damaged file.",
                next: "A backup may still have it: “restore FILE \(address)”.")
        case .notInTrash(let address):
            ErrorReport(.notFound, "\(address) is not in the trash.", next: "“trash” lists what is.")
        case .notThere(let address, let time):
            ErrorReport(
                .notFound, "There was no \(address) at \(time.rawValue).", next: "“history \(address)” tells its story."
            )
        }
    }
}

extension HistoryProblem.Difference {
    /// The maximum number of differences listed in the message.
    private static let spokenOf = 5

    fileprivate static func sentences(_ differences: [Self]) -> Message {
        let rest = differences.count - spokenOf
        guard rest > 1 else { return differences.map(\.sentence).joined() }
        return (differences.prefix(spokenOf).map(\.sentence) + ["The same is true of \(rest) others."]).joined()
    }

    private var sentence: Message {
        let name: Message = "\(record.name) (\(record.address))"
        let titles = fields.map(Message.init(title:)).joined(separator: ", ")
        let what: Message = fields.isEmpty ? name : "\(titles) of \(name)"
        guard let by else { return "\(what) is not as the step left it." }
        return switch by.origin {
        case .outside: "Another program has changed \(what) since (step \(by.id.rawValue))."
        case .command(let command, _): "“\(command)” has changed \(what) since (step \(by.id.rawValue))."
        }
    }
}
