import Interchange
import Model
import SQLite

/// An operation that completes persons imported by an earlier version of Almanac: it fills fields with values that only
/// the cards contain, and moves languages from custom fields to the languages field.
///
/// Editing a person has the same effect. All changes are one step of the history. Persons whose fields do not visibly
/// change are not written.
struct CardFieldMigration {
    let connection: Connection

    private static let batch = 1000

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        var last: Int64 = 0
        while case let persons = try persons(after: last), let end = persons.last?.id {
            for person in persons { try complete(person.id, person.fields, at: time) }
            last = end
        }
        try ActiveStep.end(on: connection)
    }

    /// Returns the next persons with a card or with languages, with only the fields that may change.
    private func persons(after last: Int64) throws -> [(id: Int64, fields: Person)] {
        let persons = try connection.all(
            """
            SELECT id, formatted_name FROM person
            WHERE id > ?1 AND (
                EXISTS (SELECT 1 FROM person_card WHERE person_id = id)
                OR EXISTS (SELECT 1 FROM person_field WHERE person_id = id AND label = 'language'))
            ORDER BY id LIMIT ?2
            """, binding: last, Self.batch
        ) { row in
            var person = Person()
            (person.formattedName, person.cardLanguage) = (row[1], nil)
            return (id: row[0] as Int64, fields: person)
        }
        return try persons.map { id, fields in
            var person = fields
            person.cardText = try connection.all(
                "SELECT value FROM person_card WHERE person_id = ?1 ORDER BY position", binding: id
            ) { $0[0] }
            person.profiles = try labeled("SELECT label, value FROM person_profile WHERE person_id = ?1", id)
            person.customFields = try labeled(
                "SELECT label, value FROM person_field WHERE person_id = ?1 AND label = 'language'", id)
            return (id, person)
        }
    }

    private func labeled(_ query: String, _ id: Int64) throws -> [Labeled<String>] {
        try connection.all("\(query) ORDER BY position", binding: id) { Labeled($0[0], $0[1]) }
    }

    private func complete(_ id: Int64, _ old: Person, at time: Timestamp) throws {
        let new = old.completed(replacing: old)
        let isVisible =
            (old.formattedName ?? "") != (new.formattedName ?? "") || new.cardLanguage?.isEmpty == false
            || old.profiles != new.profiles || old.languages != new.languages
        guard isVisible else { return }
        try connection.run(
            """
            UPDATE person
            SET formatted_name = ?2, card_language = ?3,
                version = version + 1, modified = ?4
            WHERE id = ?1
            """, binding: id, new.formattedName, new.cardLanguage, time)
        if old.profiles.isEmpty { try insert(new.profiles, of: id, into: "person_profile") }
        guard !new.languages.isEmpty else { return }
        try insert(new.languages, of: id, into: "person_language")
        try connection.run("DELETE FROM person_field WHERE person_id = ?1 AND label = 'language'", binding: id)
    }

    private func insert(_ values: [Labeled<String>], of id: Int64, into table: String) throws {
        for (position, value) in values.enumerated() {
            try connection.run(
                "INSERT INTO \(table) (person_id, position, label, value) VALUES (?1, ?2, ?3, ?4)",
                binding: id, position, value.label, value.value)
        }
    }
}

/// An operation that fills in the formatted names of persons imported by an earlier version of Almanac. That version
/// did not keep formatted names that consist of the name parts. Only formatted names that begin with the family name
/// are filled in, because they determine the order of the name.
///
/// All changes are one step of the history.
struct NameOrderMigration {
    let connection: Connection

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        let ids = try connection.all(Self.candidates) { $0[0] as Int64 }
        for id in ids {
            guard let person = try person(id),
                let formatted = person.completed(replacing: person).formattedName,
                !formatted.isEmpty,
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

    /// Returns a person with only the name and the card, or `nil` if the person does not exist.
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

    /// A query that selects the persons without a formatted name whose cards contain the family name before another
    /// name.
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

/// An operation that fills in the positions of persons imported by an earlier version of Almanac. That version kept
/// `GEO` only on the persons’ cards.
///
/// All changes are one step of the history.
struct PositionMigration {
    let connection: Connection

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        let candidates = try connection.all(
            """
            SELECT DISTINCT person_id FROM person_card
            WHERE instr(upper(value), 'GEO') > 0
            ORDER BY person_id
            """
        ) { $0[0] as Int64 }
        for id in candidates {
            var person = Person()
            person.cardText = try connection.all(
                "SELECT value FROM person_card WHERE person_id = ?1 ORDER BY position", binding: id
            ) { $0[0] }
            let positions = person.completed(replacing: person).positions
            guard !positions.isEmpty else { continue }
            for (position, value) in positions.enumerated() {
                try connection.run(
                    "INSERT INTO person_position (person_id, position, label, value) VALUES (?1, ?2, ?3, ?4)",
                    binding: id, position, value.label, value.value)
            }
            try connection.run(
                "UPDATE person SET version = version + 1, modified = ?2 WHERE id = ?1", binding: id, time)
        }
        try ActiveStep.end(on: connection)
    }
}
