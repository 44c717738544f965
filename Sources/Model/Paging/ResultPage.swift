/// One page of a list.
public struct ResultPage<Item: Hashable & Sendable>: Hashable, Sendable {
    public var items: [Item]
    /// Whether there are more after these; for a page before an item, more before these.
    public var hasMore: Bool

    public init(_ items: [Item], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }
}
