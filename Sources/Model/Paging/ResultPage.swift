/// A page of results.
public struct ResultPage<Item: Hashable & Sendable>: Hashable, Sendable {
    public var items: [Item]
    /// Whether more items follow in the paging direction.
    public var hasMore: Bool

    public init(_ items: [Item], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }
}

/// A keyset cursor, which identifies a page by an adjacent item.
///
/// Unlike an offset, a cursor finds every page equally fast, and insertions do not shift the page.
public enum PageCursor<Key: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case beginning
    /// The page that follows the item with this key.
    case after(Key)
    /// The page that precedes the item with this key.
    case before(Key)

    public var isBackwards: Bool { if case .before = self { true } else { false } }

    /// The key of the adjacent item.
    public var key: Key? {
        switch self {
        case .beginning: nil
        case .after(let key), .before(let key): key
        }
    }
}
