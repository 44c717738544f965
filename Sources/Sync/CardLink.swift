import Interchange
import Model

/// The link between a card of a book and a record. A book has at most one link for each address, UID, and record.
public struct CardLink: Hashable, Sendable {
    public let record: RecordID
    public var address: CardAddress
    public var uid: String?
    public var tag: ETag
    /// The card that the remote last returned. Local and remote changes are determined by comparison with this card.
    public var base: VCard
    /// The properties that the remote has omitted or changed.
    public var dropped: DroppedProperties

    public init(
        record: RecordID, address: CardAddress, uid: String?, tag: ETag, base: VCard,
        dropped: DroppedProperties = DroppedProperties()
    ) {
        (self.record, self.address, self.uid) = (record, address, uid)
        (self.tag, self.base, self.dropped) = (tag, base, dropped)
    }
}

/// The properties that a remote omitted or changed when it stored a card, with hashes of the content that was sent.
public struct DroppedProperties: Hashable, Sendable {
    /// The hashes of the sent content by property name. A hash is 0 if it is unknown.
    private var hashes: [String: UInt64] = [:]

    public init() {}

    init(sent: VCard, stored: VCard) {
        for name in sent.propertiesChanged(in: stored) { hashes[name] = sent.hash(ofProperty: name) }
    }

    /// Creates the properties that ``text`` represents. Earlier versions wrote the names without hashes.
    public init(text: String) {
        for part in text.split(separator: " ") {
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            hashes[String(words[0])] = words.count > 1 ? UInt64(words[1], radix: 16) ?? 0 : 0
        }
    }

    /// Text such as `NICKNAME=1f2e PHOTO=3d4c`.
    public var text: String {
        hashes.sorted { $0.key < $1.key }.map { "\($0.key)=\(String($0.value, radix: 16))" }.joined(separator: " ")
    }

    var names: Set<String> { Set(hashes.keys) }

    /// Returns the names of the properties that the known dropped properties lack, or contain with different sent
    /// content.
    func names(unlike known: DroppedProperties) -> Set<String> {
        Set(hashes.filter { name, hash in known.hashes[name].map { $0 != 0 && $0 != hash } ?? true }.keys)
    }
}

/// A record of the database as a card.
public struct LocalCard: Hashable, Sendable {
    public let record: RecordID
    /// A number that changes with the content of the card.
    public let revision: Int64
    public let card: VCard
    /// The names of the properties that the vCard version of the card cannot represent.
    public let lost: Set<String>

    public init(record: RecordID, revision: Int64, card: VCard, lost: Set<String> = []) {
        (self.record, self.revision, self.card, self.lost) = (record, revision, card, lost)
    }

    /// Returns the card to send, with the UID of the remote’s card, or `nil` if the remote’s card already has the same
    /// content.
    public func card(replacing base: VCard) -> VCard? {
        let merged = CardMerge(base: base, mine: card, theirs: base).card
        return merged.isEquivalent(to: base) ? nil : merged
    }
}

/// A linked card with its current record.
public struct SyncedCard: Hashable, Sendable {
    public var link: CardLink
    /// The record, or `nil` if it was deleted or no longer belongs to the book.
    public let local: LocalCard?
    /// Whether the record was changed or deleted since the last synchronization.
    public let isChanged: Bool

    public init(link: CardLink, local: LocalCard?, isChanged: Bool) {
        (self.link, self.local, self.isChanged) = (link, local, isChanged || local == nil)
    }
}

/// A record with a certain UID.
public enum UIDMatch: Hashable, Sendable {
    case synced(SyncedCard)
    /// A record that is not linked to a card of the book.
    case unsynced(LocalCard)
}

/// A change to a record since the last synchronization.
public enum LocalChange: Hashable, Sendable {
    case created(LocalCard)
    case edited(CardLink, LocalCard)
    case deleted(CardLink)

    public var record: RecordID {
        switch self {
        case .created(let local), .edited(_, let local): local.record
        case .deleted(let link): link.record
        }
    }
}
