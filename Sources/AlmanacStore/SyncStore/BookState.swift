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
            isLimitedToVersion: entry.isLimitedToVersion, links: links)
    }

    // MARK: - Cards

    /// Returns links with their records. A record that does not belong to the book counts as deleted.
    /// - Parameter unedited: Records that count as unchanged, unless they have unresolved conflicts.
    func synced(_ entries: [RemoteLinks.Entry], except unedited: Set<RecordID> = []) throws -> [SyncedCard] {
        let records = entries.map(\.link.record)
        let removed = try contents.toRemove(records)
        let cards = try locals.cards(of: records.filter { !removed.contains($0) })
        // A value that awaits a decision must not be lost, so its record counts as changed.
        let undecided = try SyncConflicts(connection: connection).records(in: remote)
        return entries.map { entry in
            let record = entry.link.record
            let local = cards[record]
            let isChanged = undecided.contains(record) || !unedited.contains(record) && entry.isChanged(local)
            return SyncedCard(link: entry.link, local: local, isChanged: isChanged)
        }
    }

    /// Returns whether a record exists for a card with this UID.
    func hasRecord(withUID uid: String) throws -> Bool {
        guard try connection.record(withUID: uid) != nil else { return false }
        return try matches(of: [uid])[uid] != nil
    }

    /// Returns the records with these UIDs. A record with several UIDs, for example after a merge, belongs to the card
    /// with the UID of its link.
    func matches(of uids: Set<String>) throws -> [String: UIDMatch] {
        var matches: [String: UIDMatch] = [:]
        for synced in try synced(links.withUIDs(uids)) {
            if let uid = synced.link.uid { matches[CardUID.key(uid)] = .synced(synced) }
        }
        var found: [RecordID: String] = [:]
        for uid in Set(uids.map(CardUID.key)) where matches[uid] == nil {
            if let record = try connection.record(withUID: uid), found[record] == nil { found[record] = uid }
        }
        let linked = try links.entries(of: found.keys)
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
    /// again, or to groups with the same name. Unassigned cards would be deleted, or their records would be restored as
    /// duplicates. Cards that may already be deleted are not assigned.
    func assignCardsOfDeletedRecords(_ ownChanges: [HistoryRange]) throws {
        for link in try cardsOfDeletedRecords(ownChanges) {
            guard let record = try recreated(link), try links.linked([record]).isEmpty,
                try contents.toRemove([record]).isEmpty
            else { continue }
            try links.move(link.address, to: record)
            try LocalChanges(connection: connection, remote: remote).add([record])
        }
    }

    /// Returns the record that has the UID of a deleted record or, for a group, the name of a deleted group, if any.
    private func recreated(_ link: CardLink) throws -> RecordID? {
        if let uid = link.uid, let record = try connection.record(withUID: uid),
            // A merge target is also found by the UIDs of merged records, but keeps its own UID.
            try locals.cards(of: [record])[record]?.card.uid == uid
        {
            return record
        }
        guard link.record.kind == .group else { return nil }
        return try Group.table.named(link.base.title, in: connection).map(\.id).first { group in
            try SavedSearch(of: group.number, in: connection) == nil && links.linked([group]).isEmpty
        }
    }

    /// Returns the cards of records that were deleted since the last synchronization.
    func cardsOfDeletedRecords(_ ownChanges: [HistoryRange]) throws -> [CardLink] {
        try links.entries(ofMissing: candidates(ownChanges).records).map(\.link)
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

    /// Returns the unsent changes to records.
    func changes(of records: [RecordID]) throws -> [LocalChange] {
        let linked = Dictionary(try links.entries(of: records).map { ($0.link.record, $0) }) { $1 }
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
    /// Returns the contact or group with the given UID, if any.
    fileprivate func record(withUID uid: String) throws -> RecordID? {
        if let person = try person(withUID: uid) { return RecordID(kind: .person, number: person) }
        let group = try first(
            "SELECT id FROM people_group WHERE uuid = ?1", binding: CardGroups.uuid(ofUID: uid)
        ) { $0[0] as Int64 }
        return group.map { RecordID(kind: .group, number: $0) }
    }
}

extension RemoteLinks.Entry {
    /// Returns whether the record differs from the card. A different revision alone is not a difference, because
    /// another version of Almanac may have computed it.
    fileprivate func isChanged(_ local: LocalCard?) -> Bool {
        guard let local else { return true }
        return local.revision != revision && !local.card.isEquivalent(to: link.base)
    }
}

/// The links between the cards of a book and their records.
struct RemoteLinks {
    let connection: Connection
    let remote: Int64

    /// A link, with the record revision that corresponds to the card.
    struct Entry {
        let link: CardLink
        /// The revision, or `nil` if the record must be sent.
        let revision: Int64?
    }

    func count() throws -> Int {
        try connection.first("SELECT count(*) FROM remote_card WHERE remote_id = ?1", binding: remote) { $0[0] } ?? 0
    }

    /// Returns the number of linked contact cards, excluding group cards.
    func contactCount() throws -> Int {
        try connection.first(
            "SELECT count(*) FROM remote_card WHERE remote_id = ?1 AND kind = 'person'", binding: remote
        ) { $0[0] } ?? 0
    }

    func tags() throws -> [CardAddress: ETag] {
        try Dictionary(
            connection.all(Self.tags, binding: remote) { (CardAddress(rawValue: $0[0]), ETag(rawValue: $0[1])) }
        ) { $1 }
    }

    func at(_ addresses: [CardAddress]) throws -> [Entry] {
        try connection.all(Self.byAddress, binding: remote, Set(addresses).map(\.rawValue).json, row: Self.read)
    }

    func withUIDs(_ uids: Set<String>) throws -> [Entry] {
        try connection.all(Self.byUID, binding: remote, uids.json, row: Self.read)
    }

    func entries(of records: some Sequence<RecordID>) throws -> [Entry] { try entries(of: records, Self.byRecord) }

    /// Returns the links of the given records that do not exist, except links with a request that may have been sent.
    func entries(ofMissing records: [RecordID]) throws -> [Entry] { try entries(of: records, Self.ofMissing) }

    private func entries(of records: some Sequence<RecordID>, _ sql: String) throws -> [Entry] {
        try [Kind.person, .group].flatMap { kind in
            let numbers = records.numbers(of: kind)
            return numbers.isEmpty
                ? [] : try connection.all(sql, binding: remote, kind, numbers.json, row: Self.read)
        }
    }

    /// Returns which of the records have a card, without reading the cards.
    func linked(_ records: [RecordID]) throws -> Set<RecordID> {
        var linked: Set<RecordID> = []
        for kind in [Kind.person, .group] {
            try connection.forEach(Self.linked, binding: remote, kind, records.numbers(of: kind).json) { row in
                linked.insert(RecordID(kind: kind, number: row[0]))
            }
        }
        return linked
    }

    /// Returns the names of those groups of the given persons that have a group card in the book.
    func groups(of persons: [Int64]) throws -> Set<String> {
        try Set(connection.all(Self.groups, binding: remote, persons.json) { $0[0] as String })
    }

    /// Assigns a card to another record, which must be sent.
    func move(_ address: CardAddress, to id: RecordID) throws {
        try connection.run(
            "UPDATE remote_card SET kind = ?3, record_id = ?4, revision = NULL WHERE remote_id = ?1 AND address = ?2",
            binding: remote, address.rawValue, id.kind, id.number)
    }

    func insert(_ update: CardUpdate, for id: RecordID, revision: Int64?) throws {
        try connection.run(Self.insertion) {
            $0[1] = remote
            $0[2] = update.address
            $0[3] = update.uid
            $0[4] = update.tag
            $0[5] = id.kind
            $0[6] = id.number
            $0[7] = revision
            $0[8] = update.dropped.text
            $0[9] = update.base.text
        }
    }

    func remove(_ address: CardAddress) throws {
        try connection.run(
            "DELETE FROM remote_card WHERE remote_id = ?1 AND address = ?2", binding: remote, address.rawValue)
    }

    // MARK: - Statements

    private static func read(_ row: borrowing Row) throws -> Entry {
        let link = CardLink(
            record: RecordID(kind: try row[0], number: row[1]), address: CardAddress(rawValue: row[2]), uid: row[3],
            tag: ETag(rawValue: row[4]), base: try VCard(row[5]),
            dropped: DroppedProperties(text: row[6]))
        return Entry(link: link, revision: row[7])
    }

    private static let columns = "kind, record_id, address, uid, etag, base, dropped, revision"

    static let tags = "SELECT address, etag FROM remote_card WHERE remote_id = ?1"

    static let byAddress = """
        SELECT \(columns) FROM remote_card
        WHERE remote_id = ?1 AND address IN (SELECT value FROM json_each(?2))
        """

    static let byUID = """
        SELECT \(columns) FROM remote_card
        WHERE remote_id = ?1 AND uid IN (SELECT value FROM json_each(?2)) AND uid IS NOT NULL
        """

    static let byRecord = """
        SELECT \(columns) FROM remote_card
        WHERE remote_id = ?1 AND kind = ?2 AND record_id IN (SELECT value FROM json_each(?3))
        """

    static let ofMissing = """
        \(byRecord) AND CASE kind
            WHEN 'person' THEN NOT EXISTS (SELECT 1 FROM person WHERE id = record_id)
            ELSE NOT EXISTS (SELECT 1 FROM people_group WHERE id = record_id) END
            AND NOT EXISTS (
                SELECT 1 FROM sync_intent
                WHERE sync_intent.remote_id = remote_card.remote_id AND sync_intent.address = remote_card.address)
        """

    static let groups = """
        SELECT DISTINCT name FROM membership CROSS JOIN people_group ON people_group.id = group_id
        WHERE person_id IN (SELECT value FROM json_each(?2))
            AND EXISTS (
                SELECT 1 FROM remote_card WHERE remote_id = ?1 AND kind = 'group' AND record_id = people_group.id)
        """

    static let linked = """
        SELECT record_id FROM remote_card
        WHERE remote_id = ?1 AND kind = ?2 AND record_id IN (SELECT value FROM json_each(?3))
        """

    private static let insertion = """
        INSERT INTO remote_card (remote_id, address, uid, etag, kind, record_id, revision, dropped, base)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """
}
