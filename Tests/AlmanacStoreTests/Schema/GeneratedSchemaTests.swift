import FileIO
import FoundationEssentials
import Model
import SQLite
import TestSupport
import Testing
import Text
@testable import AlmanacStore

/// Tests of the history triggers, which are generated from the columns of each table.
@Suite("Tables that are recorded in the history or exempt from it")
struct RecordingTests {
    @Test("The list of recorded tables contains every table of user data")
    func listed() async throws {
        let store = try await TemporaryStore()
        #expect(try UserTables.names(on: store.connection()) == RecordedTables.names.sorted())
    }

    @Test("Changes to a table that a migration rebuilds with another column order are still recorded")
    func rebuilt() throws {
        let folder = try TemporaryFolder()
        let version = (Migration.embedded.last?.version ?? 0) + 1
        let sql = """
            PRAGMA legacy_alter_table = ON;
            CREATE TABLE rebuilt (
                origin TEXT NOT NULL DEFAULT 'card', value TEXT NOT NULL,
                person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, position INTEGER NOT NULL,
                PRIMARY KEY (person_id, position)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO rebuilt (value, person_id, position) SELECT value, person_id, position FROM person_uid;
            DROP TABLE person_uid;
            ALTER TABLE rebuilt RENAME TO person_uid;
            PRAGMA legacy_alter_table = OFF;
            """
        try folder.makeStore()
        try folder.runAsOtherProgram(
            "INSERT INTO person (given) VALUES ('Leia'); INSERT INTO person_uid VALUES (1, 0, 'before')")
        try folder.makeStore(Migration.embedded + [Migration(version: version, name: "origin", sql: sql)])
        try folder.runAsOtherProgram("UPDATE person_uid SET value = 'after', origin = 'file'")
        let past = try Connection(at: folder.location.path, mode: .readOnly).all(
            "SELECT is_new, person_id, position, value, origin FROM person_uid_past ORDER BY change_id, is_new"
        ) { row in
            "\(row[0] as Int) \(row[1] as Int) \(row[2] as Int) \(row[3] as String) \(row[4] as String)"
        }
        #expect(past == ["1 1 0 before card", "0 1 0 before card", "1 1 0 after file"])
    }

    @Test func `Replacing a history view keeps its triggers`() throws {
        let connection = try Migrator.test(nil).model()
        let names = HistoryViews.all.map(\.name)
        func present() throws -> [String: String] {
            let objects = try connection.all("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
                ($0[0] as String, $0[1] as String)
            }
            return Dictionary(uniqueKeysWithValues: objects.filter { names.contains($0.0) })
        }
        let original = try present()
        #expect(original.count == names.count)
        let triggers = HistoryViews.all.filter { $0.type == "TRIGGER" && $0.sql.contains("ON update_recording ") }
        try connection.execute("DROP VIEW update_recording; CREATE VIEW update_recording AS SELECT 1 AS has_old_key")
        for trigger in triggers {
            try connection.execute("CREATE TRIGGER \(trigger.name) \(trigger.sql.split(separator: trigger.name)[1])")
        }
        try GeneratedSchema.update(connection)
        #expect(try present() == original)
    }

    @Test func `Every table exempt from the history exists, and the state of an account is not recorded`() async throws
    {
        let store = try await TemporaryStore()
        let file = try store.connection()
        for table in UserTables.exempt.keys {
            let isThere = try file.first("SELECT 1 FROM sqlite_schema WHERE name = ?1", { $0[1] = table }) {
                $0[0] as Bool
            }
            #expect(isThere == true, "\(table)")
        }
        let recorded = try file.all("SELECT name FROM pragma_table_info('account_past')") { $0[0] as String }
        #expect(recorded == ["change_id", "is_new", "id", "person_id", "name", "name_key", "passphrase_hash"])
    }
}

struct MigrationScriptTests {
    @Test("The checksum of a migration is the SHA-256 hash of its SQL tokens, each followed by a NUL")
    func pinned() {
        let migration = Migration(version: 1, name: "a", sql: "CREATE TABLE a (b TEXT); -- b is for bytes")
        #expect(migration.checksum == SHA256.hex(of: Array("CREATE\0TABLE\0a\0(\0b\0TEXT\0)\0;\0".utf8)))
    }

    @Test(
        "The columns that a migration adds are read from its script",
        arguments: [
            ("ALTER TABLE a ADD COLUMN b", ["a": ["b"]]), ("ALTER TABLE a ADD COLUMN", [:]), ("", [:]),
            ("ALTER TABLE a ADD COLUMN b TEXT; ALTER TABLE a ADD COLUMN c; SELECT 1", ["a": ["b", "c"]]),
            ("ALTER TABLE a RENAME COLUMN b TO c", [:]), ("ALTER VIEW a ADD COLUMN b", [:]),
            ("ALTER TABLE a ADD CHECK b", [:]), ("DROP TABLE a ADD COLUMN b", [:]),
        ] as [(String, [String: Set<String>])])
    func addedColumns(sql: String, columns: [String: Set<String>]) {
        #expect(Migration(version: 1, name: "a", sql: sql).addedColumns == columns)
    }

    @Test("A migration without a script is treated as superseded")
    func superseded() {
        #expect(Migration(version: 1, name: "a", sql: "").isSuperseded)
        #expect(!Migration(version: 1, name: "a", sql: ";").isSuperseded)
    }

    @Test("Each embedded migration matches its pinned checksum, so released migrations cannot be edited")
    func pinnedInAFile() throws {
        let path = #filePath.split(separator: "/Tests/")[0] + "/Migrations/checksums"
        let lines = try String(contentsOf: URL(filePath: String(path)), encoding: .utf8).split(separator: "\n").filter {
            $0.hasSuffix(".sql")
        }
        let scripts = EmbeddedFile.all.filter { $0.path.contains(/^Migrations\/\d.*\.sql$/) }
        let made = scripts.map { script in
            "\(Migration.checksum(of: script.text)) \(script.path.dropFirst("Migrations/".count))"
        }
        #expect(
            lines.map(String.init) == made,
            "A new migration is pinned by the line above; an old one is never edited.")
        #expect(Migration.embedded.map(\.checksum) == lines.map { String($0.prefix(64)) })
        #expect(Migration.embedded.allSatisfy { $0.checksum == Migration.checksum(of: $0.sql) })
    }

    @Test("Current migrations are numbered from 17 without gaps, and superseded migrations from 1 to 21")
    func numbered() {
        #expect(Migration.embedded.count >= 5)
        #expect(Migration.embedded.map(\.version) == (0..<Migration.embedded.count).map { 17 + $0 })
        #expect(Migration.superseded.map(\.version) == Array(1...21))
    }
}
