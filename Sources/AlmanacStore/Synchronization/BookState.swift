import Interchange
import Model
import SQLite
import Sync

/// The state of a book in a transaction.
struct BookState {
    let connection: Connection
    let remote: Int64
    let links: RemoteLinks
    let contents: BookContents
    let locals: LocalCards

    init(_ entry: RemoteTable.Entry, _ blobs: PersistentDataStore, _ connection: Connection) throws {
        (self.connection, remote) = (connection, entry.id)
        links = RemoteLinks(connection: connection, remote: entry.id)
        contents = BookContents(entry.remote, entry.id, connection)
        locals = LocalCards(
            connection: connection, blobs: blobs, version: entry.version,
            isLimitedToVersion: entry.isLimitedToVersion, hasGroupCards: try contents.hasGroupCards, links: links)
    }

    // MARK: - Cards

    /// Returns links with their records. A record that does not belong to the book counts as deleted.
    func synced(_ entries: [RemoteLinks.Entry]) throws -> [SyncedCard] {
        let records = entries.map(\.link.record)
        let removed = try contents.toRemove(records)
        let cards = try locals.cards(of: records.filter { !removed.contains($0) })
        // A value that waits for a decision must not be lost, so it counts as a change.
        let undecided = try SyncConflicts(connection: connection).records(in: remote)
        return entries.map { entry in
            let local = cards[entry.link.record]
            let isChanged = undecided.contains(entry.link.record) || entry.isChanged(local)
            return SyncedCard(link: entry.link, local: local, isChanged: isChanged)
        }
    }

    /// Returns whether a card with this UID belongs to a record.
    func hasRecord(withUID uid: String) throws -> Bool {
        guard try connection.record(withUID: uid) != nil else { return false }
        return try matches(of: [uid])[uid] != nil
    }

    /// Returns the records with these UIDs. A record with several UIDs, for example after a merge, belongs to the card with
    /// the UID of its link.
    func matches(of uids: Set<String>) throws -> [String: UIDMatch] {
        var matches: [String: UIDMatch] = [:]
        for synced in try synced(links.withUIDs(uids)) {
            if let uid = synced.link.uid { matches[CardUID.key(uid)] = .synced(synced) }
        }
        var found: [RecordID: String] = [:]
        for uid in Set(uids.map(CardUID.key)) where matches[uid] == nil {
            if let record = try connection.record(withUID: uid), found[record] == nil { found[record] = uid }
        }
        let linked = try links.of(found.keys)
        for synced in try synced(linked) {
            let uid = found[synced.link.record]
            if let uid, synced.link.uid.map(CardUID.key) ?? uid == uid { matches[uid] = .synced(synced) }
        }
        let unlinked = Set(found.keys).subtracting(linked.map(\.link.record))
        for (record, local) in try locals.cards(of: unlinked) {
            if let uid = found[record] { matches[uid] = .unsynced(local) }
        }
        return Dictionary(uids.map { ($0, matches[CardUID.key($0)]) }) { $1 }.compactMapValues(\.self)
    }

    /// Assigns the cards of deleted records to existing records with the same UID, such as contacts that were imported
    /// again. Otherwise, their cards would be deleted, or the records restored as duplicates. Cards that may already be
    /// deleted are not assigned.
    func assignCardsOfDeletedRecords(_ ownChanges: [HistoryRange]) throws {
        for link in try cardsOfDeletedRecords(ownChanges) {
            guard let uid = link.uid, let record = try connection.record(withUID: uid),
                try links.linked([record]).isEmpty, try contents.toRemove([record]).isEmpty,
                // A record that others were merged into keeps its own UID.
                try locals.cards(of: [record])[record]?.card.uid == uid
            else { continue }
            try links.move(link.address, to: record)
            try LocalChanges(connection: connection, remote: remote).add([record])
        }
    }

    /// Returns the cards of records that were deleted since the last synchronization.
    func cardsOfDeletedRecords(_ ownChanges: [HistoryRange]) throws -> [CardLink] {
        try links.ofMissing(candidates(ownChanges).records).map(\.link)
    }

    // MARK: - Changes

    /// Returns the records to compare with the book, and the last change in the history.
    /// - Parameter ownChanges: The changes that this synchronization has made.
    func candidates(_ ownChanges: [HistoryRange]) throws -> (records: [RecordID], position: Int64) {
        let changes = LocalChanges(connection: connection, remote: remote)
        let (compared, last) = try changes.positions()
        let ranges = ownChanges.gaps(in: HistoryRange(start: compared, end: last))
        return (try changes.records(in: ranges), last)
    }

    /// Returns the changes of records that have not been sent.
    func changes(of records: [RecordID]) throws -> [LocalChange] {
        let linked = Dictionary(try links.of(records).map { ($0.link.record, $0) }) { $1 }
        let removed = try contents.toRemove(Array(linked.keys))
        let added = try contents.toAdd(records.filter { linked[$0] == nil })
        let cards = try locals.cards(of: linked.keys.filter { !removed.contains($0) } + added)
        return records.compactMap { record in
            switch (linked[record], cards[record]) {
            case (let entry?, let local?): entry.revision == local.revision ? nil : .edited(entry.link, local)
            case (let entry?, nil): .deleted(entry.link)
            case (nil, let local?): .created(local)
            case (nil, nil): nil
            }
        }
    }
}

extension Connection {
    /// Returns the contact or group with a UID.
    fileprivate func record(withUID uid: String) throws -> RecordID? {
        if let person = try person(withUID: uid) { return RecordID(kind: .person, number: person) }
        let group = try first(
            "SELECT id FROM people_group WHERE uuid = ?1", binding: CardGroups.uuid(ofUID: uid)
        ) { $0[0] as Int64 }
        return group.map { RecordID(kind: .group, number: $0) }
    }
}

extension RemoteLinks.Entry {
    /// Returns whether the record differs from the card. A different revision can also come from another version of
    /// Almanac.
    fileprivate func isChanged(_ local: LocalCard?) -> Bool {
        guard let local else { return true }
        return local.revision != revision && !local.card.isEquivalent(to: link.base)
    }
}
