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
    /// Whether new cards of a later version are converted.
    let isLimitedToVersion: Bool
    /// Whether the book contains the cards of groups.
    let hasGroupCards: Bool
    let links: RemoteLinks

    /// Returns the cards of the records that exist. If the file of a photo is missing, the card keeps the photo that the
    /// book has.
    ///
    /// - Parameter bases: The cards that the book has, or `nil` for those of the links.
    func cards(
        of records: some Sequence<RecordID>, over bases: [RecordID: VCard]? = nil
    ) throws -> [RecordID: LocalCard] {
        var cards: [RecordID: LocalCard] = [:]
        let bases = try bases ?? Dictionary(links.of(records).map { ($0.link.record, $0.link.base) }) { $1 }
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

    /// Returns the card of a record in the version of the card that the book has, or in one that the book accepts.
    private func localCard(
        _ card: ContactCard, of record: RecordID, _ base: VCard?, isPhotoMissing: Bool = false
    ) -> LocalCard {
        var (vCard, lost): (VCard, Set<String>) = (VCard(card, otherwise: version), [])
        // Version 2.1 is never sent.
        let target = base?.version ?? (isLimitedToVersion ? version : vCard.version)
        if vCard.version != target, target != .v21 { (vCard, lost) = VCard.converted(card, to: target) }
        vCard = vCard.completed(uid: card.uid, base: base)
        if isPhotoMissing, let base { vCard = vCard.replacingPhotos(with: base) }
        return LocalCard(record: record, revision: Int64(bitPattern: vCard.contentHash), card: vCard, lost: lost)
    }

    static let present = "\(BookContents.persons) ORDER BY id"
}
