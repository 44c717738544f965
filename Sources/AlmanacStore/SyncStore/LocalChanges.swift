import Interchange
import Model
import SQLite
import Sync

/// The records that may have changed since they were compared with a book: the candidates, and those in the history.
struct LocalChanges {
    let connection: Connection
    let remote: Int64

    /// Returns the last change in the history, and the last one that was compared with the book.
    func positions() throws -> (compared: Int64, last: Int64) {
        let compared = try connection.first("SELECT last_change FROM remote WHERE id = ?1", binding: remote) {
            $0[0] as Int64
        }
        let last = try connection.lastChange()
        // If changes are missing from the history, the entire history is compared.
        return (compared.flatMap { $0 <= last ? $0 : nil } ?? 0, last)
    }

    /// Returns the records that may have changed, sorted.
    /// - Parameter ranges: The changes in the history that are not yet compared.
    func records(in ranges: [HistoryRange]) throws -> [RecordID] { try records(Self.records, ranges) }

    /// Returns the records whose cards may have changed in parts of the history.
    func changed(in ranges: [HistoryRange]) throws -> [RecordID] { try records(Self.changed, ranges) }

    private func records(_ sql: String, _ ranges: [HistoryRange]) throws -> [RecordID] {
        let ranges = "[" + ranges.map { "[\($0.start),\($0.end)]" }.joined(separator: ",") + "]"
        return try connection.all(sql, binding: remote, ranges) { RecordID(kind: try $0[0], number: $0[1]) }
    }

    func add(_ records: some Sequence<RecordID>) throws {
        for record in records { try connection.run(Self.addition, binding: remote, record.kind, record.number) }
    }

    func remove(_ id: RecordID) throws {
        try connection.run(Self.removal, binding: remote, id.kind, id.number)
    }

    /// Replaces the candidates.
    /// - Parameter position: The last change in the history that was compared with the book.
    func replace(with records: Set<RecordID>, position: Int64) throws {
        try connection.run("DELETE FROM sync_candidate WHERE remote_id = ?1", binding: remote)
        try add(records)
        try connection.run("UPDATE remote SET last_change = ?2 WHERE id = ?1", binding: remote, position)
    }

    // MARK: - Statements

    private static let addition =
        "INSERT OR IGNORE INTO sync_candidate (remote_id, kind, record_id) VALUES (?1, ?2, ?3)"

    private static let removal =
        "DELETE FROM sync_candidate WHERE remote_id = ?1 AND kind = ?2 AND record_id = ?3"

    /// A query for the records whose cards may have changed in the parts ?2 of the history. A change to a note, a
    /// membership, a group, a planet, or the name of a relative changes the cards of other records. A purged note no
    /// longer has a subject in the history, so all cards are compared.
    private static let changed = """
        WITH changed AS MATERIALIZED (
            SELECT change.id AS change, change.table_name, change.action, change.kind, change.record_id
            FROM json_each(?2) AS part
            CROSS JOIN change ON change.id > (part.value ->> 0) AND change.id <= (part.value ->> 1))
        SELECT kind, record_id FROM changed WHERE (kind = 'person' OR kind = 'group') AND record_id IS NOT NULL
        UNION
        SELECT 'person', person_id FROM changed CROSS JOIN membership_past ON change_id = change
        WHERE table_name = 'membership'
        UNION
        SELECT 'person', person_id FROM changed CROSS JOIN note_past ON change_id = change
        WHERE table_name = 'note' AND person_id IS NOT NULL
        UNION
        SELECT 'group', group_id FROM changed CROSS JOIN note_past ON change_id = change
        WHERE table_name = 'note' AND group_id IS NOT NULL
        UNION
        SELECT 'person', person_id FROM changed CROSS JOIN membership ON group_id = record_id
        WHERE table_name = 'people_group'
        UNION
        SELECT 'person', person.id FROM changed CROSS JOIN person ON home_id = record_id
        WHERE table_name = 'planet'
        UNION
        SELECT 'person', person_id FROM changed CROSS JOIN person_relation ON target_id = record_id
        WHERE table_name = 'person' AND action = 'update'
        UNION
        SELECT kind, record_id FROM (SELECT 1 FROM changed WHERE action = 'purged' AND changed.kind = 'note' LIMIT 1)
        CROSS JOIN remote_card ON remote_id = ?1
        """

