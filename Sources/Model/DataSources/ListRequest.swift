/// A query for one page of a list.
public struct ListRequest<Content: Recordable>: Hashable, Sendable {
    public var scope: ListScope
    public var order: RecordOrder<Content>
    public var isDescending: Bool
    /// The record after which the page starts.
    public var after: RecordID?
    /// The record before which the page ends; an alternative to ``after``.
    public var before: RecordID?
    public var limit: Int
    /// The words that each record must contain, the last one as a prefix; empty for all records.
    public var text: String
    public var filter: Filter?

    public init(
        _ scope: ListScope = .all, by order: RecordOrder<Content> = .standard, isDescending: Bool = false,
        after: RecordID? = nil, before: RecordID? = nil, limit: Int = 50, matching text: String = "",
        where filter: Filter? = nil
    ) {
        self.filter = filter
        self.text = text
        self.scope = scope
        self.order = order
        self.isDescending = isDescending
        self.after = after
        self.before = before
        self.limit = limit
    }
}

/// The set of records in a list.
public enum ListScope: Hashable, Codable, Sendable {
    /// All records except fictional and retracted planets.
    case usual
    case all
    /// The records related to one record: the members of a group, the residents or satellites of a planet, the groups
    /// of a person, or the notes about a record.
    case of(RecordID)
    /// All persons without a group.
    case ungrouped
    /// The favorites of an account, or of a guest.
    case favorites(Account.ID?)
}
