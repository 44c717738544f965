/// An address book of a remote: a CardDAV collection (RFC 6352) or a folder of vCard files.
///
/// Each card is a resource with an address within the book, and with an ETag that changes with its text.
public protocol RemoteBook: Sendable {
    var capabilities: BookCapabilities { get }

    /// Returns the address for a new card.
    /// - Parameter name: A file name without an extension, such as the UID of the card.
    func address(forNew name: String) -> CardAddress

    /// Returns one part of the changes since a token. If there is no token, returns one part of the list of all cards.
    /// - Throws: ``RemoteProblem/invalidToken`` if the remote no longer accepts the token.
    func changes(since token: SyncToken?) async throws -> RemoteChanges

    /// Reads cards, in one request if possible. Cards that no longer exist are omitted. The text of a card that exists
    /// but cannot be read is empty.
    /// - Parameter addresses: At most ``BookCapabilities/batchSize`` addresses.
    func cards(at addresses: [CardAddress]) async throws -> [RemoteCard]

    /// Writes a card if the precondition is met. The remote may store it with changes.
    /// - Returns: The strong ETag of the stored card, if the remote reports it.
    /// - Throws: ``RemoteProblem/preconditionFailed`` if another client has changed, created, or removed the card, or
    ///   ``RemoteProblem/withoutStrongETag`` if the remote cannot check the precondition.
    func put(_ text: [UInt8], at address: CardAddress, _ precondition: Precondition) async throws -> ETag?

    /// Removes a card if it still has the ETag.
    /// - Throws: ``RemoteProblem/preconditionFailed`` if the card has another ETag, or ``RemoteProblem/missing`` if it
    ///   does not exist.
    func delete(_ address: CardAddress, ifMatch tag: ETag) async throws
}

/// The address of a card within its book: its file name, or its path on the server if it is not directly in the book.
///
/// Addresses are compared byte by byte: names that differ only in their Unicode normalization are different files.
public struct CardAddress: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static func == (address: Self, other: Self) -> Bool {
        address.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    // The generic operator for types with a raw value would compare strings.
    public static func != (address: Self, other: Self) -> Bool { !(address == other) }

    public func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension CardAddress: Comparable {
    public static func < (address: Self, other: Self) -> Bool {
        address.rawValue.utf8.lexicographicallyPrecedes(other.rawValue.utf8)
    }
}

/// An opaque value from the remote that identifies the state of a book (RFC 6578 section 3.1).
public struct SyncToken: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A reason why a card of a book cannot be synchronized.
public enum UnusableCard: Hashable, Sendable {
    /// A copy that another program made because the card was changed in two places.
    case conflictCopy
    /// A file that cannot be read, with the error code of the system.
    case unreadable(code: Int32)
    /// A symbolic link, a folder, a special file, or a file whose name is not UTF-8.
    case notAFile
}

/// A card as stored on the remote.
public struct RemoteCard: Hashable, Sendable {
    public let address: CardAddress
    public let tag: ETag
    public let text: [UInt8]
}

/// The features of an address book.
public struct BookCapabilities: Hashable, Sendable {
    /// Whether vCard 4.0 is accepted. vCard 3.0 always is.
    public var acceptsVersion4 = false
    public var isReadOnly = false
    /// The maximum size of a card in bytes, or `nil` if it is unknown (RFC 6352 section 6.2.3).
    public var maximumSize: Int?
    /// The maximum number of cards read in one request.
    public var batchSize = 100
    /// Whether the changes since a token also include the unchanged cards.
    public var listsAllCards = false

    public init() {}
}

/// A part of the changes to a book.
public struct RemoteChanges: Hashable, Sendable {
    /// The cards that exist and their ETags.
    public var present: [CardAddress: ETag] = [:]
    public var removed: Set<CardAddress> = []
    /// The cards that exist but cannot be synchronized. They are neither in ``present`` nor in ``removed``.
    public var unusable: [CardAddress: UnusableCard] = [:]
    /// The state after these changes, or `nil` if the remote does not support tokens.
    public var token: SyncToken?
    /// Whether more changes follow, to be requested with `token` (RFC 6578 section 3.6, status 507).
    public var hasMore = false
    /// Whether the list contains all cards of the book. Unlisted cards then do not exist. If more changes follow, this
    /// applies to all parts of the list together.
    public var isComplete = false
    /// Whether the book has no cards and may not be the expected one, for example because its folder is not mounted.
    public var isUnexpectedlyEmpty = false
}

extension RemoteChanges {
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

    /// Returns whether the card exists and has not changed since it had the given tag.
    func isUnchanged(_ address: CardAddress, since tag: ETag?) -> Bool {
        guard let tag, let current = present[address] else { return false }
        return current.matches(tag)
    }

    /// Returns whether the list contains the card with the given tag. An unknown tag matches any tag.
    func contains(_ address: CardAddress, _ tag: ETag) -> Bool {
        guard let listed = present[address] else { return false }
        return listed.matches(tag) || listed == .unknown || tag == .unknown
    }

    /// Returns whether the card no longer exists.
    func isGone(_ address: CardAddress) -> Bool {
        removed.contains(address) || isComplete && present[address] == nil && unusable[address] == nil
    }
}
