import Interchange
import Model
import SQLite

/// A merge of two persons in the caller’s transaction that keeps the data of both.
struct PersonMerger {
    let connection: Connection

    func merge(_ other: Record<Person>, into first: Record<Person>, as content: Person) throws {
        try Tables.persons.requireVersion(of: other, in: connection)
        // Moved relations do not count as changes to either person.
        try run(Self.move, from: other.id, to: first.id)
        var content = content
        content.remember(
            first.content.knownUIDs + other.content.knownUIDs + [other.uuid], own: first.uuid)
        // A person without profiles or positions has those of the card.
        content = content.withoutHiddenValues
        try FormerCards(connection: connection).insert(cardOf: first)
        try Tables.persons.update(first, to: content, in: connection)
        try run(Self.redirect, from: other.id, to: first.id)
        try Tables.persons.delete([other.id.rawValue], from: connection)
    }

    private func run(_ statements: [String], from other: Person.ID, to first: Person.ID) throws {
        for statement in statements { try connection.run(statement) { ($0[1], $0[2]) = (first, other) } }
    }

    /// The statements that move the related records of one person to the other. In groups with both persons, the first
    /// person keeps their position.
    private static let move = [
        "UPDATE note SET person_id = ?1 WHERE person_id = ?2",
        """
        UPDATE membership SET person_id = ?1
        WHERE person_id = ?2 AND group_id NOT IN (SELECT group_id FROM membership WHERE person_id = ?1)
        """,
        """
        UPDATE favorite SET person_id = ?1
        WHERE person_id = ?2
            AND ifnull(account_id, 0) NOT IN (SELECT ifnull(account_id, 0) FROM favorite WHERE person_id = ?1)
        """,
        "UPDATE account SET person_id = ?1 WHERE person_id = ?2",
    ]

    private static let redirect = [
        "UPDATE person_merge SET heir_id = ?1 WHERE heir_id = ?2",
        """
        INSERT INTO person_merge (person_id, heir_id) VALUES (?2, ?1)
        ON CONFLICT (person_id) DO UPDATE SET heir_id = excluded.heir_id
        """,
    ]
}
