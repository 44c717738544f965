import Model
import SQLite
import Text

/// The persons of a store who may be one, and their merging.
public struct DuplicateStore: DuplicateDataSource {
    let database: Database
    let clock: StoreClock

    public func pairs(
        matching text: String, at start: PageStart<DuplicateKey>, limit: Int
    ) async throws -> DuplicatePage {
        try await database.reading {
            try DuplicateFinder(connection: $0).pairs(matching: WordBeginnings(text), at: start, limit: limit)
        }
    }

    public func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons? {
        try await database.reading {
            try DuplicateFinder(connection: $0).reasons(first.rawValue, second.rawValue)
        }
    }

    public func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person
    ) async throws -> Record<Person> {
        try RecordRules.check(content, in: Tables.persons)
        return try await database.recording(clock) { connection in
            try Merger(connection: connection).merge(other, into: first, as: content)
            return try Tables.persons.fetch(first.id.rawValue, from: connection)
        }
    }

    public func heir(of id: Person.ID) async throws -> Reference? {
        try await database.reading { connection in
            try connection.first(
                """
                SELECT person.id, person.display_name FROM person_merge JOIN person ON person.id = heir_id
                WHERE person_id = ?1
                """, { $0[1] = id }
            ) { Reference(address: Address(kind: .person, number: $0[0]), name: $0[1]) }
        }
    }
}
