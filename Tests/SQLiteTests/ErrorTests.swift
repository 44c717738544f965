import SQLite
import Testing

private enum Kind: String {
    case planet
}

private struct Refusal: Error {}

/// The content of errors: what failed and where, without user input.
@Suite struct ErrorTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            """
            CREATE TABLE planet (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, mass REAL CHECK (mass > 0)) STRICT;
            CREATE TABLE moon (planet INTEGER NOT NULL REFERENCES planet (id)) STRICT;
            INSERT INTO planet VALUES (1, 'Alderaan', NULL);
            """)
    }

    // MARK: - Reading

    @Test func `The error for an unexpected NULL names the column`() throws {
        let error = try sqliteError { _ = try connection.all("SELECT id, mass FROM planet") { $0[1] as Double } }
        #expect(error.code == .mismatch)
        #expect(error.message == "column 1 “mass” contains NULL where a Double is expected")
        #expect(error.sql == "SELECT id, mass FROM planet")
    }

    @Test(arguments: ["first", "all", "forEach", "next"])
    func `first, all, forEach, and next throw for a value of an unexpected type`(_ way: String) throws {
        let sql = "SELECT name FROM planet"
        let error = try sqliteError {
            switch way {
            case "first": _ = try connection.first(sql) { $0[0] as Int }
            case "all": _ = try connection.all(sql) { $0[0] as Int? }
            case "forEach": try connection.forEach(sql) { _ = $0[0] as Bool }
            default:
                var statement = try connection.prepare(sql)
                _ = try statement.next { $0[0] as [UInt8] }
            }
        }
        #expect(error.message.hasPrefix("column 0 “name” contains text where a"))
    }

    @Test func `A type mismatch takes precedence over an error that the closure throws`() throws {
        let error = try sqliteError {
            _ = try connection.all("SELECT mass FROM planet") { row in
                guard row[0] > 0.0 else { throw Refusal() }
            }
        }
        #expect(error.code == .mismatch)
    }

    @Test func `A type mismatch does not affect the next execution of the same query`() throws {
        let sql = "SELECT mass FROM planet"
        #expect(throws: SQLiteError.self) { try connection.all(sql) { $0[0] as Double } }
        #expect(try connection.all(sql) { $0[0] as Double? } == [nil])
    }

    @Test func `Reading a missing column is an error, not a crash`() throws {
        for index in [-1, 1, .max] {
            #expect(throws: SQLiteError.self) { try connection.all("SELECT 1") { $0[index] as Int } }
        }
    }

    @Test func `Reading the integer 2 as a Bool is an error`() throws {
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 2") { $0[0] as Bool } }
    }

    @Test func `Reading an enum from an unknown raw value, NULL, or an integer throws`() throws {
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 'comet'") { try $0[0] as Kind } }
        #expect(throws: SQLiteError.self) { try connection.first("SELECT NULL") { try $0[0] as Kind } }
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 7") { try $0[0] as Kind? } }
    }

    @Test func `Reading the UTF-8 bytes of an integer is an error`() throws {
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 1") { $0.withUTF8(0) { $0.count } } }
    }

    // MARK: - Writing

    @Test(arguments: [
        ("INSERT INTO planet VALUES (2, ?1, 1)", Constraint.unique),
        ("INSERT INTO planet VALUES (1, ?1 || '2', 1)", .primaryKey),
        ("INSERT INTO planet SELECT 2, NULL, 1 WHERE ?1 > ''", .notNull),
        ("INSERT INTO planet VALUES (2, ?1 || '2', -1)", .check),
        ("INSERT INTO planet VALUES (2, 'x', ?1)", .datatype),
        ("INSERT INTO moon SELECT 9 WHERE ?1 > ''", .foreignKey),
    ])
    func `An error names the violated constraint but not the value`(_ sql: String, _ constraint: Constraint) throws {
        let error = try sqliteError { try connection.run(sql) { $0[1] = "Alderaan" } }
        #expect(error.code == .constraint)
        #expect(error.constraint == constraint)
        #expect(error.sql == sql)
        #expect(!error.description.contains("Alderaan"))
    }

    @Test func `The error for an unknown column states its position in the statement`() throws {
        let error = try sqliteError { try connection.run("SELECT nme FROM planet") }
        #expect(error.offset == 7)
        #expect(error.message == "no such column: nme")
        #expect(error.description == "no such column: nme (1), in: SELECT nme FROM planet, at byte 7")
    }

    @Test func `A string literal in double quotes is an error`() throws {
        #expect(throws: SQLiteError.self) { try connection.run(#"SELECT "no such column""#) }
    }

    @Test(arguments: [0, 2, -1, 65, .max])
    func `Binding a missing parameter is an error`(_ index: Int) throws {
        let error = try sqliteError { try connection.run("SELECT ?1") { $0[index] = 1 } }
        #expect(error.code == .range)
        #expect(error.message == "the statement has no parameter ?\(index)")
    }

    @Test func `Binding a value beyond the size limit is an error`() throws {
        let error = try sqliteError {
            try connection.run("SELECT ?1") { $0[1] = [UInt8](repeating: 0, count: 65 << 20) }
        }
        #expect(error.code == .tooBig)
    }

    @Test(arguments: ["", "  ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1\0; SELECT 2"])
    func `Text that is not a single statement is rejected`(_ sql: String) throws {
        #expect(try sqliteError { try connection.run(sql) }.code == .misuse)
    }

    @Test func `A statement may end with a semicolon and a comment`() throws {
        #expect(try connection.integer("SELECT 1; -- the end") == 1)
    }

    @Test func `A script stops at its first error, which contains the SQL starting with the failed statement`() throws {
        let error = try sqliteError { try connection.execute("DELETE FROM planet; DELETE FROM comet; SELECT 1") }
        #expect(error.sql == " DELETE FROM comet; SELECT 1")
        #expect(try connection.integer("SELECT count(*) FROM planet") == 0)
    }
}
