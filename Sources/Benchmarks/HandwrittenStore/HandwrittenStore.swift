import CSQLite

/// A store that calls SQLite’s C functions directly from Swift. It is a lower bound for any layer that creates strings.
///
/// Errors are programming errors and end the program, as on the C side.
final class HandwrittenStore {
    let database: OpaquePointer

    init(at path: String) {
        var pointer: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        precondition(sqlite3_open_v2(path, &pointer, flags, nil) == SQLITE_OK)
        database = pointer.unsafelyUnwrapped
        execute(Settings.pragmas)
    }

    deinit {
        sqlite3_close(database)
    }

    func execute(_ script: String) {
        precondition(sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK)
    }

    /// Runs the body with a newly prepared statement.
    func withStatement<Result>(_ sql: String, _ body: (OpaquePointer) -> Result) -> Result {
        var pointer: OpaquePointer?
        precondition(
            sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil) == SQLITE_OK)
        defer { sqlite3_finalize(pointer) }
        return body(pointer.unsafelyUnwrapped)
    }

    // MARK: - People

    func scan() -> [Person] {
        withStatement(Person.scan) { scan in
            var people: [Person] = []
            while sqlite3_step(scan) == SQLITE_ROW { people.append(Person(byHand: scan)) }
            return people
        }
    }

    func lookUp(_ ids: [Int64]) -> Digest {
        execute("BEGIN")
        defer { execute("COMMIT") }
        return withStatement(Person.lookup) { lookup in
            var digest = Digest()
            for id in ids {
                sqlite3_bind_int64(lookup, 1, id)
                if sqlite3_step(lookup) == SQLITE_ROW { digest.add(Person(byHand: lookup)) }
                sqlite3_reset(lookup)
            }
            return digest
        }
    }

    /// Inserts people. The strings of a row are bound from a single buffer, so SQLite need not copy them.
    func insert(_ people: [Person]) {
        execute("BEGIN IMMEDIATE")
        defer { execute("COMMIT") }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        withStatement(Person.insert) { insert in
            for person in people {
                var rest = buffer
                sqlite3_bind_int64(insert, 1, person.id)
                rest = bind(person.given, to: insert, at: 2, in: rest)
                rest = bind(person.family, to: insert, at: 3, in: rest)
                rest = bind(person.email, to: insert, at: 4, in: rest)
                rest = bind(person.phone, to: insert, at: 5, in: rest)
                _ = bind(person.birthday, to: insert, at: 6, in: rest)
                sqlite3_bind_double(insert, 7, person.height)
                sqlite3_bind_int64(insert, 8, person.isFavorite ? 1 : 0)
                sqlite3_step(insert)
                sqlite3_reset(insert)
            }
        }
    }

    @inline(__always)
    private func bind(
        _ text: String?, to statement: OpaquePointer, at index: Int32, in buffer: UnsafeMutableRawBufferPointer
    ) -> UnsafeMutableRawBufferPointer {
        guard let text else {
            sqlite3_bind_null(statement, index)
            return buffer
        }
        let count = text.utf8.withContiguousStorageIfAvailable { utf8 in
            buffer.copyMemory(from: UnsafeRawBufferPointer(utf8))
            return utf8.count
        }
        let (start, length) = (buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count ?? 0)
        sqlite3_bind_text(statement, index, start, Int32(truncatingIfNeeded: length), csqlite_static())
        return UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
    }
}

extension Person {
    fileprivate init(byHand row: OpaquePointer) {
        func text(_ index: Int32) -> String? {
            let value = sqlite3_column_value(row, index)
            guard let start = sqlite3_value_text(value) else { return nil }
            let count = Int(sqlite3_value_bytes(value))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
        self.init(
            id: sqlite3_column_int64(row, 0), given: text(1) ?? "", family: text(2) ?? "", email: text(3) ?? "",
            phone: text(4), birthday: text(5), height: sqlite3_column_double(row, 6),
            isFavorite: sqlite3_column_int64(row, 7) != 0)
    }
}
