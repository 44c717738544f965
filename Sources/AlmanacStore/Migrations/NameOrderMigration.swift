import Model
import SQLite

/// An operation that fills in the formatted names of persons imported by an earlier version, which did not keep formatted
/// names that consist of the name parts. Only formatted names that begin with the family name are filled in, because they
/// determine the order of the name.
///
/// All changes are one step of the history.
struct NameOrderMigration {
    let connection: Connection
    let cards: any CardInterpreter

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        let ids = try connection.all(Self.candidates) { $0[0] as Int64 }
        for id in ids {
            guard let person = try person(id),
                let formatted = cards.completed(person, replacing: person).formattedName, !formatted.isEmpty,
                person.isFamilyFirst(in: formatted) == true
            else { continue }
            try connection.run(
                """
                UPDATE person
                SET formatted_name = ?2, version = version + 1, modified = ?3
                WHERE id = ?1
                """, binding: id, formatted, time)
        }
        try ActiveStep.end(on: connection)
    }

    /// Returns the name and the card of a person.
    private func person(_ id: Int64) throws -> Person? {
        let lines = try connection.all(
            "SELECT value FROM person_card WHERE person_id = ?1 ORDER BY position", binding: id
        ) { $0[0] as String }
        return try connection.first(Self.name, binding: id) { row in
            var person = Person()
            person.formattedName = nil
            person.name.prefix = row[0]
            person.name.given = row[1]
            person.name.middle = row[2]
            person.name.family = row[3]
            person.cardText = lines
            return person
        }
    }

    private static let name = "SELECT prefix, given, middle, family FROM person WHERE id = ?1"

    /// A query that selects the persons without a formatted name whose cards contain the family name before another name.
    private static let candidates = """
        SELECT id FROM person
        WHERE ifnull(formatted_name, '') = '' AND given <> '' AND family <> '' AND EXISTS (
            SELECT 1 FROM person_card
            WHERE person_id = id AND (
                instr(lower(value), lower(family || ' ' || given)) > 0
                OR middle <> '' AND instr(lower(value), lower(family || ' ' || middle)) > 0))
        ORDER BY id
        """
}
