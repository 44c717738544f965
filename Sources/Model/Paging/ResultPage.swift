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

/// Which page of a list is wanted, by what stands beside it: however far into the list, it is found at once, and stays where
/// it is whatever comes before it meanwhile.
public enum PageCursor<Key: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    case beginning
    /// Behind something already seen.
    case after(Key)
    /// The page that ends before something.
    case before(Key)

    public var isBackwards: Bool { if case .before = self { true } else { false } }

    /// What it begins behind, or ends before.
    public var key: Key? {
        switch self {
        case .beginning: nil
        case .after(let key), .before(let key): key
        }
    }
}
