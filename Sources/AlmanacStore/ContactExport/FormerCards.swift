import Interchange
import Model
import SQLite

/// The former versions of cards: those that were exported, and those that an import replaced. An imported card may have
/// been made from one of them.
struct FormerCards {
    /// The number of versions to keep for each person.
    private static let limit = 20

    let connection: Connection

    /// Returns the former versions of the card of a person, oldest first.
    func cards(of person: Person.ID) throws -> [FormerCard] {
        try connection.all(Self.cards, binding: person) { row in
            (text: row[0] as [UInt8], photo: (row[1] as String?).flatMap(BlobID.init(rawValue:)))
        }.compactMap { text, photo in (try? VCard(text)).map { FormerCard(card: $0, photo: photo) } }
    }

    /// Stores a version of the card of a person, unless it is already stored.
    func insert(_ version: FormerCard, of person: Person.ID) throws {
        let (text, photo) = (version.card.text, version.photo?.rawValue)
        let isKnown = try connection.hasRow(
            "SELECT 1 FROM former_card WHERE person_id = ?1 AND card = ?2 AND photo IS ?3", binding: person, text, photo
        )
        if isKnown { return }
        try connection.run(
            "INSERT INTO former_card (person_id, card, photo) VALUES (?1, ?2, ?3)", binding: person, text, photo)
        try connection.run(Self.removal, binding: person, Self.limit)
    }

    /// Stores the card of a person before another card replaces it or is merged into it.
    func insert(cardOf person: Record<Person>) throws {
        if person.content.card.isEmpty { return }
        try insert(FormerCard(card: VCard(keptBy: person.content), photo: nil), of: person.id)
    }

    static let cards = "SELECT card, photo FROM former_card WHERE person_id = ?1 ORDER BY id"

    static let removal = """
        DELETE FROM former_card
        WHERE person_id = ?1 AND id <= (
            SELECT id FROM former_card WHERE person_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
}
