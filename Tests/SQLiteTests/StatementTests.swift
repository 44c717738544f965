import SQLite
import Testing

/// The preparation, caching, and reuse of statements.
@Suite struct StatementTests {
    let connection: Connection
    let numbers = "SELECT n FROM number ORDER BY n"

    init() throws {
        connection = try .inMemory()
        try connection.execute("CREATE TABLE number (n INTEGER PRIMARY KEY) STRICT")
        try connection.run("INSERT INTO number VALUES (1), (2), (3)")
    }

    private func prepared(_ sql: String) throws -> Int {
        let count = "SELECT count(*) FROM sqlite_stmt WHERE sql = ?1"
        return try #require(try connection.first(count, { $0[1] = sql }) { $0[0] as Int })
    }

    @Test func `The same SQL text is prepared only once`() throws {
        for _ in 1...10 { #expect(try connection.all(numbers) { $0[0] as Int } == [1, 2, 3]) }
        #expect(try prepared(numbers) == 1)
        let runs = "SELECT run FROM sqlite_stmt WHERE sql = ?1"
        #expect(try connection.first(runs, { $0[1] = numbers }) { $0[0] as Int } == 10)
    }

    @Test func `Executions of the same SQL text may be nested`() throws {
        var pairs: [[Int]] = []
        try connection.forEach(numbers) { outer in
            let first: Int = outer[0]
            try connection.forEach(numbers) { inner in pairs.append([first, inner[0]]) }
        }
        #expect(pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]])
        #expect(try prepared(numbers) == 1)
    }

    @Test func `The statement cache has a limit and removes the least recently used statement`() throws {
        for number in 1...300 {
            _ = try connection.integer("SELECT \(number)")
            _ = try connection.all(numbers) { $0[0] as Int }
        }
        #expect(try prepared("SELECT 1") == 0)
        #expect(try prepared("SELECT 300") == 1)
        #expect(try prepared(numbers) == 1)
        #expect(try connection.integer("SELECT count(*) FROM sqlite_stmt") <= 201)
    }

    @Test func `SQL strings that differ in a few characters are separate statements`() throws {
        let blanks = String(repeating: " ", count: 90)
        for letter in ["a", "b", "c", "d"] {
            for place in 0..<90 {
                let sql = "SELECT '\(letter)'\(blanks.prefix(place))+\(blanks.dropFirst(place))\(place)"
                #expect(try connection.integer(sql) == place)
            }
        }
    }

    @Test func `A statement can run repeatedly`() throws {
        var insert = try connection.prepare("INSERT INTO number VALUES (?1)")
        for number in 4...6 { #expect(try insert.run { $0[1] = number } == 1) }
        #expect(connection.lastInsertedID == 6)
        #expect(try connection.integer("SELECT sum(n) FROM number") == 21)
    }

    @Test func `A statement can run again after an error`() throws {
        var insert = try connection.prepare("INSERT INTO number VALUES (?1)")
        #expect(throws: SQLiteError.self) { try insert.run { $0[1] = 1 } }
        #expect(try insert.run { $0[1] = 4 } == 1)
    }

    @Test func `A statement can be reset before its last row`() throws {
        var statement = try connection.prepare("SELECT n FROM number WHERE n >= ?1 ORDER BY n")
        try statement.bind { $0[1] = 2 }
        #expect(try statement.next { $0[0] as Int } == 2)
        statement.reset()
        #expect(try statement.next { $0[0] as Int } == 2)
        #expect(try statement.next { $0[0] as Int } == 3)
        #expect(try statement.next { $0[0] as Int } == nil)
    }

    @Test func `A cached statement remains valid after a schema change`() throws {
        let sql = "SELECT * FROM number ORDER BY n LIMIT 1"
        #expect(try connection.first(sql) { $0.count } == 1)
        try connection.execute("ALTER TABLE number ADD COLUMN name TEXT DEFAULT 'one'")
        #expect(try connection.first(sql) { $0.count } == 2)
    }

    @Test func `A statement keeps its connection alive`() throws {
        var other: Connection? = try .inMemory()
        var statement = try #require(other).prepare("SELECT 1")
        other = nil
        #expect(try statement.first { $0[0] as Int } == 1)
    }

    @Test func `RETURNING returns the changed rows`() throws {
        let doubled = try connection.all("UPDATE number SET n = n * 10 RETURNING n") { $0[0] as Int }
        #expect(doubled.sorted() == [10, 20, 30])
        #expect(connection.changes == 3)
    }

    @Test func `The change count excludes changes made by triggers`() throws {
        try connection.execute(
            """
            CREATE TABLE log (n INTEGER) STRICT;
            CREATE TRIGGER logged AFTER DELETE ON number BEGIN INSERT INTO log VALUES (old.n); END;
            """)
        #expect(try connection.run("DELETE FROM number WHERE n > 1") == 2)
        #expect(try connection.run("DELETE FROM number WHERE n > 1") == 0)
    }

    @Test func `REPLACE fires the delete trigger for the replaced row`() throws {
        try connection.execute(
            """
            CREATE TABLE log (n INTEGER) STRICT;
            CREATE TRIGGER logged AFTER DELETE ON number BEGIN INSERT INTO log VALUES (old.n); END;
            REPLACE INTO number VALUES (2);
            """)
        #expect(try connection.all("SELECT n FROM log") { $0[0] as Int } == [2])
    }

    @Test func `A query plan shows whether a table is searched by its key or scanned`() throws {
        #expect(
            try connection.queryPlan("SELECT * FROM number WHERE n = ?1")
                == ["SEARCH number USING INTEGER PRIMARY KEY (rowid=?)"])
        #expect(try connection.queryPlan("SELECT * FROM number") == ["SCAN number"])
    }
}
