import SQLite
import Testing

private struct ClosureError: Error {}

/// The atomicity of transactions.
@Suite struct TransactionTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            """
            CREATE TABLE planet (name TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE moon (planet TEXT REFERENCES planet (name) DEFERRABLE INITIALLY DEFERRED) STRICT;
            """)
    }

    private func add(_ name: String) throws {
        try connection.run("INSERT INTO planet VALUES (?1)") { $0[1] = name }
    }

    private var names: [String] {
        get throws { try connection.texts("SELECT name FROM planet ORDER BY name") }
    }

    @Test(arguments: [TransactionKind.deferred, .immediate])
    func `A transaction commits and returns the result of its body`(_ kind: TransactionKind) throws {
        let result = try connection.transaction(kind) {
            try add("Naboo")
            #expect(connection.isInTransaction)
            return 7
        }
        #expect(result == 7)
        #expect(!connection.isInTransaction)
        #expect(try names == ["Naboo"])
    }

    @Test func `A transaction whose body throws is rolled back and rethrows the error`() throws {
        #expect(throws: ClosureError.self) {
            try connection.transaction {
                try add("Naboo")
                throw ClosureError()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try names.isEmpty)
    }

    @Test func `A violated constraint rolls back earlier changes in the transaction`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try add("Naboo")
                try add("Naboo")
            }
        }
        #expect(try names.isEmpty)
    }

    @Test func `A nested transaction is rejected and does not end the outer transaction`() throws {
        try connection.transaction {
            try add("Endor")
            #expect(throws: SQLiteError.self) { try connection.transaction { try add("Hoth") } }
            #expect(connection.isInTransaction)
        }
        #expect(try names == ["Endor"])
    }

    @Test func `Rolling back a transaction within its body is an error`() throws {
        let error = try sqliteError { try connection.transaction { try connection.execute("ROLLBACK") } }
        #expect(error.code == .abort)
    }

    @Test func `A deferred constraint that fails at COMMIT is reported and rolls back the transaction`()
        throws
    {
        let error = try sqliteError {
            try connection.transaction {
                try add("Endor")
                try connection.run("INSERT INTO moon VALUES ('Tatooine')")
            }
        }
        #expect(error.constraint == .foreignKey)
        #expect(!connection.isInTransaction)
        #expect(try names.isEmpty)
    }

    // MARK: - Foreign keys

    @Test func `Foreign keys are enforced unless they are turned off`() throws {
        let orphan = "INSERT INTO moon VALUES ('nowhere')"
        #expect(throws: SQLiteError.self) { try connection.run(orphan) }
        try connection.withForeignKeysOff { try connection.run(orphan) }
        #expect(throws: SQLiteError.self) { try connection.run(orphan) }
        #expect(try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 1)
    }

    @Test func `Foreign keys are enforced again if a body that runs without them throws`() throws {
        #expect(throws: ClosureError.self) { try connection.withForeignKeysOff { throw ClosureError() } }
        #expect(try connection.integer("PRAGMA foreign_keys") == 1)
    }

    @Test func `Foreign keys cannot be turned off in a transaction`() throws {
        let error = try sqliteError { try connection.transaction { try connection.withForeignKeysOff {} } }
        #expect(error.code == .misuse)
    }
}
