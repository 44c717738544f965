import SQLite
import Testing

private enum Kind: String {
    case planet
}

private struct Refusal: Error {}

/// An error says what failed and where, and never what the user had typed.
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

    @Test func `NULL where a value must be names the column`() throws {
        let error = try sqliteError { _ = try connection.all("SELECT id, mass FROM planet") { $0[1] as Double } }
        #expect(error.code == .mismatch)
        #expect(error.message == "column 1 “mass” contains NULL where a Double is expected")
        #expect(error.sql == "SELECT id, mass FROM planet")
    }

    @Test(arguments: ["first", "all", "forEach", "next"])
    func `a value of another type is thrown from every way of reading`(_ way: String) throws {
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

    @Test func `the fault of a row outranks what its closure made of the placeholder`() throws {
        let error = try sqliteError {
            _ = try connection.all("SELECT mass FROM planet") { row in
                guard row[0] > 0.0 else { throw Refusal() }
            }
        }
        #expect(error.code == .mismatch)
    }

    @Test func `a fault does not stay for the next query`() throws {
        let sql = "SELECT mass FROM planet"
        #expect(throws: SQLiteError.self) { try connection.all(sql) { $0[0] as Double } }
        #expect(try connection.all(sql) { $0[0] as Double? } == [nil])
    }

    @Test func `a column that does not exist is a fault, not a crash`() throws {
        for index in [-1, 1, .max] {
            #expect(throws: SQLiteError.self) { try connection.all("SELECT 1") { $0[index] as Int } }
        }
    }

    @Test func `integers other than 0 and 1 are no Bool`() throws {
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 2") { $0[0] as Bool } }
    }

    @Test func `an unknown raw value is thrown`() throws {
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 'comet'") { try $0[0] as Kind } }
        #expect(throws: SQLiteError.self) { try connection.first("SELECT NULL") { try $0[0] as Kind } }
        #expect(throws: SQLiteError.self) { try connection.first("SELECT 7") { try $0[0] as Kind? } }
    }

    @Test func `the bytes of what is no text are a fault`() throws {
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
    func `a broken promise says which, without the value`(_ sql: String, _ constraint: Constraint) throws {
        let error = try sqliteError { try connection.run(sql) { $0[1] = "Alderaan" } }
        #expect(error.code == .constraint)
        #expect(error.constraint == constraint)
        #expect(error.sql == sql)
        #expect(!error.description.contains("Alderaan"))
    }

    @Test func `a mistake in the language says where`() throws {
        let error = try sqliteError { try connection.run("SELECT nme FROM planet") }
        #expect(error.offset == 7)
        #expect(error.message == "no such column: nme")
        #expect(error.description.hasSuffix("in: SELECT nme FROM planet, at byte 7"))
    }

    @Test func `a text in double quotes is a mistake, not a text`() throws {
        #expect(throws: SQLiteError.self) { try connection.run(#"SELECT "no such column""#) }
    }

    @Test(arguments: [0, 2, -1, 65, .max])
    func `a parameter that does not exist is an error`(_ index: Int) throws {
        let error = try sqliteError { try connection.run("SELECT ?1") { $0[index] = 1 } }
        #expect(error.code == .range)
        #expect(error.message == "the statement has no parameter ?\(index)")
    }

    @Test func `a value beyond the limit is an error`() throws {
        let error = try sqliteError {
            try connection.run("SELECT ?1") { $0[1] = [UInt8](repeating: 0, count: 65 << 20) }
        }
        #expect(error.code == .tooBig)
    }

    @Test(arguments: ["", "  ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1\0; SELECT 2"])
    func `a text that is not one statement is refused`(_ sql: String) throws {
        #expect(try sqliteError { try connection.run(sql) }.code == .misuse)
    }

    @Test func `a statement may end in a semicolon and a comment`() throws {
        #expect(try connection.integer("SELECT 1; -- the end") == 1)
    }

    @Test func `a script ends at its first mistake and names that statement`() throws {
        let error = try sqliteError { try connection.execute("DELETE FROM planet; DELETE FROM comet; SELECT 1") }
        #expect(error.sql == " DELETE FROM comet; SELECT 1")
        #expect(try connection.integer("SELECT count(*) FROM planet") == 0)
    }
}
