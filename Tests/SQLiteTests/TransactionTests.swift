import SQLite
import Testing

private struct ChangeOfMind: Error {}

/// All or nothing, at every level.
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
    func `what returns is kept and its result handed on`(_ kind: TransactionKind) throws {
        let result = try connection.transaction(kind) {
            try add("Naboo")
            #expect(connection.isInTransaction)
            return 7
        }
        #expect(result == 7)
        #expect(!connection.isInTransaction)
        #expect(try names == ["Naboo"])
    }

    @Test func `what throws leaves nothing, and its error is handed on`() throws {
        #expect(throws: ChangeOfMind.self) {
            try connection.transaction {
                try add("Naboo")
                throw ChangeOfMind()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try names.isEmpty)
    }

    @Test func `a broken constraint undoes what came before it`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try add("Naboo")
                try add("Naboo")
            }
        }
        #expect(try names.isEmpty)
    }

    @Test func `a transaction inside another is refused and ends nothing`() throws {
        try connection.transaction {
            try add("Endor")
            #expect(throws: SQLiteError.self) { try connection.transaction { try add("Hoth") } }
            #expect(connection.isInTransaction)
        }
        #expect(try names == ["Endor"])
    }

    @Test func `a body that ends the transaction itself is told so`() throws {
        let error = try sqliteError { try connection.transaction { try connection.execute("ROLLBACK") } }
        #expect(error.code == .abort)
    }

    @Test func `a deferred constraint at COMMIT undoes all, and is not uncertain`() throws {
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

    @Test func `foreign keys are enforced, but for the while that a rebuild needs`() throws {
        let orphan = "INSERT INTO moon VALUES ('nowhere')"
        #expect(throws: SQLiteError.self) { try connection.run(orphan) }
        try connection.withForeignKeysOff { try connection.run(orphan) }
        #expect(throws: SQLiteError.self) { try connection.run(orphan) }
        #expect(try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 1)
    }

    @Test func `foreign keys come back when the body throws`() throws {
        #expect(throws: ChangeOfMind.self) { try connection.withForeignKeysOff { throw ChangeOfMind() } }
        #expect(try connection.integer("PRAGMA foreign_keys") == 1)
    }

    @Test func `foreign keys cannot be switched inside a transaction`() throws {
        let error = try sqliteError { try connection.transaction { try connection.withForeignKeysOff {} } }
        #expect(error.code == .misuse)
    }
}
