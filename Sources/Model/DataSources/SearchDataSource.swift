/// Full-text search over every kind of record.
public protocol SearchDataSource: Sendable {
    /// What matches every word of the text, the last one as a prefix, best first; `offset` skips the best ones already seen.
    func find(_ text: String, offset: Int, limit: Int) async throws -> Matches
    /// Names that begin with the text, folded, for completion.
    func names(beginningWith text: String, limit: Int) async throws -> [Reference]
    /// The names most like a mistyped one.
    func names(like text: String, limit: Int) async throws -> [Reference]
}

/// One page of what a search found.
public struct Matches: Hashable, Sendable {
    public var matches: [Match]
    public var hasMore: Bool

    public init(_ matches: [Match], hasMore: Bool) {
        self.matches = matches
        self.hasMore = hasMore
    }
}

/// A record that a search found, and in which of its fields.
public struct Match: Hashable, Sendable {
    public let reference: Reference
    /// The key of the field that matched: `name`, `email`, `aliases`.
    public let field: String
    /// The value of that field, as stored.
    public let text: String

    public init(reference: Reference, field: String, text: String) {
        self.reference = reference
        self.field = field
        self.text = text
    }
}
