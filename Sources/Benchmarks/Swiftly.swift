import SQLite

/// The workloads through the module, as any caller would write them.
struct Swiftly {
    let connection: Connection

    init(at path: String) throws {
        connection = try Connection(at: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA cache_size = -131072")
    }

    func empty() throws {
        try connection.execute("DROP TABLE IF EXISTS person; \(Person.schema)")
    }

    func insert(_ people: [Person]) throws {
        try connection.transaction {
            var insert = try connection.prepare(Person.insert)
            for person in people {
                try insert.run {
                    $0[1] = person.id
                    $0[2] = person.given
                    $0[3] = person.family
                    $0[4] = person.email
                    $0[5] = person.phone
                    $0[6] = person.birthday
                    $0[7] = person.height
                    $0[8] = person.isFavorite
                }
            }
        }
    }

    func scan() throws -> [Person] {
        try connection.all(Person.scan) { Self.person($0) }
    }

    func lookUp(_ ids: [Int64]) throws -> Double {
        try connection.transaction(.deferred) {
            var sum = 0.0
            var lookup = try connection.prepare(Person.lookup)
            for id in ids {
                sum += try lookup.first({ $0[1] = id }, Self.person)?.height ?? 0
            }
            return sum
        }
    }

    private static func person(_ row: borrowing Row) -> Person {
        Person(
            id: row[0], given: row[1], family: row[2], email: row[3], phone: row[4], birthday: row[5], height: row[6],
            isFavorite: row[7])
    }
}
