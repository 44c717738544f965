/// What was changed, when and by whom, and the way back. Errors are `HistoryProblem` or `StoreProblem`.
public protocol HistoryDataSource: Sendable {
    /// The steps, newest first; of one record or of all.
    ///
    /// - Parameter text: Only those whose command or author has these words, each the beginning of one; empty for all.
    func steps(
        about address: RecordID?, matching text: String, at start: PageCursor<Step.ID>, limit: Int
    ) async throws -> ResultPage<Step>
    func step(_ id: Step.ID) async throws -> Step
    /// The step that a command has made; nil if it has changed nothing, or another step was made since.
    func step(of context: CommandContext) async throws -> Step?
    /// What a step has changed, record by record.
    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) async throws -> ResultPage<RecordChange>
    /// What steps have made of one record, and of the groups that a person came to or left by them.
    func changes(of address: RecordID, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]]

    /// The step that `undo` would take back now, and the one that `redo` would do again; nil when there is none.
    func nextUndo() async throws -> Step?
    func nextRedo() async throws -> Step?
    /// Takes a step back (of an undo: does again what it took back), whole or not at all, as a step of its own. A dry run
    /// returns the step that it would be.
    /// - Throws: `HistoryProblem.changedSince` where the present is not what the step has left.
    func undo(_ step: Step.ID, in context: CommandContext) async throws -> Step
    func redo(_ step: Step.ID, in context: CommandContext) async throws -> Step

    /// The deleted records that can be restored, the last deleted first.
    ///
    /// - Parameter text: Only those whose name has these words, each the beginning of one; empty for all.
    /// - Throws: `HistoryProblem.notInTrash` for a start that is not there any more.
    func trash(
        matching text: String, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<DeletedRecord>
    /// Those of these records; throws `HistoryProblem.notInTrash` for the first that is not there.
    func remains(of addresses: [RecordID]) async throws -> [DeletedRecord]
    /// Brings deleted records back whole, with memberships, notes, favorites and photo; all or none.
    @discardableResult
    func restore(_ addresses: [RecordID], in context: CommandContext) async throws -> [RecordReference]
    /// Forgets deleted records for ever: what they held is wiped from the history and from the search index.
    /// - Returns: The photos that they ever had; none in a dry run.
    @discardableResult
    func purge(_ addresses: [RecordID], in context: CommandContext) async throws -> Set<BlobID>
}

extension HistoryDataSource {
    public func steps(
        about address: RecordID?, at start: PageCursor<Step.ID>, limit: Int
    ) async throws -> ResultPage<Step> {
        try await steps(about: address, matching: "", at: start, limit: limit)
    }

    public func trash(at start: PageCursor<RecordID>, limit: Int) async throws -> ResultPage<DeletedRecord> {
        try await trash(matching: "", at: start, limit: limit)
    }
}

/// A deleted record, as the trash lists it.
public struct DeletedRecord: Hashable, Sendable {
    public let record: RecordReference
    public let deletion: Step

    public init(record: RecordReference, deletion: Step) {
        self.record = record
        self.deletion = deletion
    }
}
