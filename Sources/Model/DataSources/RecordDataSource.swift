/// A data source for records of one kind.
///
///     let record = try await store.persons.record(leia)
///     var person = record.content
///     person.name.nickname = "Lelila"
///     try await store.persons.update(record, to: person, in: context)
///
/// Each change is one transaction. Unless stated otherwise, the methods throw `RecordProblem` or `StoreProblem`.
public protocol RecordDataSource<Content>: Sendable {
    associatedtype Content: Recordable

    /// Returns a data source whose filters test the favorites of an account, or of a guest.
    func filtering(for account: Account.ID?) -> Self
    /// Returns the records with the given IDs, in the same order. Missing records are skipped.
    func records(_ ids: [TypedRecordID<Content>]) async throws -> [Record<Content>]
    /// Returns a record as it was at the given time.
    /// - Throws: `HistoryProblem.didNotExist` if the record did not exist at that time.
    func record(_ id: TypedRecordID<Content>, at time: Timestamp) async throws -> Record<Content>
    func list(_ listing: ListRequest<Content>) async throws -> ResultPage<Record<Content>>
    /// Returns the query plans of the statements that load a list.
    func explain(_ listing: ListRequest<Content>) async throws -> [StatementPlan]
    func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int
    /// Returns the number of records before the given record in a list. The page and the limit of the request are
    /// ignored.
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
        guard let record = try await records([id]).first else { throw RecordProblem.notFound(id.recordID) }
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

/// A query for one page of a list.
public struct ListRequest<Content: Recordable>: Hashable, Sendable {
    public var scope: ListScope
    public var order: RecordOrder<Content>
    public var isDescending: Bool
    /// The record after which the page starts.
    public var after: RecordID?
    /// The record before which the page ends; an alternative to ``after``.
    public var before: RecordID?
    public var limit: Int
    /// The words that each record must contain, the last one as a prefix; empty for all records.
    public var text: String
    public var filter: Filter?

    public init(
        _ scope: ListScope = .all, by order: RecordOrder<Content> = .standard, isDescending: Bool = false,
        after: RecordID? = nil, before: RecordID? = nil, limit: Int = 50, matching text: String = "",
        where filter: Filter? = nil
    ) {
        self.filter = filter
        self.text = text
        self.scope = scope
        self.order = order
        self.isDescending = isDescending
        self.after = after
        self.before = before
        self.limit = limit
    }
}

/// The set of records in a list.
public enum ListScope: Hashable, Codable, Sendable {
    /// All records except fictional and retracted planets.
    case usual
    case all
    /// The records related to one record: the members of a group, the residents or satellites of a planet, the groups
    /// of a person or planet, or the notes about a record.
    case of(RecordID)
    /// All persons without a group.
    case ungrouped
    /// The favorites of an account, or of a guest.
    case favorites(Account.ID?)
}

/// A page of results.
public struct ResultPage<Item: Hashable & Sendable>: Hashable, Sendable {
    public var items: [Item]
    /// Whether more items follow in the paging direction.
    public var hasMore: Bool

    public init(_ items: [Item], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }
}

/// A keyset cursor, which identifies a page by an adjacent item.
///
/// Unlike an offset, a cursor finds every page equally fast, and insertions do not shift the page.
public enum PageCursor<Key: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case beginning
    /// The page that follows the item with this key.
    case after(Key)
    /// The page that precedes the item with this key.
    case before(Key)

    public var isBackwards: Bool { if case .before = self { true } else { false } }

    /// The key of the adjacent item.
    public var key: Key? {
        switch self {
        case .beginning: nil
        case .after(let key), .before(let key): key
        }
    }
}

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

/// A data source for groups and their members.
///
///     let rebels = try await store.groups.add(Group(), with: [leia.recordID], in: context)
///     let counts = try await store.groups.add([luke.recordID], to: rebels, in: context)
public protocol GroupDataSource: RecordDataSource where Content == Group {
    /// Appends persons and planets to a group, skipping existing members.
    /// - Returns: The number of records of each kind that were added.
    func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) async throws -> [Kind: Int]
    /// Adds a group with persons and planets in one transaction.
    func add(_ group: Group, with members: [RecordID], in context: CommandContext) async throws -> Group.ID
    /// Removes persons and planets from a group.
    /// - Returns: The number of records of each kind that were removed.
    func remove(_ members: [RecordID], from group: Group.ID, in context: CommandContext) async throws -> [Kind: Int]
}

/// A data source for planets and their systems.
///
///     let systems = try await store.planets.systems(of: "Proxima Centauri")
public protocol PlanetDataSource: RecordDataSource where Content == Planet {
    /// Returns the systems of the given star or body. If the name refers to several components of a multiple star,
    /// there can be several systems.
    func systems(of name: String) async throws -> [PlanetSystem]
    /// Returns the other bodies that orbit the same body, innermost first.
    func siblings(of id: Planet.ID) async throws -> LinkedRecords
    /// Returns the inconsistencies in the catalog.
    func faults() async throws -> [CatalogFault]
}

/// A data source for notes.
///
///     var note = Note()
///     note.topic = "Walkies"
///     let id = try await store.notes.add(note, in: context)
public protocol NoteDataSource: RecordDataSource where Content == Note {
    /// Adds a journal entry for an email message, unless an entry with the same Message-ID exists.
    /// - Returns: The ID of the new or existing entry.
    func addMessage(_ entry: Note, in context: CommandContext) async throws -> (id: Note.ID, isNew: Bool)
}
