/// A data source that looks up email addresses for mail programs.
public protocol RecipientDataSource: Sendable {
    /// Returns the email addresses of matching persons, starting with the best match.
    /// - Parameter text: Search words that each person must match, the last one as a prefix; empty for all persons.
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
