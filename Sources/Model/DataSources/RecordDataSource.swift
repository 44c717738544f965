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
    /// Returns references to the records with the given name, nickname, or alias, ignoring case and accents.
    func named(_ text: String) async throws -> [RecordReference]
    func add(_ content: Content, in context: CommandContext) async throws -> TypedRecordID<Content>
    /// Replaces the content of a record. Has no effect if the new content is equal to the old content.
    /// - Throws: `RecordProblem.versionConflict` if the record has changed since it was read.
    func update(_ record: Record<Content>, to content: Content, in context: CommandContext) async throws
    /// Deletes the records atomically.
    /// - Throws: `RecordProblem.notFound` for the first missing record.
    func delete(_ ids: [TypedRecordID<Content>], in context: CommandContext) async throws
}

extension RecordDataSource {
    public func count(_ scope: ListScope, matching text: String = "") async throws -> Int {
        try await count(scope, matching: text, where: nil)
    }

    public func record(_ id: TypedRecordID<Content>) async throws -> Record<Content> {
        guard let record = try await records([id]).first else { throw RecordProblem.notFound(id.address) }
        return record
    }
}

public protocol GroupDataSource: RecordDataSource where Content == Group {
    /// Appends persons and planets to a group, skipping existing members.
    /// - Returns: The number of records of each kind that were added.
    func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) async throws -> [Kind: Int]
    /// Removes persons and planets from a group.
    /// - Returns: The number of records of each kind that were removed.
    func remove(_ members: [RecordID], from group: Group.ID, in context: CommandContext) async throws -> [Kind: Int]
}

public protocol PlanetDataSource: RecordDataSource where Content == Planet {
    /// Returns the system that contains the given star or body, or `nil` if there is none.
    func system(of name: String) async throws -> PlanetSystem?
    /// Returns the inconsistencies in the catalog.
    func faults() async throws -> [CatalogFault]
}

public protocol NoteDataSource: RecordDataSource where Content == Note {}

/// An SQL statement with its parameters and query plan.
public struct StatementPlan: Hashable, Sendable {
    public let sql: String
    public let parameters: [Parameter]
    /// The lines of `EXPLAIN QUERY PLAN`.
    public let plan: [String]

    public struct Parameter: Hashable, Sendable {
        /// The number of the parameter in the statement, such as 5 for `?5`.
        public let number: Int
        public let value: FilterValue

        public init(number: Int, value: FilterValue) {
            self.number = number
            self.value = value
        }
    }

    public init(sql: String, parameters: [Parameter], plan: [String]) {
        self.sql = sql
        self.parameters = parameters
        self.plan = plan
    }
}
