import BenchmarksC
import CSQLite

/// The operations in Swift with direct SQLite calls: a lower bound for the time of any layer that creates strings.
///
/// Errors while running a statement are not reported, but they make the results differ.
extension CStore {
    func scan() -> [Person] {
        withStatement(Person.scan) { scan in
            var people: [Person] = []
            while sqlite3_step(scan) == SQLITE_ROW { people.append(Person(byHand: scan)) }
            return people
        }
    }

    func lookUp(_ ids: [Int64]) -> Digest {
        c_execute(pointer, "BEGIN")
        defer { c_execute(pointer, "COMMIT") }
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

    /// Inserts people. The strings of a row are bound from a single buffer, so that SQLite does not copy them.
    func insert(_ people: [Person]) {
        c_execute(pointer, "BEGIN IMMEDIATE")
        defer { c_execute(pointer, "COMMIT") }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        withStatement(Person.insert) { insert in
            for person in people {
                var rest = buffer
                sqlite3_bind_int64(insert, 1, person.id)
                bind(person.given, to: insert, at: 2, in: &rest)
                bind(person.family, to: insert, at: 3, in: &rest)
                bind(person.email, to: insert, at: 4, in: &rest)
                bind(person.phone, to: insert, at: 5, in: &rest)
                bind(person.birthday, to: insert, at: 6, in: &rest)
                sqlite3_bind_double(insert, 7, person.height)
                sqlite3_bind_int64(insert, 8, person.isFavorite ? 1 : 0)
                sqlite3_step(insert)
                sqlite3_reset(insert)
            }
        }
    }

    /// Runs the body with a newly prepared statement.
    private func withStatement<Result>(_ sql: String, _ body: (OpaquePointer) -> Result) -> Result {
        let statement: OpaquePointer = c_prepare(pointer, sql)
        defer { sqlite3_finalize(statement) }
        return body(statement)
    }

    @inline(__always)
    private func bind(
        _ text: String?, to statement: OpaquePointer, at index: Int32, in buffer: inout UnsafeMutableRawBufferPointer
    ) {
        let count = text?.utf8.withContiguousStorageIfAvailable { utf8 in
            buffer.copyMemory(from: UnsafeRawBufferPointer(utf8))
            return utf8.count
        }
        guard let count = count ?? nil else { return _ = sqlite3_bind_null(statement, index) }
        let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, start, Int32(truncatingIfNeeded: count), csqlite_static())
        buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
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
