/// What every kind of record can be asked for and told; each change is one transaction.
///
/// Errors are `RecordProblem` or `StoreProblem`.
public protocol RecordDataSource<Content>: Sendable {
    associatedtype Content: Recordable

    /// The records that exist among these, in the order asked for.
    func records(_ ids: [TypedRecordID<Content>]) async throws -> [Record<Content>]
    /// The record as it was at a time; throws `HistoryProblem.notThere` if there was none.
    func record(_ id: TypedRecordID<Content>, at time: Timestamp) async throws -> Record<Content>
    func list(_ listing: Listing<Content>) async throws -> ResultPage<Record<Content>>
    /// How a page is looked for.
    func explain(_ listing: Listing<Content>) async throws -> [StatementPlan]
    /// How many a list has, of those that match a text and that a filter lets through.
    func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int
    /// Those whose name (or nickname, or alias) is the text exactly, when both are folded for search.
    func named(_ text: String) async throws -> [RecordReference]
    func add(_ content: Content, in context: CommandContext) async throws -> TypedRecordID<Content>
    /// Changes a record as it was read. Throws `RecordProblem.versionConflict` unless it still has that version; an equal
    /// content changes nothing.
    func update(_ record: Record<Content>, to content: Content, in context: CommandContext) async throws
    /// Deletes all or none; throws `RecordProblem.notFound` for the first that does not exist.
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

/// Groups and their members.
public protocol GroupDataSource: RecordDataSource where Content == Group {
    /// Puts the persons at the end of the group, leaving out those it has; returns how many are new.
    func add(_ persons: [Person.ID], to group: Group.ID, in context: CommandContext) async throws -> Int
    /// Returns how many were members.
    func remove(_ persons: [Person.ID], from group: Group.ID, in context: CommandContext) async throws -> Int
}

/// The catalog of planets.
public protocol PlanetDataSource: RecordDataSource where Content == Planet {
    /// What orbits a star, by any name the catalogue knows; a body stands for its star. Nil for no star.
    func system(of name: String) async throws -> PlanetSystem?
    /// What cannot be in the catalogue, or disagrees with itself.
    func faults() async throws -> [CatalogFault]
}

/// Notes about records.
public protocol NoteDataSource: RecordDataSource where Content == Note {}

/// A statement that the store is asked with, and how it means to answer.
public struct StatementPlan: Hashable, Sendable {
    public let sql: String
    /// By their numbers.
    public let parameters: [Parameter]
    /// What `EXPLAIN QUERY PLAN` says, line by line.
    public let plan: [String]

    public struct Parameter: Hashable, Sendable {
        /// 5 for `?5`.
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
