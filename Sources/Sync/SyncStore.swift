import Interchange
import Localization
import Model

/// The local side of one synchronized book: its links, intents, sync token, and the records that belong to it.
///
/// The store converts between records and cards, including group memberships: as CATEGORIES of the contacts, or as
/// group cards with all their members, depending on the book. Every card that it returns has a UID.
public protocol SyncStore: Sendable {
    func token() async throws -> SyncToken?
    func intents() async throws -> [SyncIntent]
    /// Returns the number of linked cards.
    func linkCount() async throws -> Int
    /// Returns the number of linked cards whose record was deleted or no longer belongs to the book.
    func deletionCount() async throws -> Int

    /// Returns the ETags of all linked cards.
    func tags() async throws -> [CardAddress: ETag]

    /// Returns the linked cards with these addresses.
    func cards(at addresses: [CardAddress]) async throws -> [CardAddress: SyncedCard]

    /// Returns the records with these UIDs. A linked record takes precedence over others with the same UID.
    func cards(withUIDs uids: Set<String>) async throws -> [String: UIDMatch]

    /// Returns the records with these IDs, except those that do not exist.
    func cards(of records: [RecordID]) async throws -> [RecordID: LocalCard]

    /// Returns the next changes since the last synchronization, ordered by record.
    func changes(after id: RecordID?, limit: Int) async throws -> [LocalChange]

    /// Commits a batch in one transaction.
    /// - Throws: ``SyncStoreProblem/outdated`` if a record no longer has the expected revision or a new card has the
    ///   UID of a record, or ``SyncStoreProblem/invalid(_:_:)`` if a record cannot contain the values of a card.
    func commit(_ batch: SyncBatch) async throws

    /// Returns the changes since the last synchronization that would remain after these batches, without committing
    /// them. For example, a received group changes the categories of its members.
    /// - Throws: The errors of ``commit(_:)``.
    func changes(after batches: [SyncBatch]) async throws -> [LocalChange]
}

/// A reason why a batch cannot be committed. No part of it was committed.
public enum SyncStoreProblem: Error, Hashable {
    /// A record was changed after it had been read, or a new card has the UID of a record.
    case outdated
    /// A record cannot contain the values of the card at an address, for example because a value is too long.
    case invalid(CardAddress, RecordProblem)
}

extension SyncStoreProblem: UserFacingError {
    public var explanation: ErrorReport {
        switch self {
        case .outdated:
            ErrorReport(.failed, "Another program keeps changing the contacts.", next: "Synchronize again.")
        case .invalid(_, let problem): problem.explanation
        }
    }
}

/// Changes to the local state that are committed in one transaction.
///
/// The updates of a batch contain each address, UID, and record at most once.
public struct SyncBatch: Hashable, Sendable {
    public private(set) var updates: [CardUpdate] = []
    public private(set) var removals: [LinkRemoval] = []
    public private(set) var intents: [SyncIntent] = []
    /// The addresses of the intents whose outcome is known.
    public private(set) var resolved: Set<CardAddress> = []
    public private(set) var token = TokenChange.unchanged

    private var addresses: Set<CardAddress> = []
    private var uids: Set<String> = []
    private var records: Set<RecordID> = []

    public enum TokenChange: Hashable, Sendable {
        case unchanged
        case changed(SyncToken?)
    }

    public var isEmpty: Bool { self == SyncBatch() }

    /// Whether the batch changes records or links.
    var hasChanges: Bool { !updates.isEmpty || !removals.isEmpty }

    /// Removes the update of a card, if there is one.
    /// - Returns: The removed update.
    mutating func remove(_ address: CardAddress) -> CardUpdate? {
        updates.firstIndex { $0.address == address }.map { updates.remove(at: $0) }
    }

    /// Adds an update unless the batch already contains its address, UID, or record.
    /// - Returns: Whether the update was added.
    mutating func add(_ update: CardUpdate) -> Bool {
        guard !addresses.contains(update.address), update.uidKey.map(uids.contains) != true,
            update.content.record.map(records.contains) != true
        else { return false }
        addresses.insert(update.address)
        if let uid = update.uidKey { uids.insert(uid) }
        if let record = update.content.record { records.insert(record) }
        updates.append(update)
        return true
    }

    mutating func add(_ removal: LinkRemoval) {
        if addresses.insert(removal.address).inserted { removals.append(removal) }
    }

    mutating func add(_ intent: SyncIntent) { intents.append(intent) }

    mutating func resolve(_ intent: SyncIntent) { resolved.insert(intent.address) }

    mutating func move(to token: SyncToken?) { self.token = .changed(token) }
}

/// The new state of a card and its record.
public struct CardUpdate: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// Creates a record with the content of the remote.
        case created(VCard)
        /// Leaves the record unchanged.
        /// - Parameter synced: The revision that the remote has, or `nil` if the record has other changes.
        case unchanged(RecordID, synced: Int64?)
        /// Replaces the content of a record, if it still has the revision.
        /// - Parameter isSynced: Whether the remote has the new content. If `false`, the record must still be sent.
        case replaced(RecordID, revision: Int64, by: VCard, isSynced: Bool)
        /// Restores a deleted record with the content of the remote.
        case restored(RecordID, VCard)

        public var record: RecordID? {
            switch self {
            case .created: nil
            case .unchanged(let record, _), .replaced(let record, _, _, _), .restored(let record, _): record
            }
        }

        /// The card that is written to the record, or `nil` if the record is unchanged.
        var card: VCard? {
            switch self {
            case .created(let card), .replaced(_, _, by: let card, _), .restored(_, let card): card
            case .unchanged: nil
            }
        }
    }

    public let address: CardAddress
    /// The former address, if the card has moved.
    public let formerAddress: CardAddress?
    public let uid: String?
    public let tag: ETag
    public let base: VCard
    public let dropped: DroppedProperties
    public let content: Content
    public let conflicts: [PropertyConflict]

    /// The normalized UID, if any.
    var uidKey: String? { uid.map(CardUID.key) }

    init(
        _ remote: RemoteCard, base: VCard, formerAddress: CardAddress? = nil,
        dropped: DroppedProperties = DroppedProperties(), content: Content, conflicts: [PropertyConflict] = []
    ) {
        (address, tag, self.base, uid) = (remote.address, remote.tag, base, base.uid)
        self.formerAddress = formerAddress == remote.address ? nil : formerAddress
        (self.dropped, self.content, self.conflicts) = (dropped, content, conflicts)
    }
}

/// The end of a link.
public enum LinkRemoval: Hashable, Sendable {
    /// Moves the record to the trash, if it still has the revision.
    case deletingRecord(CardLink, revision: Int64)
    /// Leaves the record unchanged. An existing record then counts as newly created.
    case keepingRecord(CardLink)

    public var link: CardLink {
        switch self {
        case .deletingRecord(let link, _), .keepingRecord(let link): link
        }
    }

    var address: CardAddress { link.address }
}

/// A request that may have been sent. It is stored before it is sent, so that the next synchronization can determine
/// whether an interrupted one applied it.
public struct SyncIntent: Hashable, Sendable {
    public enum Request: Hashable, Sendable {
        /// Writes a card that was rendered from a revision of the record.
        case put(VCard, revision: Int64, Precondition)
        case delete(ifMatch: ETag)
    }

    public let address: CardAddress
    public let record: RecordID
    public let request: Request

    public init(address: CardAddress, record: RecordID, request: Request) {
        (self.address, self.record, self.request) = (address, record, request)
    }
}
