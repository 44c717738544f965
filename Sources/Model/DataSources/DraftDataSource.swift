/// A data source for form drafts, which are stored by path and account and never contain secrets.
public protocol DraftDataSource: Sendable {
    func draft(at place: String, of account: Account.ID?) async throws -> Draft?
    func save(_ draft: Draft, at place: String, of account: Account.ID?) async throws
    func discard(at place: String, of account: Account.ID?) async throws
    /// Returns the paths of the forms that have a draft.
    func places(of account: Account.ID?) async throws -> [String]
}

/// The unsaved changes of a form.
public struct Draft: Hashable, Sendable {
    /// The field of a form where the user continues.
    public enum Focus: Hashable, Sendable {
        /// The question with an ID.
        case question(String)
        /// The place after the last question.
        case end
    }

    /// The version of the edited record, or `nil` for a new record.
    public var version: Int?
    public var words: [FieldAssignment]
    /// The current field, or `nil` if all fields are shown or the fields that the form asks for first are answered.
    public var focus: Focus?

    public init(version: Int? = nil, words: [FieldAssignment] = [], focus: Focus? = nil) {
        self.version = version
        self.words = words
        self.focus = focus
    }
}
