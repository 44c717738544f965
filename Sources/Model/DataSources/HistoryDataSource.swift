import Localization

/// A data source that finds the step recorded by a command.
///
///     let step = try await store.history.step(of: context)
public protocol CommandStepDataSource: Sendable {
    /// Returns the step of a command, or `nil` if the command changed nothing or its step is not the last.
    func step(of context: CommandContext) async throws -> Step?
}

/// A data source for the history, undo, redo, and the trash.
///
///     if let step = try await store.history.nextUndo() {
///         let undoing = try await store.history.undo(step.id, in: context)
///         let changes = try await store.history.changes(of: undoing.id, at: .beginning, limit: 10).items
///     }
///
/// Unless stated otherwise, the methods throw `HistoryProblem` or `StoreProblem`.
public protocol HistoryDataSource: CommandStepDataSource {
    /// Returns a page of steps, newest first.
    /// - Parameters:
    ///   - id: The record whose steps are returned, or `nil` for all steps.
    ///   - time: The time from which steps are returned, or `nil` for all steps.
    ///   - text: Prefixes of words in the command or author; empty for all steps.
    func steps(
        about id: RecordID?, since time: Timestamp?, matching text: String, at start: PageCursor<Step.ID>,
        limit: Int
    ) async throws -> ResultPage<Step>
    func step(_ id: Step.ID) async throws -> Step
    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) async throws -> ResultPage<RecordChange>
    /// Returns the changes that a step made to accounts, except for changes to their contact cards, which are changes
    /// to records.
    func accountChanges(of step: Step.ID) async throws -> [AccountChange]
    /// Returns the changes that the given steps made to a record, including a person’s group memberships.
    func changes(of id: RecordID, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]]

    /// Returns the step that `undo` would reverse, or `nil` if there is none.
    func nextUndo() async throws -> Step?
    func nextRedo() async throws -> Step?
    /// Undoes a step by creating a new step. The given step may itself be an undo. Changes to purged records, and
    /// references to them, are left out.
    /// - Returns: The new step or, for a dry run, the step that would be created.
    /// - Throws: `HistoryProblem.changedSince` if the records have changed since the step, or `HistoryProblem.purged`
    ///   if all changes were purged.
    func undo(_ step: Step.ID, in context: CommandContext) async throws -> Step
    func redo(_ step: Step.ID, in context: CommandContext) async throws -> Step

    /// Returns a page of deleted records, most recently deleted first.
    /// - Parameter text: Prefixes of words in the name; empty for all records.
    /// - Throws: `HistoryProblem.notInTrash` if the record at the cursor is no longer in the trash.
    func trash(
        matching text: String, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<DeletedRecord>
    /// Returns the given records from the trash.
    /// - Throws: `HistoryProblem.notInTrash` for the first record that is not in the trash.
    func deletedRecords(of ids: [RecordID]) async throws -> [DeletedRecord]
    /// Restores deleted records together with their memberships, notes, favorites, and photos, in one transaction.
    /// - Throws: `RecordProblem.uidTaken` if the UID of a record now belongs to another record.
    @discardableResult
    func restore(_ ids: [RecordID], in context: CommandContext) async throws -> [RecordReference]
    /// Permanently removes deleted records from the history, the search index, and the synchronization state.
    /// - Returns: The data that remains elsewhere, or an empty report for a dry run.
    /// - Throws: `StoreProblem.beingRead` if another program prevents ``erase()``. Nothing is then purged.
    @discardableResult
    func purge(_ ids: [RecordID], in context: CommandContext) async throws -> PurgeReport
    /// Rewrites the database file so that it contains no data of purged records.
    /// - Throws: `StoreProblem.notErased`.
    func erase() async throws
}

/// The data of purged records that remains outside the database tables.
public struct PurgeReport: Hashable, Sendable {
    /// The photos of the records.
    public let photos: Set<BlobID>
    /// The names of the remotes that keep data of the records until the next synchronization sends the deletions.
    public let remotes: [String]

    public init(photos: Set<BlobID> = [], remotes: [String] = []) {
        self.photos = photos
        self.remotes = remotes
    }
}

extension HistoryDataSource {
    public func steps(
        about id: RecordID?, at start: PageCursor<Step.ID>, limit: Int
    ) async throws -> ResultPage<Step> {
        try await steps(about: id, since: nil, matching: "", at: start, limit: limit)
    }

    public func trash(at start: PageCursor<RecordID>, limit: Int) async throws -> ResultPage<DeletedRecord> {
        try await trash(matching: "", at: start, limit: limit)
    }
}

/// A record in the trash.
public struct DeletedRecord: Hashable, Sendable {
    public let record: RecordReference
    public let deletion: Step

    public init(record: RecordReference, deletion: Step) {
        self.record = record
        self.deletion = deletion
    }
}

/// The sources of a record’s fields. The source of a field is the step that set its current value.
///
/// A value that was restored by undo or from the trash keeps its original source.
public struct FieldProvenance: Hashable, Sendable {
    /// The step that set each state of each field.
    private var origins: [String: [FieldState: Step]] = [:]
    private var present: [String: FieldState] = [:]
    /// The step that created the record.
    public private(set) var beginning: Step?

