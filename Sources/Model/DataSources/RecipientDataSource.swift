/// A data source for email addresses, used by mail programs.
public protocol RecipientDataSource: Sendable {
    /// Returns the email addresses of matching persons, starting with the best match.
    /// - Parameter text: Words that each person must contain; empty for all persons. The last word is a prefix.
    func recipients(matching text: String, limit: Int?) async throws -> [Recipient]
}

/// An email address of a person.
public struct Recipient: Hashable, Sendable {
    public let email: String
    public let label: String
    public let person: RecordReference
    public let organization: String

    public init(email: String, label: String, person: RecordReference, organization: String) {
        self.email = email
        self.label = label
        self.person = person
        self.organization = organization
    }
}
