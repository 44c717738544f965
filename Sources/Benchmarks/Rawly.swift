import CSQLite

/// The workloads as a C programmer would write them: the floor to measure against.
final class Rawly {
    private let database: OpaquePointer?
    private var arena: Arena
    private var people: UnsafeMutableBufferPointer<RawPerson>

    init(at path: String, capacity: Int) {
        var handle: OpaquePointer?
        sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        database = handle
        arena = Arena(capacity: capacity * 128)
        people = .allocate(capacity: capacity)
        people.initialize(repeating: RawPerson())
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -131072"
        sqlite3_exec(database, settings, nil, nil, nil)
    }

    deinit {
        sqlite3_close_v2(database)
        arena.free()
        people.deallocate()
    }

    func empty() {
        sqlite3_exec(database, "DROP TABLE IF EXISTS person; \(Person.schema)", nil, nil, nil)
    }

    func insert(_ people: [RawPerson]) {
        sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
        let insert = prepare(Person.insert)
        for person in people {
            sqlite3_bind_int64(insert, 1, person.id)
            bind(person.given, 2, insert)
            bind(person.family, 3, insert)
            bind(person.email, 4, insert)
            bind(person.phone, 5, insert)
            bind(person.birthday, 6, insert)
            sqlite3_bind_double(insert, 7, person.height)
            sqlite3_bind_int64(insert, 8, person.isFavorite ? 1 : 0)
            sqlite3_step(insert)
            sqlite3_reset(insert)
        }
        sqlite3_finalize(insert)
        sqlite3_exec(database, "COMMIT", nil, nil, nil)
    }

    func scan() -> Int {
        arena.clear()
        var count = 0
        let scan = prepare(Person.scan)
        while sqlite3_step(scan) == SQLITE_ROW {
            read(scan, &people[count])
            count += 1
        }
        sqlite3_finalize(scan)
        return count
    }

    func lookUp(_ ids: [Int64]) -> Double {
        arena.clear()
        var sum = 0.0
        sqlite3_exec(database, "BEGIN", nil, nil, nil)
        let lookup = prepare(Person.lookup)
        for (number, id) in ids.enumerated() {
            sqlite3_bind_int64(lookup, 1, id)
            if sqlite3_step(lookup) == SQLITE_ROW {
                read(lookup, &people[number])
                sum += people[number].height
            }
            sqlite3_reset(lookup)
        }
        sqlite3_finalize(lookup)
        sqlite3_exec(database, "COMMIT", nil, nil, nil)
        return sum
    }

    private func prepare(_ sql: String) -> OpaquePointer? {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(database, sql, -1, &statement, nil)
        return statement
    }

    @inline(__always)
    private func bind(_ text: RawPerson.Text, _ index: Int32, _ statement: OpaquePointer?) {
        let start = text.start?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, start, text.count, csqlite_static())
    }

    @inline(__always)
    private func read(_ row: OpaquePointer?, _ person: inout RawPerson) {
        person.id = sqlite3_column_int64(row, 0)
        person.given = text(row, 1)
        person.family = text(row, 2)
        person.email = text(row, 3)
        person.phone = text(row, 4)
        person.birthday = text(row, 5)
        person.height = sqlite3_column_double(row, 6)
        person.isFavorite = sqlite3_column_int64(row, 7) != 0
    }

    @inline(__always)
    private func text(_ row: OpaquePointer?, _ index: Int32) -> RawPerson.Text {
        let start = sqlite3_column_text(row, index)
        return arena.copy(start, sqlite3_column_bytes(row, index))
    }
}
