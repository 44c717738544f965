/// A part of the changes of a book.
public struct RemoteChanges: Hashable, Sendable {
    /// The cards that exist and their ETags.
    public var present: [CardAddress: ETag]
    public var removed: Set<CardAddress>
    /// The cards that exist but cannot be synchronized. They are neither present nor removed.
    public var unusable: [CardAddress: UnusableCard]
    /// The state after these changes, or `nil` if the remote does not support tokens.
    public var token: SyncToken?
    /// Whether further changes follow, to be requested with `token` (RFC 6578 section 3.6, status 507).
    public var hasMore: Bool
    /// Whether the list contains all cards of the book, so that cards not listed do not exist. If further changes
    /// follow, this applies to the list with all its parts.
    public var isComplete: Bool
    /// Whether the book has no cards and may be a different one than before, such as the mount point of a folder that is
    /// not mounted.
    public var isUnexpectedlyEmpty = false

    public init(
        present: [CardAddress: ETag] = [:], removed: Set<CardAddress> = [],
        unusable: [CardAddress: UnusableCard] = [:], token: SyncToken? = nil, hasMore: Bool = false,
        isComplete: Bool = false
    ) {
        (self.present, self.removed, self.unusable) = (present, removed, unusable)
        (self.token, self.hasMore, self.isComplete) = (token, hasMore, isComplete)
    }
}

extension RemoteChanges {
    /// Adds later changes.
    mutating func add(_ later: RemoteChanges) {
        if later.isComplete {
            self = later
            return
        }
        for address in later.addresses { (present[address], unusable[address]) = (nil, nil) }
        removed.subtract(later.addresses)
        present.merge(later.present) { $1 }
        removed.formUnion(later.removed)
        unusable.merge(later.unusable) { $1 }
        (token, hasMore) = (later.token, later.hasMore)
    }

    /// The addresses of all cards in the list.
    var addresses: Set<CardAddress> { removed.union(present.keys).union(unusable.keys) }

    /// Returns whether the card exists and has not changed since it had a tag.
    func isUnchanged(_ address: CardAddress, since tag: ETag?) -> Bool {
        guard let tag, let current = present[address] else { return false }
        return current.matches(tag)
    }

    /// Returns whether the list contains the card with the tag, or without one.
    func contains(_ address: CardAddress, _ tag: ETag) -> Bool {
        guard let listed = present[address] else { return false }
        return listed.matches(tag) || listed == .unknown || tag == .unknown
    }

    /// Returns whether the card no longer exists.
    func isGone(_ address: CardAddress) -> Bool {
        removed.contains(address) || isComplete && present[address] == nil && unusable[address] == nil
    }
}
