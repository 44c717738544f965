@testable import SQLite
import Testing

private enum Kind: String, CaseIterable {
    case moon, planet
}

/// Binding and reading values.
@Suite struct ValueTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    private func roundTrip<Value: Storable>(_ value: Value?) throws -> Value? {
        let row: Value?? = try connection.first("SELECT ?1", { $0[1] = value }) { $0[0] as Value? }
        return try #require(row)
    }

    @Test(arguments: [0, 1, -1, 255, Int64(Int32.max) + 1, .max, .min])
    func `Integers round-trip`(_ value: Int64) throws {
        #expect(try roundTrip(value) == value)
        #expect(try roundTrip(Int(value)) == Int(value))
    }

    @Test(arguments: [0, -0.0, 1.5, -.pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity])
    func `Real numbers round-trip bit by bit`(_ value: Double) throws {
        #expect(try roundTrip(value)?.bitPattern == value.bitPattern)
    }

    @Test func `NaN becomes NULL`() throws {
        #expect(try roundTrip(Double.nan) == nil)
    }

    @Test(arguments: [
        "", "a", "fifteen bytes..", "sixteen bytes...", "José", "日本語", "👩‍👩‍👧", "a\0b", "\0", "'; DROP TABLE x --",
        String(repeating: "long ", count: 5000),
    ])
    func `Text round-trips byte by byte`(_ text: String) throws {
        let back = try #require(try roundTrip(text))
        #expect(Array(back.utf8) == Array(text.utf8))
    }

    @Test func `Precomposed and decomposed é are stored as different text`() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        #expect(try roundTrip(composed)?.unicodeScalars.count == 1)
        #expect(try roundTrip(decomposed)?.unicodeScalars.count == 2)
        let equal = try connection.first(
            "SELECT ?1 = ?2",
            {
                $0[1] = composed
                $0[2] = decomposed
            }
        ) { $0[0] as Bool }
        #expect(equal == false)
    }

    @Test(arguments: [0, 1, 256, 100_000])
    func `Blobs round-trip byte by byte`(_ count: Int) throws {
        let blob = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try roundTrip(blob) == blob)
        let type = try connection.first("SELECT typeof(?1)", { $0[1] = blob }) { $0[0] as String }
        #expect(type == "blob")
    }

    @Test(arguments: [true, false])
    func `Boolean values round-trip`(_ value: Bool) throws {
        #expect(try roundTrip(value) == value)
    }

    @Test func `nil is stored as NULL for every type`() throws {
        #expect(try roundTrip(Int64?.none) == nil)
        #expect(try roundTrip(Int?.none) == nil)
        #expect(try roundTrip(Double?.none) == nil)
        #expect(try roundTrip(String?.none) == nil)
        #expect(try roundTrip(Bool?.none) == nil)
        #expect(try roundTrip([UInt8]?.none) == nil)
        #expect(try connection.first("SELECT ?1", { $0[1] = Kind?.none }) { try $0[0] as Kind? } == .some(nil))
    }

    @Test(arguments: Kind.allCases)
    private func `An enum is stored as its raw value`(_ kind: Kind) throws {
        #expect(try connection.first("SELECT ?1", { $0[1] = kind }) { try $0[0] as Kind } == kind)
        #expect(try connection.first("SELECT ?1", { $0[1] = kind }) { $0[0] as String } == kind.rawValue)
    }

    @Test func `Invalid UTF-8 is repaired when read as a string and unchanged when read as bytes`() throws {
        let sql = "SELECT CAST(x'61ff62' AS TEXT)"
        #expect(try connection.texts(sql) == ["a\u{FFFD}b"])
        let lent = try connection.first(sql) { row in row.withUTF8(0) { span in span.withUnsafeBytes(Array.init) } }
        #expect(lent == [0x61, 0xFF, 0x62])
    }

    @Test func `Values of each storage class can be read as text in SQLite’s format`() throws {
        let sql = "SELECT 42, 0.1, 1e300, 'ä\u{22}', x'00ff', '', NULL"
        let lent: [[UInt8]?]? = try connection.first(sql) { row in
            (0..<row.count).map { column in
                row.withRenderedUTF8(column) { span in
                    guard let span else { return nil }
                    return span.withUnsafeBytes(Array.init)
                }
            }
        }
        let texts = ["42", "0.1", "1.0e+300", "ä\u{22}"].map { Array($0.utf8) }
        #expect(lent == texts + [[0x00, 0xFF], [], nil])
    }

    @Test func `A row returns the storage class of each value`() throws {
        let types = try connection.first("SELECT 1, 1.5, 'a', x'00', NULL") { row in
            (0..<row.count).map { row.column($0).datatype }
        }
        #expect(types == [.integer, .real, .text, .blob, .null])
    }

    @Test func `An unbound parameter is an error, even if an earlier run bound it`() throws {
        var statement = try connection.prepare("SELECT ?1, ?2")
        _ = try statement.first({
            $0[1] = "one"
            $0[2] = "two"
        }) { $0[0] as String }
        let error = #expect(throws: SQLiteError.self) { try statement.first({ $0[2] = "two" }) { $0[0] as String? } }
        #expect(error?.message == "a parameter is not bound: ?1")
    }

    @Test(arguments: [64, 65, 70, 128, 129, 200])
    func `An error names the unbound parameter among many`(_ unbound: Int) throws {
        let sql = "SELECT " + (1...200).map { "?\($0)" }.joined(separator: ",")
        var statement = try connection.prepare(sql)
        #expect(try statement.first({ for index in 1...200 { $0[index] = index } }) { $0[199] as Int } == 200)
        let error = #expect(throws: SQLiteError.self) {
            try statement.first({ for index in 1...200 where index != unbound { $0[index] = index } }) { _ in }
        }
        #expect(error?.message == "a parameter is not bound: ?\(unbound)")
    }

    @Test func `An unbound parameter is an error, even if another parameter is bound twice`() throws {
        let sql = "SELECT " + (1...70).map { "?\($0)" }.joined(separator: ",")
        let error = #expect(throws: SQLiteError.self) {
            try connection.first(sql, { for index in 1...70 { $0[index == 70 ? 66 : index] = index } }) { _ in }
        }
        #expect(error?.message == "a parameter is not bound: ?70")
    }

    @Test func `Values are bound in the order of the parameters, and a wrong number of values is an error`() throws {
        let name: String? = nil
        let row = try connection.first("SELECT ?1, ?2, ?3", binding: 7, "x", name) {
            ($0[0] as Int, $0[1] as String, $0[2] as String?)
        }
        #expect(try #require(row) == (7, "x", nil))
        #expect(throws: SQLiteError.self) { try connection.run("SELECT ?1, ?2", binding: 7) }
        #expect(throws: SQLiteError.self) { try connection.run("SELECT ?1", binding: 7, 8) }
    }

    @Test func `A binding error states its cause`() {
        func message(_ result: Int32) -> String { Bindings.error(result, binding: 3, in: "SELECT ?3").message }
        #expect(message(ResultCode.tooBig.rawValue) == "the value for ?3 is too long")
        #expect(message(ResultCode.range.rawValue) == "the statement has no parameter ?3")
        #expect(message(ResultCode.outOfMemory.rawValue) == "the value for ?3 cannot be bound: out of memory")
        #expect(Bindings.error(ResultCode.outOfMemory.rawValue, binding: 3, in: "").code == .outOfMemory)
    }

    @Test func `Only the parameters that a statement contains must be bound`() throws {
        #expect(try connection.first("SELECT ?5", { $0[5] = 5 }) { $0[0] as Int } == 5)
        #expect(try connection.first("SELECT ?, ?", { ($0[1], $0[2]) = (1, 2) }) { $0[1] as Int } == 2)
        #expect(throws: SQLiteError.self) { try connection.first("SELECT ?, ?", { $0[1] = 1 }) { $0[1] as Int? } }
    }

    @Test func `Text values that together exceed the buffer of a statement are bound intact`() throws {
        let texts = (0..<20).map { String(repeating: "\($0) ", count: 150) }
        let sql = "SELECT " + (1...20).map { "?\($0)" }.joined(separator: " || ")
        let joined = try connection.first(sql, { for (index, text) in texts.enumerated() { $0[index + 1] = text } }) {
            $0[0] as String
        }
        #expect(joined == texts.joined())
    }
}
