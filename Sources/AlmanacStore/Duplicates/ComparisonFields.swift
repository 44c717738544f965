import Model
import SQLite

/// A reader of the fields that are used to compare persons.
enum ComparisonFields {
    static func of(_ person: Person) -> Person {
        var outline = person
        (outline.card, outline.uids) = ([], [])
        return outline
    }

    static func all(of ids: [Int64], from connection: Connection) throws -> [(id: Int64, person: Person)] {
        let all = ids.json
        var persons: [Int64: Person] = [:]
        try connection.forEach(names, binding: all) { row in
            var person = Person()
            person.name.given = row[1]
            person.name.middle = row[2]
            person.name.family = row[3]
            person.name.suffix = row[4]
            person.name.nickname = row[5]
            person.organization = row[6]
            let (birthday, gender): (String?, String?) = (row[7], row[8])
            person.birthday = birthday.flatMap { PartialDate($0) }
            person.gender = gender.flatMap { Gender($0) }
            persons[row[0]] = person
        }
        for (list, path) in lists {
            try connection.forEach(values(in: list), binding: all) { row in
                persons[row[0]]?[keyPath: path].append(Labeled(row[1], row[2]))
            }
        }
        try connection.forEach(addresses, binding: all) { row in
            let address = PostalAddress(street: row[1], locality: row[2], postalCode: row[3])
            persons[row[0]]?.addresses.append(Labeled("", address))
        }
        return ids.compactMap { id in persons[id].map { (id, $0) } }
    }

    static let names = """
        SELECT id, given, middle, family, suffix, nickname, organization, birthday, gender FROM person
        WHERE id IN (SELECT value FROM json_each(?1))
        """

    static let addresses = """
        SELECT person_id, street, locality, postal_code FROM person_address
        WHERE person_id IN (SELECT value FROM json_each(?1))
        """

    private static let lists: [(String, WritableKeyPath<Person, [Labeled<String>]> & Sendable)] = [
        ("email", \.emails), ("phone", \.phones), ("url", \.urls), ("messenger", \.messengers),
    ]

    private static func values(in list: String) -> String {
        "SELECT person_id, label, value FROM person_\(list) WHERE person_id IN (SELECT value FROM json_each(?1))"
    }
}
