import Interchange
import Model
import SQLite
import Sync

/// The links between the cards of a book and their records.
struct RemoteLinks {
    let connection: Connection
    let remote: Int64

    /// A link with the revision of the record that the card contains.
    struct Entry {
        let link: CardLink
        /// The revision, or `nil` if the record must be sent.
        let revision: Int64?
    }

    func count() throws -> Int {
        try connection.first("SELECT count(*) FROM remote_card WHERE remote_id = ?1", binding: remote) { $0[0] } ?? 0
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

    func of(_ records: some Sequence<RecordID>) throws -> [Entry] { try entries(of: records, Self.byRecord) }

    /// Returns the links of those records that do not exist, except links with an intent.
    func ofMissing(_ records: [RecordID]) throws -> [Entry] { try entries(of: records, Self.ofMissing) }

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

    /// Assigns a card to another record, which must be sent.
    func move(_ address: CardAddress, to record: RecordID) throws {
        try connection.run(
            "UPDATE remote_card SET kind = ?3, record_id = ?4, revision = NULL WHERE remote_id = ?1 AND address = ?2",
            binding: remote, address.rawValue, record.kind, record.number)
    }

    func insert(_ update: CardUpdate, for record: RecordID, revision: Int64?) throws {
        try connection.run(Self.insertion) {
            $0[1] = remote
            $0[2] = update.address
            $0[3] = update.uid
            $0[4] = update.tag
            $0[5] = record.kind
            $0[6] = record.number
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

    static let linked = """
        SELECT record_id FROM remote_card
        WHERE remote_id = ?1 AND kind = ?2 AND record_id IN (SELECT value FROM json_each(?3))
        """

    private static let insertion = """
        INSERT INTO remote_card (remote_id, address, uid, etag, kind, record_id, revision, dropped, base)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """
}
