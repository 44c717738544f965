import AlmanacStore
import Model
import SQLite

/// As much of persons as they are compared by, but for their cards, in three statements however many they are.
enum PersonOutline {
    static func of(_ person: Person) -> Person {
        var outline = person
        (outline.card, outline.uids) = ([], [])
        return outline
    }

    /// Those who exist among these, in their order.
    static func all(of ids: [Int64], from connection: Connection) throws -> [(id: Int64, person: Person)] {
        let all = ids.json
        var persons: [Int64: Person] = [:]
        try connection.forEach(names, binding: all) { row in
            var person = Person()
            person.name.given = row[1]
            person.name.middle = row[2]
            person.name.family = row[3]
            person.name.suffix = row[4]
            person.organization = row[5]
            let birthday: String? = row[6]
            person.birthday = birthday.flatMap { PartialDate($0) }
            persons[row[0]] = person
        }
        try connection.forEach(emails, binding: all) { row in
            persons[row[0]]?.emails.append(Labeled("", row[1]))
        }
        try connection.forEach(phones, binding: all) { row in
            persons[row[0]]?.phones.append(Labeled("", row[1]))
        }
        return ids.compactMap { id in persons[id].map { (id, $0) } }
    }

    // MARK: - Statements

    static let names = """
        SELECT id, given, middle, family, suffix, organization, birthday FROM person
        WHERE id IN (SELECT value FROM json_each(?1))
        """

    static let emails = "SELECT person_id, value FROM person_email WHERE person_id IN (SELECT value FROM json_each(?1))"

    static let phones = "SELECT person_id, value FROM person_phone WHERE person_id IN (SELECT value FROM json_each(?1))"
}