    /// Creates the provenance of a record’s fields.
    /// - Parameters:
    ///   - steps: The steps that changed the record, newest first.
    ///   - changes: The changes to the record in each step.
    public init(of id: RecordID, in steps: [Step], _ changes: [Step.ID: [RecordChange]]) {
        for step in steps.reversed() {
            for change in changes[step.id, default: []] where change.record.id == id { add(change, by: step) }
        }
    }

    private mutating func add(_ change: RecordChange, by step: Step) {
        if change.action == .added, beginning == nil { beginning = step }
        for field in change.fields {
            let state = present[field.key, default: FieldState()].after(field)
            present[field.key] = state
            let isNew = step.role == .edit && change.action == .changed
            if isNew || origins[field.key]?[state] == nil { origins[field.key, default: [:]][state] = step }
        }
    }

    /// The source of a field, or `nil` if it is unknown.
    public subscript(key: String) -> Step? { present[key].flatMap { origins[key]?[$0] } }

    /// The keys of the fields with a known source other than sample data, an import, or a migration.
    public var byHand: Set<String> {
        Set(present.keys.filter { key in self[key].map { !$0.isOfCatalog } ?? false })
    }
}

/// The state of a field, as a hash of the changes that led to it.
///
/// A change contains only the values that it added or removed, so the text of a state is unknown. The hash of a change
/// and the hash of its reversal cancel each other out.
private struct FieldState: Hashable {
    private var hash = 0

    func after(_ change: FieldChange) -> FieldState {
        var state = self
        state.hash &+= change.new.hashValue &- change.old.hashValue
        return state
    }
}

extension Step {
    /// Whether the step loaded sample data, imported records, or migrated them.
    public var isOfCatalog: Bool {
        guard case .command(let line, _) = origin else { return false }
        return ["seed", "import", "migrate"].contains { line == $0 || line.hasPrefix($0 + " ") }
    }
}

/// An error in an operation on the history or the trash.
public enum HistoryProblem: UserFacingError, Hashable {
    case noStep(Step.ID)
    case nothingToUndo
    case nothingToRedo
    case undoneAlready(Step.ID)
    case redoneAlready(Step.ID)
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
    /// A step that would restore an account name that another account now has.
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
            ErrorReport(
                .failed, "Step \(id.rawValue) is already undone.", next: "Use “redo \(id.rawValue)” to reapply it.")
        case .redoneAlready(let id):
            ErrorReport(
                .failed, "Step \(id.rawValue) is already redone.", next: "Use “undo \(id.rawValue)” to undo it again.")
        case .notUndone(let id):
            ErrorReport(.failed, "Step \(id.rawValue) has not been undone.", next: "Use “history” to list the steps.")
        case .changedSince(let id, let differences, let isRedo):
            ErrorReport(
                .failed, Self.refusal(id, isRedo: isRedo), outcome: "Nothing was changed.",
                why: HistoryProblem.Difference.sentences(differences),
                next: "Use “history” to find the later changes and undo them first.")
        case .uidTaken(let id, let record, let owner, let isRedo):
            ErrorReport(
                .failed, Self.refusal(id, isRedo: isRedo), outcome: "Nothing was changed.",
                why: "\(owner.name) (\(owner.id)) now has the UID of \(record).",
                next: isRedo
                    ? "Use “delete \(owner.id)”, then “redo \(id.rawValue)”."
                    : "Use “delete \(owner.id)”, then “undo \(id.rawValue)”.")
        case .purged(let id):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).",
                why: "The records it changed were purged.",
                next: "Use “restore FILE ID” to restore them from a backup.")
        case .lost(let id):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).",
                why: "Some of its data may have been lost with a damaged file.",
                next: "Use “undo N” for another step, or “restore FILE ID” to restore from a backup.")
        case .accountGone(let id):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).",
                why: "It changed the favorites of an account that no longer exists.",
                next: "Use “history” to list the steps.")
        case .accountNameTaken(let id, let name):
            ErrorReport(
                .failed, "Cannot undo or redo step \(id.rawValue).", outcome: "Nothing was changed.",
                why: "Another account now has the name “\(name)”.",
                next: "Use “history” to find the step that created that account and undo it first.")
        case .unrecoverableRecord(let id):
            ErrorReport(
                .failed, "Cannot restore \(id): its data was lost with a damaged file.",
                next: "Use “restore FILE \(id)” to restore it from a backup.")
        case .notInTrash(let id):
            ErrorReport(.notFound, "\(id) is not in the trash.", next: "Use “trash” to list deleted records.")
        case .didNotExist(let id, let time):
            ErrorReport(
                .notFound, "\(id) did not exist at \(time.rawValue).",
                next: "Use “history \(id)” to see its changes."
            )
        }
    }

    private static func refusal(_ id: Step.ID, isRedo: Bool) -> Message {
        isRedo
            ? "Cannot redo step \(id.rawValue)."
            : "Cannot undo step \(id.rawValue)."
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
            case .record(let record): "\(record.name) (\(record.id))"
            // The history before migration 40 does not contain the names of accounts that were removed later.
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
