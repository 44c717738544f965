/// A data source for form drafts, which are stored by path and account and never contain secrets.
public protocol DraftDataSource: Sendable {
    func draft(at place: String, of account: Account.ID?) async throws -> Draft?
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws
    func discard(at place: String, of account: Account.ID?) async throws
    /// Returns the paths of the forms that have a draft.
    func places(of account: Account.ID?) async throws -> [String]
}

/// The unsaved changes of a form.
public struct Draft: Hashable, Codable, Sendable {
    /// The version of the edited record, or `nil` for a new record.
    public var version: Int?
    public var words: [FieldAssignment]
    /// The key of the active form item, or `nil` if the user has visited all items.
    public var focus: String?

    public init(version: Int? = nil, words: [FieldAssignment] = [], focus: String? = nil) {
        self.version = version
        self.words = words
        self.focus = focus
    }
}
