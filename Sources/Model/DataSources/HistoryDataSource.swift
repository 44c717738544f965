/// A data source that finds the step recorded by a command.
public protocol CommandStepDataSource: Sendable {
    /// Returns the step of a command, or `nil` if the command changed nothing or its step is not the last.
    func step(of context: CommandContext) async throws -> Step?
}

/// A data source for the history, undo, redo, and the trash.
///
/// All methods throw `HistoryProblem` or `StoreProblem`.
public protocol HistoryDataSource: CommandStepDataSource {
    /// Returns a page of steps, newest first.
    /// - Parameters:
    ///   - address: The record whose steps are returned, or `nil` for all steps.
    ///   - time: The time of the earliest steps, or `nil` for all steps.
    ///   - text: Prefixes of words in the command or author; empty for all steps.
    func steps(
        about address: RecordID?, since time: Timestamp?, matching text: String, at start: PageCursor<Step.ID>,
        limit: Int
    ) async throws -> ResultPage<Step>
    func step(_ id: Step.ID) async throws -> Step
    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) async throws -> ResultPage<RecordChange>
    /// Returns the changes that a step made to accounts. A change to the card of an account is a change to a record.
    func accountChanges(of step: Step.ID) async throws -> [AccountChange]
    /// Returns the changes that the given steps made to a record, including a person’s group memberships.
    func changes(of address: RecordID, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]]

    /// Returns the step that `undo` would reverse, or `nil` if there is none.
    func nextUndo() async throws -> Step?
    func nextRedo() async throws -> Step?
    /// Undoes a step by creating a new step. The given step may itself be an undo. Changes to purged records, and
    /// references to them, are left out.
    /// - Returns: The new step or, for a dry run, the step that would be created.
    /// - Throws: `HistoryProblem.changedSince` if the records have changed since the step, or `HistoryProblem.purged` if
    ///   all changes were purged.
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
    func deletedRecords(of addresses: [RecordID]) async throws -> [DeletedRecord]
    /// Restores deleted records together with their memberships, notes, favorites, and photos, in one transaction.
    @discardableResult
    func restore(_ addresses: [RecordID], in context: CommandContext) async throws -> [RecordReference]
    /// Permanently removes deleted records from the history, the search index, and the state of synchronizations.
    /// - Returns: What remains, or an empty report for a dry run.
    /// - Throws: `StoreProblem.beingRead` if another program prevents ``erase()``. Nothing is then purged.
    @discardableResult
    func purge(_ addresses: [RecordID], in context: CommandContext) async throws -> PurgeReport
    /// Rewrites the file without the remains of purged records.
    /// - Throws: `StoreProblem.notErased`.
    func erase() async throws
}

/// The remains of purged records outside the database tables.
public struct PurgeReport: Hashable, Sendable {
    /// The photos of the records.
    public let photos: Set<BlobID>
    /// The names of the remotes whose next synchronization sends the deletion of values, and therefore keeps them.
    public let remotes: [String]

    public init(photos: Set<BlobID> = [], remotes: [String] = []) {
        self.photos = photos
        self.remotes = remotes
    }
}

extension HistoryDataSource {
    public func steps(
        about address: RecordID?, at start: PageCursor<Step.ID>, limit: Int
    ) async throws -> ResultPage<Step> {
        try await steps(about: address, since: nil, matching: "", at: start, limit: limit)
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
