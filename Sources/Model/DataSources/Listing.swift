/// Which records of a list are wanted, in which order, from where on.
public struct Listing<Content: Recordable>: Hashable, Sendable {
    public var scope: ListScope
    public var order: RecordOrder<Content>
    public var isDescending: Bool
    /// The address of the last record already seen; the page begins behind it.
    public var after: RecordID?
    /// Instead: the address of the record that the page ends before.
    public var before: RecordID?
    public var limit: Int
    /// Only records with every word of this text, the last one as a prefix; empty for all.
    public var text: String
    /// Only records that it lets through.
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

/// The records a list is made of.
public enum ListScope: Hashable, Codable, Sendable {
    /// What a reader expects: planets without the fictional and the retracted ones.
    case usual
    case all
    /// Persons: the members of a group or the residents of a planet; groups: those of a person; notes: those about a
    /// record; planets: those orbiting one.
    case of(RecordID)
    /// Persons who are in no group.
    case ungrouped
    case favorites(Account.ID)
}
