import Interchange
import Model
import SQLite

/// An operation that stores the values that earlier versions of Almanac did not read from the cards of persons or read
/// in another way, and moves languages from custom fields to the languages field.
///
/// All visible changes are one step of the history.
struct CardVersionMigration {
    let connection: Connection

    private static let batch = 1000

    func run(at time: Timestamp) throws {
        try ActiveStep(CommandContext("migrate", by: nil), at: time).begin(on: connection)
        var last: Int64 = 0
        while case let persons = try persons(after: last), let end = persons.last?.id {
            for (id, person) in persons { try store(person.readingCardAgain(), of: id, replacing: person, at: time) }
            last = end
        }
        try ActiveStep.end(on: connection)
        try connection.run("UPDATE person SET card_version = ?1", binding: Person.currentCardVersion)
    }

    /// Returns the next persons with a card or with languages in custom fields, with only the fields that are read again
    /// and those on which they depend.
    private func persons(after last: Int64) throws -> [(id: Int64, person: Person)] {
        let persons = try connection.all(
            """
            SELECT id, formatted_name, card_language, prefix, given, middle, family, suffix, nickname, organization
            FROM person
            WHERE id > ?1 AND card_version < ?3 AND (
                EXISTS (SELECT 1 FROM person_card WHERE person_id = id)
                OR EXISTS (SELECT 1 FROM person_field WHERE person_id = id AND label = 'language'))
            ORDER BY id LIMIT ?2
            """, binding: last, Self.batch, Person.currentCardVersion
        ) { row in
            var person = Person()
            (person.formattedName, person.cardLanguage) = (row[1], row[2])
            (person.name.prefix, person.name.given, person.name.middle) = (row[3], row[4], row[5])
            (person.name.family, person.name.suffix, person.name.nickname) = (row[6], row[7], row[8])
            person.organization = row[9]
            return (id: row[0] as Int64, person: person)
        }
        return try persons.map { id, fields in
            var person = fields
            person.cardText = try connection.cardText(of: id)
            person.profiles = try labeled("person_profile", of: id)
            person.positions = try labeled("person_position", of: id)
            person.languages = try labeled("person_language", of: id)
            person.messengers = try labeled("person_messenger", of: id)
            person.customFields = try labeled("person_field", of: id).filter { $0.label == "language" }
            return (id, person)
        }
    }

    private func labeled(_ table: String, of id: Int64) throws -> [Labeled<String>] {
        try connection.all("SELECT label, value FROM \(table) WHERE person_id = ?1 ORDER BY position", binding: id) {
            Labeled($0[0], $0[1])
        }
    }

    /// Stores the fields that were read again, if they differ visibly from the stored fields.
    private func store(_ new: Person, of id: Int64, replacing old: Person, at time: Timestamp) throws {
        let isVisible =
            (old.formattedName ?? "") != (new.formattedName ?? "") || (old.cardLanguage ?? "") != new.cardLanguage
            || old.profiles != new.profiles || old.positions != new.positions || old.languages != new.languages
            || old.name != new.name || old.organization != new.organization || old.messengers != new.messengers
        guard isVisible else { return }
        try connection.run(
            """
            UPDATE person
            SET formatted_name = ?2, card_language = ?3, prefix = ?4, given = ?5, middle = ?6, family = ?7, suffix = ?8,
                organization = ?9, version = version + 1, modified = ?10
            WHERE id = ?1
            """, binding: id, new.formattedName, new.cardLanguage, new.name.prefix, new.name.given, new.name.middle,
            new.name.family, new.name.suffix, new.organization, time)
        try replace(old.profiles, with: new.profiles, in: "person_profile", of: id)
        try replace(old.positions, with: new.positions, in: "person_position", of: id)
        try replace(old.languages, with: new.languages, in: "person_language", of: id)
        try replace(old.messengers, with: new.messengers, in: "person_messenger", of: id)
        if !old.customFields.isEmpty {
            try connection.run("DELETE FROM person_field WHERE person_id = ?1 AND label = 'language'", binding: id)
        }
    }

    private func replace(
        _ old: [Labeled<String>], with new: [Labeled<String>], in table: String, of id: Int64
    ) throws {
        guard old != new else { return }
        try connection.run("DELETE FROM \(table) WHERE person_id = ?1", binding: id)
        for (position, value) in new.enumerated() {
            try connection.run(
                "INSERT INTO \(table) (person_id, position, label, value) VALUES (?1, ?2, ?3, ?4)",
                binding: id, position, value.label, value.value)
        }
    }
}

extension Connection {
    fileprivate func cardText(of person: Int64) throws -> [String] {
        try all("SELECT value FROM person_card WHERE person_id = ?1 ORDER BY position", binding: person) { $0[0] }
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
                let formatted = person.readingCardAgain().formattedName,
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
        let lines = try connection.cardText(of: id)
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
