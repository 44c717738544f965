import Glibc
import SQLite
import TestSupport
import Testing

/// Copies of databases, which never replace a file.
@Suite struct BackupTests {
    let folder: TemporaryFolder
    let database: Database

    init() async throws {
        folder = try TemporaryFolder()
        database = try Database(at: folder.file("a.sqlite"), mode: .createNew)
        try await database.write { connection in
            try connection.setApplicationID(7)
            try connection.setUserVersion(3)
            try connection.execute(
                """
                CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, photo BLOB) STRICT;
                CREATE INDEX person_name ON person (name);
                INSERT INTO person VALUES (1, 'José' || char(0) || 'x', x'00ff'), (5, NULL, NULL), (9, '', x'');
                """)
        }
    }

    private static func content(_ connection: Connection) throws -> [String] {
        try connection.texts("SELECT quote(sql) FROM sqlite_schema ORDER BY name")
            + connection.texts("SELECT quote(id) || quote(hex(name)) || quote(photo) FROM person ORDER BY id")
            + [String(try connection.applicationID), String(try connection.userVersion)]
    }

    @Test func `A database copy has the same content as its source and is accessible only to its owner`()
        async throws
    {
        let copy = folder.file("copy ' quoted.sqlite")
        try await database.vacuum(into: copy)
        let connection = try Connection(at: copy, mode: .readOnly)
        #expect(try connection.texts("PRAGMA integrity_check") == ["ok"])
        #expect(try Self.content(connection) == (try await database.read(Self.content)))
        var status = stat()
        #expect(stat(copy, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `A database copy includes changes that are only in the WAL`() async throws {
        try await database.write { try $0.run("DELETE FROM person WHERE id = 5") }
        try await database.vacuum(into: folder.file("copy"))
        #expect(try Connection(at: folder.file("copy"), mode: .readOnly).integer("SELECT count(*) FROM person") == 2)
    }

    @Test func `A table with a CHECK constraint and a generated column is copied`() async throws {
        try await database.write { connection in
            try connection.execute(
                """
                CREATE TABLE name (given TEXT CHECK (given > ''), folded TEXT AS (lower(given)) VIRTUAL) STRICT;
                INSERT INTO name VALUES ('Leia');
                """)
        }
        try await database.vacuum(into: folder.file("copy"))
        #expect(try Connection(at: folder.file("copy"), mode: .readOnly).texts("SELECT folded FROM name") == ["leia"])
    }

    @Test func `A copy does not replace an existing file`() async throws {
        try write([1, 2, 3], to: folder.file("copy"))
        let error = await #expect(throws: SQLiteError.self) { try await database.vacuum(into: folder.file("copy")) }
        #expect(error?.message.hasSuffix("already exists") == true)
        #expect(try bytes(of: folder.file("copy")) == [1, 2, 3])
    }

    @Test func `A failed copy does not leave a file at its target`() async throws {
        let target = folder.file("copy")
        await #expect(throws: SQLiteError.self) {
            try await database.read { try $0.vacuum(into: target) }
        }
        #expect(try !folder.names().contains("copy"))
    }
}
