import Model

/// The local side of one synchronized book: its links, intents, sync token, and the records that belong to it.
///
/// The store converts between records and cards, including the membership in groups: as CATEGORIES of the contacts, or as
/// group cards with all their members, depending on the book. Every card that it returns has a UID.
public protocol SyncStore: Sendable {
    func token() async throws -> SyncToken?
    func intents() async throws -> [SyncIntent]
    /// Returns the number of linked cards.
    func linkCount() async throws -> Int
    /// Returns the number of linked cards whose record was deleted.
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
    func changes(after record: RecordID?, limit: Int) async throws -> [LocalChange]

    /// Commits a batch in one transaction.
    /// - Throws: ``SyncStoreProblem/outdated`` if a record no longer has the expected revision, or
    ///   ``SyncStoreProblem/invalid(_:_:)`` if a record cannot contain the values of a card.
    func commit(_ batch: SyncBatch) async throws
}

/// A reason why a batch cannot be committed. No part of it was committed.
public enum SyncStoreProblem: Error, Hashable {
    /// A record was changed after it had been read.
    case outdated
    /// A record cannot contain the values of the card at an address, for example because a value is too long.
    case invalid(CardAddress, RecordProblem)
}
