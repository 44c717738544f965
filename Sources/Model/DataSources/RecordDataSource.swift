/// A data source for records of one kind.
///
/// Each change is one transaction. All methods throw `RecordProblem` or `StoreProblem`.
public protocol RecordDataSource<Content>: Sendable {
    associatedtype Content: Recordable

    /// Returns the records with the given IDs, in the same order. Missing records are skipped.
    func records(_ ids: [TypedRecordID<Content>]) async throws -> [Record<Content>]
    /// Returns a record as it was at the given time.
    /// - Throws: `HistoryProblem.didNotExist` if the record did not exist at that time.
    func record(_ id: TypedRecordID<Content>, at time: Timestamp) async throws -> Record<Content>
    func list(_ listing: ListRequest<Content>) async throws -> ResultPage<Record<Content>>
    /// Returns the query plans of the statements that load a list.
    func explain(_ listing: ListRequest<Content>) async throws -> [StatementPlan]
    func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int
    /// Returns the number of records before the given record in a list, whose page and limit are ignored.
    /// - Throws: `RecordProblem.notFound` if the record does not exist.
    func count(before id: RecordID, in listing: ListRequest<Content>) async throws -> Int
    /// Returns references to the records with the given name, nickname, or alias, ignoring case and accents.
    func named(_ text: String) async throws -> [RecordReference]
    /// Adds the records in one transaction.
    func add(_ contents: [Content], in context: CommandContext) async throws -> [TypedRecordID<Content>]
    /// Replaces the contents of records in one transaction. Contents that are equal to the old ones are not written.
    /// - Throws: `RecordProblem.versionConflict` if a record has changed since it was read.
    func update(_ updates: [RecordUpdate<Content>], in context: CommandContext) async throws
    /// Deletes the records atomically.
    /// - Throws: `RecordProblem.notFound` for the first missing record.
    func delete(_ ids: [TypedRecordID<Content>], in context: CommandContext) async throws
}

extension RecordDataSource {
    public func count(_ scope: ListScope, matching text: String = "") async throws -> Int {
        try await count(scope, matching: text, where: nil)
    }

    public func add(_ content: Content, in context: CommandContext) async throws -> TypedRecordID<Content> {
        try await add([content], in: context)[0]
    }

    /// Replaces the content of a record. Has no effect if the new content is equal to the old content.
    /// - Throws: `RecordProblem.versionConflict` if the record has changed since it was read.
    public func update(_ record: Record<Content>, to content: Content, in context: CommandContext) async throws {
        try await update([RecordUpdate(record, to: content)], in: context)
    }

    public func record(_ id: TypedRecordID<Content>) async throws -> Record<Content> {
        guard let record = try await records([id]).first else { throw RecordProblem.notFound(id.address) }
        return record
    }
}

/// The new content of a record.
public struct RecordUpdate<Content: Recordable>: Sendable {
    public let record: Record<Content>
    public let content: Content

    public init(_ record: Record<Content>, to content: Content) {
        self.record = record
        self.content = content
    }
}
