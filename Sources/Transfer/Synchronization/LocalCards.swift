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
    let links: RemoteLinks

    /// Returns the cards of the records that exist. If the file of a photo is missing, the card keeps the photo that the
    /// book has.
    func cards(of records: some Sequence<RecordID>) throws -> [RecordID: LocalCard] {
        var cards: [RecordID: LocalCard] = [:]
        let builder = CardBuilder(connection: connection, blobs: blobs)
        var persons = try connection.all(Self.present, binding: records.numbers(of: .person).json) { $0[0] as Int64 }
        while !persons.isEmpty {
            var last = persons[0]
            var isPhotoMissing = false
            try builder.forEachCard(of: persons, withPhotos: true) { id, card in
                last = id.rawValue
                var card = card
                if !hasGroupCards { card.groupsWithCards = [] }
                let record = RecordID(kind: .person, number: last)
                var vCard = try vCard(card, of: record)
                if isPhotoMissing, let base = try base(of: record) { vCard = vCard.replacingPhotos(with: base) }
                isPhotoMissing = false
                cards[record] = LocalCard(vCard, of: record)
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
            cards[record] = LocalCard(try vCard(card, of: record), of: record)
        }
        return cards
    }

    private func vCard(_ card: ContactCard, of record: RecordID) throws -> VCard {
        try VCard(card, otherwise: version).completed(uid: card.uid) { try base(of: record) }
    }

    /// Returns the card that the book has, or `nil` for a record without a card.
    private func base(of record: RecordID) throws -> VCard? { try links.of([record]).first?.link.base }

    static let present = "\(BookContents.persons) ORDER BY id"
}

extension LocalCard {
    fileprivate init(_ card: VCard, of record: RecordID) {
        self.init(record: record, revision: Int64(bitPattern: card.contentHash), card: card)
    }
}
