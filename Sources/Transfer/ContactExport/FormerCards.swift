import Interchange
import Model
import SQLite

/// The former versions of cards: those that were exported, and those to which another card was joined. An imported card
/// may have been made from one of them.
struct FormerCards {
    /// The number of versions of a person that are kept.
    private static let limit = 20

    let connection: Connection

    /// Returns the former versions of the card of a person, latest first.
    func cards(of person: Person.ID) throws -> [VCard] {
        try connection.all(Self.cards, binding: person) { $0[0] as [UInt8] }.compactMap { try? VCard($0) }
    }

    /// Keeps a version of the card of a person, unless it is already kept.
    func insert(_ card: VCard, of person: Person.ID) throws {
        let text = card.text
        let isKnown = try connection.hasRow(
            "SELECT 1 FROM former_card WHERE person_id = ?1 AND card = ?2", binding: person, text)
        if isKnown { return }
        try connection.run("INSERT INTO former_card (person_id, card) VALUES (?1, ?2)", binding: person, text)
        try connection.run(Self.removal, binding: person, Self.limit)
    }

    /// Keeps the card of a person before another card is joined to it.
    func insert(cardOf person: Record<Person>) throws {
        if !person.content.card.isEmpty { try insert(VCard(keptBy: person.content), of: person.id) }
    }

    static let cards = "SELECT card FROM former_card WHERE person_id = ?1 ORDER BY id DESC"

    static let removal = """
        DELETE FROM former_card
        WHERE person_id = ?1 AND id <= (
            SELECT id FROM former_card WHERE person_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
}
