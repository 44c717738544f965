import AlmanacStore
import Interchange
import Model
import SQLite
import Sync

/// The records of the database as the cards of a book.
struct LocalCards {
    let connection: Connection
    let blobs: PersistentDataStore
    /// The version of cards without original lines.
    let version: CardVersion
    /// Whether the book contains the cards of groups.
    let hasGroupCards: Bool

    /// Returns the cards of the records that exist.
    /// - Throws: `BlobProblem` if a photo is missing. Without the photo, the card would remove it from the book.
    func cards(of records: some Sequence<RecordID>) throws -> [RecordID: LocalCard] {
        var cards: [RecordID: LocalCard] = [:]
        let builder = CardBuilder(connection: connection, blobs: blobs)
        var persons = try connection.all(Self.present, binding: records.numbers(of: .person).json) { $0[0] as Int64 }
        while !persons.isEmpty {
            var last = persons[0]
            try builder.forEachCard(of: persons, withPhotos: true) { id, card in
                last = id.rawValue
                var card = card
                if !hasGroupCards { card.groupsWithCards = [] }
                add(card, RecordID(kind: .person, number: last), to: &cards)
            } onMissingPhoto: { _, problem in
                throw problem
            }
            // A page with large photos ends early.
            persons = Array(persons.drop { $0 != last }.dropFirst())
        }
        let groups = try connection.all(BookContents.anyGroups, binding: records.numbers(of: .group).json) {
            $0[0] as Int64
        }
        for (id, card) in zip(groups, try builder.groups(groups)) {
            add(card, RecordID(kind: .group, number: id), to: &cards)
        }
        return cards
    }

    private func add(_ card: ContactCard, _ record: RecordID, to cards: inout [RecordID: LocalCard]) {
        let card = VCard(card, otherwise: version)
        cards[record] = LocalCard(record: record, revision: Int64(bitPattern: card.contentHash), card: card)
    }

    static let present = "\(BookContents.persons) ORDER BY id"
}