    static let records = """
        \(changed)
        UNION
        SELECT kind, record_id FROM sync_candidate WHERE remote_id = ?1
        ORDER BY 1, 2
        """
}

/// A part of the history: the changes after `start`, up to and including `end`.
struct HistoryRange {
    var start: Int64
    var end: Int64
}

extension [HistoryRange] {
    /// Appends a range, joining it to the last one if nothing is between them.
    mutating func join(_ range: HistoryRange) {
        if range.start == range.end { return }
        if let last, last.end == range.start {
            self[count - 1].end = range.end
        } else {
            append(range)
        }
    }

    /// Returns the parts of a range that are not in these ranges, which are sorted.
    func gaps(in range: HistoryRange) -> [HistoryRange] {
        var gaps: [HistoryRange] = []
        var start = range.start
        for own in self where own.end > start {
            if own.start > start { gaps.append(HistoryRange(start: start, end: own.start)) }
            start = own.end
        }
        if start < range.end { gaps.append(HistoryRange(start: start, end: range.end)) }
        return gaps
    }
}

extension Connection {
    /// Returns the ID of the last change in the history, or 0 if the history is empty.
    func lastChange() throws -> Int64 {
        try first("SELECT ifnull(max(id), 0) FROM change") { $0[0] } ?? 0
    }
}

/// The records of the database as the cards of a book.
struct LocalCards {
    let connection: Connection
    let blobs: PersistentDataStore
    /// The vCard version of cards without original lines.
    let version: CardVersion
    /// Whether new cards with a later vCard version are converted.
    let isLimitedToVersion: Bool
    let links: RemoteLinks

    /// Returns the cards of the records that exist. If the file of a photo is missing, the card contains the photo of
    /// the card in the book.
    ///
    /// - Parameter bases: The cards in the book, or `nil` to use the cards of the links.
    func cards(
        of records: some Sequence<RecordID>, over bases: [RecordID: VCard]? = nil
    ) throws -> [RecordID: LocalCard] {
        var cards: [RecordID: LocalCard] = [:]
        let bases = try bases ?? Dictionary(links.entries(of: records).map { ($0.link.record, $0.link.base) }) { $1 }
        let builder = CardBuilder(connection: connection, blobs: blobs)
        var persons = try connection.all(Self.present, binding: records.numbers(of: .person).json) { $0[0] as Int64 }
        let groupsWithCards = try links.groups(of: persons)
        while !persons.isEmpty {
            var last = persons[0]
            var isPhotoMissing = false
            try builder.forEachCard(of: persons, withPhotos: true) { id, card in
                last = id.rawValue
                var card = card
                card.groupsWithCards = groupsWithCards
                let record = RecordID(kind: .person, number: last)
                cards[record] = localCard(card, of: record, bases[record], isPhotoMissing: isPhotoMissing)
                isPhotoMissing = false
            } onMissingPhoto: { _, _ in
                isPhotoMissing = true
            }
            // A page with large photos ends early.
            persons = Array(persons.drop { $0 != last }.dropFirst())
        }
        let groups = try connection.all(BookContents.anyGroups, binding: records.numbers(of: .group).json) {
            $0[0] as Int64
        }
        for (id, card) in zip(groups, try builder.groups(groups)) {
            let record = RecordID(kind: .group, number: id)
            cards[record] = localCard(card, of: record, bases[record])
        }
        return cards
    }

    /// Returns the card of a record. It has the vCard version of the card in the address book or, if there is no such
    /// card, a version that the address book accepts.
    private func localCard(
        _ card: ContactCard, of id: RecordID, _ base: VCard?, isPhotoMissing: Bool = false
    ) -> LocalCard {
        var (vCard, lost): (VCard, Set<String>) = (VCard(card, otherwise: version), [])
        // vCard 2.1 is never sent.
        let target = base?.version ?? (isLimitedToVersion ? version : vCard.version)
        if vCard.version != target, target != .v21 { (vCard, lost) = VCard.converted(card, to: target) }
        vCard = vCard.completed(uid: card.uid, base: base)
        if isPhotoMissing, let base { vCard = vCard.replacingPhotos(with: base) }
        return LocalCard(record: id, revision: Int64(bitPattern: vCard.contentHash), card: vCard, lost: lost)
    }

    static let present = "\(BookContents.persons) ORDER BY id"
}
