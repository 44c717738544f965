/// Whom one can write to.
public protocol RecipientDataSource: Sendable {
    /// The e-mail addresses that a mail program can use, of the persons that have every word of a text, the last one begun,
    /// best first; without a word those of everybody.
    func recipients(matching text: String, limit: Int?) async throws -> [Recipient]
}

/// An e-mail address of a person.
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
