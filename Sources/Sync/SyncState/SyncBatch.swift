import Interchange
import Model

/// Changes of the local state that are committed in one transaction.
///
/// A batch contains each address, UID, and record at most once.
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

    public init() {}

    public var isEmpty: Bool { self == SyncBatch() }

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
        /// - Parameter isSynced: Whether the remote has the new content. Otherwise, the record must still be sent.
        case replaced(RecordID, revision: Int64, by: VCard, isSynced: Bool)
        /// Restores a deleted record with the content of the remote.
        case restored(RecordID, VCard)

        public var record: RecordID? {
            switch self {
            case .created: nil
            case .unchanged(let record, _), .replaced(let record, _, _, _), .restored(let record, _): record
            }
        }
    }

    public let address: CardAddress
    /// The former address of a card that has moved.
    public let formerAddress: CardAddress?
    public let uid: String?
    public let tag: ETag
    public let base: VCard
    public let dropped: DroppedProperties
    public let content: Content
    public let conflicts: [PropertyConflict]

    /// The normalized UID.
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
    /// Leaves the record unchanged. If it exists, it counts as created.
    case keepingRecord(CardLink)

    public var link: CardLink {
        switch self {
        case .deletingRecord(let link, _), .keepingRecord(let link): link
        }
    }

    var address: CardAddress { link.address }
}
