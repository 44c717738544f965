/// A data source for drafts of forms, by path and account. Drafts never contain secrets.
public protocol DraftDataSource: Sendable {
    func draft(at place: String, of account: Account.ID?) async throws -> Draft?
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws
    func discard(at place: String, of account: Account.ID?) async throws
    /// Returns the paths that have a draft.
    func places(of account: Account.ID?) async throws -> [String]
}

/// The unsaved changes of a form.
public struct Draft: Hashable, Codable, Sendable {
    /// The version of the edited record, or `nil` for a new record.
    public var version: Int?
    public var words: [FieldAssignment]
    /// The key of the active form item, or `nil` if every item was visited.
    public var focus: String?

    public init(version: Int? = nil, words: [FieldAssignment] = [], focus: String? = nil) {
        self.version = version
        self.words = words
        self.focus = focus
    }
}
