/// Half-typed forms, kept by the address of their place and by account; never a secret item.
public protocol DraftDataSource: Sendable {
    func draft(at place: String, of account: Account.ID?) async throws -> Draft?
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws
    func discard(at place: String, of account: Account.ID?) async throws
    /// The places that have a draft.
    func places(of account: Account.ID?) async throws -> [String]
}

/// What was typed into a form so far.
public struct Draft: Hashable, Codable, Sendable {
    /// The version of the record the edit started from; nil for a new one.
    public var version: Int?
    /// The words typed so far, in order.
    public var words: [FieldAssignment]
    /// The key of the item that is asked for; nil when all were.
    public var focus: String?

    public init(version: Int? = nil, words: [FieldAssignment] = [], focus: String? = nil) {
        self.version = version
        self.words = words
        self.focus = focus
    }
}
