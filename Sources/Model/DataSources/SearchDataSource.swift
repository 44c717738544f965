import Text

/// A data source that searches records of all kinds.
///
///     let matches = try await store.search.find("leia organ", at: .beginning, limit: 10)
///     let similar = try await store.search.names(like: "laia", of: [.person], limit: 3)
public protocol SearchDataSource: Sendable {
    /// Indexes changes made by other programs and by migrations, in small transactions.
    ///
    /// If another program is writing, or the database cannot be written, the changes remain pending.
    func catchUp() async throws

    /// Returns the records that contain every word of the text, best match first. The last word is a prefix.
    ///
    /// Exact name matches come first, then names that begin with the text or contain its words, and then matches in
    /// other fields. If there are few matches, similar names follow.
    /// - Throws: `RecordProblem.notFound` if the record at the cursor no longer matches.
    func find(_ text: String, at start: PageCursor<RecordID>, limit: Int) async throws -> Matches
    /// Returns names that begin with the text, for completion.
    func names(beginningWith text: String, of kinds: Set<Kind>, limit: Int) async throws -> Names
    /// Returns names that are similar to the text.
    func names(like text: String, of kinds: Set<Kind>, limit: Int) async throws -> [RecordReference]
}

/// Names that begin with the same text.
public struct Names: Hashable, Sendable {
    public let references: [RecordReference]
    /// The total number of matching names.
    public let total: Int
    /// Whether the search stopped at its limit. If so, there may be more names.
    public let isCapped: Bool

    public init(_ references: [RecordReference], total: Int, isCapped: Bool = false) {
        self.references = references
        self.total = total
        self.isCapped = isCapped
    }
}

/// A page of search results.
public struct Matches: Hashable, Sendable {
    public var matches: [Match]
    /// Whether more results follow in the paging direction.
    public var hasMore: Bool
    /// The total number of results on all pages.
    public var total: Int
    /// The number of results on the pages before this page.
    public var preceding: Int
    /// Whether the search stopped at its limit. If so, the total is shown as `500+`.
    public var isCapped: Bool

    public init(
        _ matches: [Match], hasMore: Bool, total: Int? = nil, preceding: Int = 0, isCapped: Bool = false
    ) {
        self.preceding = preceding
        self.matches = matches
        self.hasMore = hasMore
        self.total = total ?? matches.count
        self.isCapped = isCapped
    }
}

/// A search result.
public struct Match: Hashable, Sendable {
    public let record: FoundRecord
    /// The key of the matching field, such as `name`, `email`, or `aliases`.
    public let field: String
    /// The value of the matching field.
    public let text: String
    /// The corrected search text, such as `stephen` for `stefen`, or `nil` if the record matches the original text.
    public let correction: String?

    public var reference: RecordReference { record.reference }

    public init(_ record: FoundRecord, field: String, text: String, correction: String? = nil) {
        self.record = record
        self.field = field
        self.text = text
        self.correction = correction
    }
}

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

/// A data source that looks up email addresses for mail programs.
///
///     let emails = try await store.recipients.recipients(matching: "leia", limit: 5).map(\.email)
public protocol RecipientDataSource: Sendable {
    /// Returns the valid email addresses of matching persons, starting with the best match.
    /// - Parameter text: Search words that each person must match, the last one as a prefix; empty for all persons.
    func recipients(matching text: String, limit: Int?) async throws -> [Recipient]
}

extension RecipientDataSource {
    /// Returns the person with the given email address, ignoring case, or `nil` if no person has it.
    public func owner(of email: String) async throws -> RecordReference? {
        let key = EmailAddress.key(email)
        return try await recipients(matching: email, limit: nil).first { EmailAddress.key($0.email) == key }?.person
    }
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

/// A data source for the name rules, which are stored in the database.
///
///     var rules = try await store.nameRules.nameRules()
///     rules.sortLanguage = "sv"
///     try await store.nameRules.save(rules)
public protocol NameRulesDataSource: Sendable {
    func nameRules() async throws -> NameRules
    /// Replaces the rules and updates the titles and the order of all records.
    func save(_ rules: NameRules) async throws
}
