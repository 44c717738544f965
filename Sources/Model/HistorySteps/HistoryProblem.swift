import Localization

/// An error in an operation on the history or the trash.
public enum HistoryProblem: UserFacingError, Hashable {
    case noStep(Step.ID)
    case nothingToUndo
    case nothingToRedo
    case undoneAlready(Step.ID)
    case notUndone(Step.ID)
    /// A step that cannot be undone or redone because records have changed since.
    case changedSince(Step.ID, [Difference], isRedo: Bool)
    /// A step that cannot be undone or redone because the UID of a deleted record now belongs to another record.
    case uidTaken(Step.ID, RecordID, by: RecordReference, isRedo: Bool)
    /// A step with changes to purged records.
    case purged(Step.ID)
    /// A step that may be incomplete because it was recovered from a damaged file.
    case lost(Step.ID)
    /// A deleted record whose content was lost in a damaged file.
    case unrecoverableRecord(RecordID)
    /// A step that changed the favorites of a removed account.
    case accountGone(Step.ID)
    /// A step that would restore the name of an account, which another account has now.
    case accountNameTaken(Step.ID, String)
    case notInTrash(RecordID)
    /// A record that did not exist at the given time.
    case didNotExist(RecordID, at: Timestamp)

    public struct Difference: Hashable, Sendable {
        public enum Subject: Hashable, Sendable {
            case record(RecordReference)
            case account(name: String)
        }

        public let subject: Subject
        /// The titles of the differing fields; empty if the record or account was deleted or restored.
        public let fields: [Title]
        /// The step that made the later change, if known.
        public let by: Step?

        public init(subject: Subject, fields: [Title], by: Step?) {
            self.subject = subject
            self.fields = fields
            self.by = by
        }
    }

    public var explanation: ErrorReport {
        switch self {
        case .noStep(let id):
            ErrorReport(.notFound, "Step \(id.rawValue) does not exist.", next: "Use “history” to list the steps.")
        case .nothingToUndo:
            ErrorReport(.failed, "Nothing to undo.", next: "Use “history” to list the steps.")
        case .nothingToRedo:
            ErrorReport(
                .failed, "Nothing to redo.", why: "No step was undone after the last change.",
                next: "Use “history” to list the steps.")
        case .undoneAlready(let id):
            ErrorReport(.failed, "Step \(id.rawValue) is already undone.", next: "Use “redo” to reapply it.")
        case .notUndone(let id):
            ErrorReport(.failed, "Step \(id.rawValue) has not been undone.", next: "Use “history” to list the steps.")
        case .changedSince(let id, let differences, let isRedo):
            ErrorReport(
                .failed, Self.refusal(id, isRedo: isRedo), why: HistoryProblem.Difference.sentences(differences),
                next: "Use “history” to find the later changes and undo them first.")
        case .uidTaken(let id, let record, let owner, let isRedo):
            ErrorReport(
                .failed, Self.refusal(id, isRedo: isRedo),
                why: "\(owner.name) (\(owner.address)) now has the UID of \(record).",
                next: isRedo
                    ? "Use “delete \(owner.address)”, then “redo \(id.rawValue)”."
                    : "Use “delete \(owner.address)”, then “undo \(id.rawValue)”.")
        case .purged(let id):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).",
                why: "The records it changed were purged.",
                next: "Use “restore FILE ID” to restore them from a backup.")
        case .lost(let id):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).",
                why: "Some of its data may have been lost with a damaged file.",
                next: "Use “undo N” for another step, or “restore FILE ID” to restore records from a backup.")
        case .accountGone(let id):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).",
                why: "It changed the favorites of an account that no longer exists.",
                next: "Use “history” to list the steps.")
        case .accountNameTaken(let id, let name):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue). Nothing was changed.",
                why: "Another account now has the name “\(name)”.",
                next: "Use “history” to find the step that created that account and undo it first.")
        case .unrecoverableRecord(let address):
            ErrorReport(
                .failed, "Cannot restore \(address): its data was lost with a damaged file.",
                next: "Use “restore FILE \(address)” to restore it from a backup.")
        case .notInTrash(let address):
            ErrorReport(.notFound, "\(address) is not in the trash.", next: "Use “trash” to list deleted records.")
        case .didNotExist(let address, let time):
            ErrorReport(
                .notFound, "\(address) did not exist at \(time.rawValue).",
                next: "Use “history \(address)” to see its changes."
            )
        }
    }

    private static func refusal(_ id: Step.ID, isRedo: Bool) -> Message {
        isRedo
            ? "Cannot redo step \(id.rawValue). Nothing was changed."
            : "Cannot undo step \(id.rawValue). Nothing was changed."
    }
}

extension HistoryProblem.Difference {
    /// The maximum number of differences listed in the message.
    private static let maximumDifferences = 5

    fileprivate static func sentences(_ differences: [Self]) -> Message {
        let rest = differences.count - maximumDifferences
        guard rest > 1 else { return differences.map(\.sentence).joined() }
        return (differences.prefix(maximumDifferences).map(\.sentence) + ["\(rest) other records also differ."])
            .joined()
    }

    private var sentence: Message {
        let name: Message =
            switch subject {
            case .record(let record): "\(record.name) (\(record.address))"
            // The history before migration 40 contains no names of accounts that were removed later.
            case .account(name: ""): "a removed account"
            case .account(let name): "the account “\(name)”"
            }
        let titles = fields.map(Message.init(title:)).joined(separator: ", ")
        let what: Message = fields.isEmpty ? name : "\(titles) of \(name)"
        guard let by else { return "A later change affects \(what)." }
        return switch by.origin {
        case .outside: "Another program later changed \(what) in step \(by.id.rawValue)."
        case .command(let command, _): "“\(command)” later changed \(what) in step \(by.id.rawValue)."
        }
    }
}
