/// Search over every kind of record.
public protocol SearchDataSource: Sendable {
    /// Takes in what other programs have written since, or a migration has left to do; in parts, so that no other program
    /// waits long. Where nothing can be written now, that is found later.
    func catchUp() async throws

    /// What matches every word of the text, the last one as a prefix, best first.
    ///
    /// Names that are the text come first, then names that begin so or have its words, then other fields, then, if hardly
    /// anything was found, names that the text may be a mistyping of.
    /// - Throws: `RecordProblem.notFound` for a start that is not found any more.
    func find(_ text: String, at start: PageCursor<RecordID>, limit: Int) async throws -> Matches
    /// Names of these kinds of record that begin with the text, folded, for completion.
    func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) async throws -> Names
    /// The names that somebody may have meant by a text that is none.
    func names(like text: String, limit: Int) async throws -> [RecordReference]
}

/// The first of the names that begin with a text.
public struct Names: Hashable, Sendable {
    public let references: [RecordReference]
    /// How many there are.
    public let total: Int
    /// Whether there may be more that were not looked at.
    public let isCapped: Bool

    public init(_ references: [RecordReference], total: Int, isCapped: Bool = false) {
        self.references = references
        self.total = total
        self.isCapped = isCapped
    }
}

/// One page of what a search found.
public struct Matches: Hashable, Sendable {
    public var matches: [Match]
    /// Whether there are more behind these; for a page before a record, more before these.
    public var hasMore: Bool
    /// How many there are on all pages.
    public var total: Int
    /// Whether there are more that were not looked at: then the total is said as `500+`.
    public var isCapped: Bool

    public init(_ matches: [Match], hasMore: Bool, total: Int? = nil, isCapped: Bool = false) {
        self.matches = matches
        self.hasMore = hasMore
        self.total = total ?? matches.count
        self.isCapped = isCapped
    }
}

/// A record that a search found, and in which of its fields.
public struct Match: Hashable, Sendable {
    public let record: FoundRecord
    /// The key of the field that matched: `name`, `email`, `aliases`.
    public let field: String
    /// The value of that field, as stored.
    public let text: String
    /// What was searched for instead, folded, if the text was taken for a mistyping: `stephen` for `stefen`.
    public let correction: String?

    public var reference: RecordReference { record.reference }

    public init(_ record: FoundRecord, field: String, text: String, correction: String? = nil) {
        self.record = record
        self.field = field
        self.text = text
        self.correction = correction
    }
}

/// A record of any kind, as a search found it.
public enum FoundRecord: Hashable, Sendable {
    case person(Record<Person>)
    case group(Record<Group>)
    case planet(Record<Planet>)
    case note(Record<Note>)

    public var reference: RecordReference {
        switch self {
        case .person(let record): record.reference
        case .group(let record): record.reference
        case .planet(let record): record.reference
        case .note(let record): record.reference
        }
    }
}
