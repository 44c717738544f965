import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The repairs of `check --fix`, which lose no data.
struct RepairTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    /// Repairs the database and expects it to be intact and backed up.
    private func repair() async throws -> RepairReport {
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(try await place.maintenance.check(.deep) == [])
        #expect(try await place.maintenance.backups().map(\.path) == [report.backup].compactMap { $0 })
        return report
    }

    private func note() async throws -> String {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        let notes = try await store.notes.list(ListRequest()).items.map(\.content)
        return notes.first { $0.topic == OrphanRecovery.topic }?.text ?? ""
    }

    @Test("A repair neither changes nor backs up an intact database")
    func whole() async throws {
        let before = try place.folder.bytes("store.db")
        #expect(try await place.maintenance.repair() == RepairReport(backup: nil, repaired: [], left: []))
        #expect(try place.folder.bytes("store.db") == before)
        #expect(try await place.maintenance.backups() == [])
    }

    @Test("A missing search index table is recreated with its settings")
    func searchTable() async throws {
        func settings() throws -> [String] {
            try Connection(at: place.folder.location.path, mode: .readOnly)
                .all("SELECT k || ' ' || v FROM search_name_config ORDER BY k") { $0[0] }
        }
        let before = try settings()
        try #require(before.contains { $0.hasPrefix("hashsize ") })
        try place.folder.runAsOtherProgram("DROP TABLE search_name")
        #expect(try await repair().repaired.contains("Rebuilt the search index."))
        #expect(try settings() == before)
    }

    @Test(
        "A search index that differs from its documents is reported and rebuilt", .long("each table of the index"),
        arguments: Soak.sample(
            [
                "DELETE FROM search_data WHERE id > 10", "DELETE FROM search_name_data WHERE id = 10",
                "UPDATE search_content SET c0 = 'x' || c0",
            ], 1))
    func searchPostings(damage: String) async throws {
        let file = try Connection(at: place.folder.location.path, mode: .readWrite)
        try file.openShadowTables()
        try file.execute(damage)
        try await place.expect(.deep, .searchStale, "The search index")
        #expect(try await repair().repaired == ["Rebuilt the search index."])
    }

    @Test("Backups made by repairs that fix nothing do not displace intact backups")
    func hopeless() async throws {
        let sound = try #require(try await place.maintenance.backUpBefore(.purge))
        try place.flip("the plans of the Death Star", to: "the plans of the Death Stab")
        for _ in 1...3 { #expect(try await !place.maintenance.repair().left.isEmpty) }
        let backups = try await place.maintenance.backups()
        #expect(backups.count == 2 + 1)
        #expect(backups.first(where: \.isSound)?.path == sound.path)
    }

    @Test("A damaged index is rebuilt")
    func index() async throws {
        try place.breakIndex()
        let repaired = try await repair().repaired
        #expect(repaired == ["Rebuilt all indexes."])
    }

    @Test("A search index with missing and extra entries is rebuilt")
    func search() async throws {
        try place.folder.runAsOtherProgram(
            "DELETE FROM search; DELETE FROM name_key; INSERT INTO misspelling VALUES ('nbd', 'nobody')")
        #expect(try await repair().repaired == ["Rebuilt the search index."])
    }

    @Test("D17 Rows without a parent record are saved as text, and a person with a missing home planet is kept")
    func orphans() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA foreign_keys = OFF;
            UPDATE person SET home_id = 99 WHERE id = 1;
            INSERT INTO person_email VALUES (77, 0, 'home', 'who@example.org');
            INSERT INTO membership VALUES (55, 2, 1);
            """)
        let report = try await repair()
        #expect(report.repaired == ["Saved 3 rows without a parent record to notes/2 as text."])
        let text = try await note()
        #expect(text.contains("person_email: person_id: 77; position: 0; label: home; value: who@example.org"))
        #expect(text.contains("membership: group_id: 55; person_id: 2; position: 1"))
        #expect(text.contains("home_id: 99"))
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        #expect(try await store.persons.count(.all) == 40)
        store.close()
    }

    @Test("A missing index or trigger or a changed view is recreated, and an unknown table is only reported")
    func schema() async throws {
        try place.folder.runAsOtherProgram("DROP INDEX person_by_given; DROP TRIGGER person_insert_recorded")
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        await #expect(throws: StoreProblem.changedTrigger(name: "person_insert_recorded", isMissing: true)) {
            try await store.notes.add(Note())
        }
        try place.folder.runAsOtherProgram("DROP VIEW resident; CREATE VIEW resident AS SELECT 1 AS planet_id")
        #expect(
            try await repair().repaired == [
                "Recreated the view resident.", "Recreated the trigger person_insert_recorded.",
                "Recreated the index person_by_given.",
            ])
        _ = try await store.notes.add(Note())
        try place.folder.runAsOtherProgram("CREATE TABLE shopping (item TEXT); INSERT INTO shopping VALUES ('milk')")
        let report = try await place.maintenance.repair()
        #expect(report.left == [Finding(.schemaChanged, "The table shopping does not belong to Almanac.")])
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        #expect(try connection.first("SELECT item FROM shopping") { $0[0] as String } == "milk")
    }

    @Test(
        "D29 Writes are rejected while a trigger of another program exists, and a repair removes the trigger",
        .long("triggers on several tables"),
        arguments: Soak.sample(
            [
                (
                    "endless one", "person",
                    "AFTER UPDATE ON person BEGIN UPDATE person SET given = given || 'x' WHERE id = new.id; END"
                ),
                ("endless one", "change", "AFTER INSERT ON change BEGIN DELETE FROM note; END"),
                ("account_inserted", "note", "AFTER INSERT ON note BEGIN DELETE FROM person; END"),
            ], 1))
    func foreignTrigger(name: String, table: String, definition: String) async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        _ = try await store.notes.add(Note())
        try place.folder.runAsOtherProgram("CREATE TRIGGER \"\(name)\" \(definition)")
        await #expect(throws: StoreProblem.foreignTrigger(name: name, table: table)) {
            try await store.notes.add(Note())
        }
        #expect(try await store.notes.count(.all) == 2)
        try await place.expect(
            .quick, .schemaChanged, "The trigger \(name) on table \(table) does not belong to Almanac: CREATE")
        #expect(
            try await repair().repaired == ["Removed the trigger \(name), which does not belong to Almanac."])
        _ = try await store.notes.add(Note())
        #expect(try await store.notes.count(.all) == 3)
    }

    @Test("Writes are rejected after another program has replaced a trigger, and a repair restores the original")
    func replacedTrigger() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        _ = try await store.notes.add(Note())
        try place.folder.runAsOtherProgram(
            """
            DROP TRIGGER note_insert_recorded;
            CREATE TRIGGER note_insert_recorded AFTER INSERT ON note BEGIN DELETE FROM person; END
            """)
        let problem = StoreProblem.changedTrigger(name: "note_insert_recorded", isMissing: false)
        await #expect(throws: problem) { try await store.notes.add(Note()) }
        await #expect(throws: problem) { try await place.maintenance.acceptTrigger("note_insert_recorded") }
        try await place.expect(.quick, .schemaChanged, "The trigger note_insert_recorded on table note differs")
        let repaired = try await repair().repaired
        #expect(repaired.contains("Restored the trigger note_insert_recorded, which another program had changed."))
        _ = try await store.notes.add(Note())
        #expect(try await store.persons.count(.all) == 40)
    }

    @Test(
        "A view with triggers is recreated together with its triggers", .long("a missing and a changed view"),
        arguments: Soak.sample(["CREATE VIEW latest_step AS SELECT 1 AS id", ""], 1))
    func viewWithTriggers(_ replacement: String) async throws {
        try place.folder.runAsOtherProgram("DROP VIEW latest_step; \(replacement)")
        let report = try await place.maintenance.repair()
        #expect(report.repaired.contains("Recreated the view latest_step."))
        #expect(report.left == [])
    }

    @Test("The checksums of views and triggers are pinned, so that commands need not compare each of them")
    func pinnedSchema() throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        let views = try SchemaGuard.checksum(of: connection, where: ForeignView.candidates)
        #expect(views == Migration.schemaChecksums.views, "A line of Migrations/checksums pins the views.")
        let triggers = try SchemaGuard.checksum(of: connection, where: SchemaGuard.triggers)
        #expect(triggers == Migration.schemaChecksums.triggers, "A line of Migrations/checksums pins the triggers.")
    }

    @Test("F1, F6, F7 Missing and damaged photos are restored from a backup, and their folder becomes private")
    func photos() async throws {
        _ = try await place.maintenance.backUpBefore(.import)
        let blobs = place.blobs
        unlink(blobs.path(try #require(place.photos[0])))
        try damageInPlace(blobs.path(try #require(place.photos[1])))
        chmod(place.folder.location.photos, 0o755)
        let report = try await place.maintenance.repair()
        let modes = report.repaired.filter { $0.contains("the mode was 0755") }
        #expect(modes == ["Restricted \(place.folder.location.photos) to its owner (the mode was 0755)."])
        let folders = try await place.maintenance.backups().map { StoreLocation($0.path).photos }
        for id in place.photos.compactMap(\.self) {
            let texts = folders.map { "Restored the photo \(id.rawValue) from \($0)." }
            #expect(report.repaired.contains { texts.contains($0.description) }, "\(report.repaired)")
        }
        #expect(report.repaired.count == 2 + modes.count && report.left == [])
        #expect(try place.folder.permissions("store.db.photos") == 0o700)
        #expect(try await blobs.load(try #require(place.photos[0])) == [1])
        #expect(try await blobs.load(try #require(place.photos[1])) == [2])
    }

    /// Damages a file in place, which affects all its hard links.
    private func damageInPlace(_ path: String) throws {
        let file = open(path, O_WRONLY)
        defer { close(file) }
        #expect(write(file, [9], 1) == 1)
    }

    @Test("D24 A mismatched WAL is moved aside, and the database file is not changed")
    func foreignLog() async throws {
        let before = try place.folder.bytes("store.db")
        try await place.putForeignLog()
        let log = try place.folder.bytes("store.db-wal")
        let backup = try #require(try await repair().backup)
        #expect(try File.open(backup + "-wal").read(upTo: 1 << 24) == log)
        #expect(try place.folder.bytes("store.db") == before)
    }

    @Test("D10 A database with an unreadable page is backed up unchanged and not repaired")
    func damagedPage() async throws {
        try place.overwrite(pageOf: "person", from: 100, with: 0xEE)
        let before = try place.folder.bytes("store.db")
        let report = try await place.maintenance.repair()
        #expect(report.left.contains { $0.name == .damagedPage })
        #expect(report.repaired == [])
        let kept = try #require(report.backup)
        #expect(kept.hasSuffix("-repair-damaged.db"))
        #expect(try File.open(kept).read(upTo: 1 << 24) == before)
        #expect(try place.folder.bytes("store.db") == before)
    }

    @Test("D19, D20 Invalid text is reported but not changed")
    func leftAlone() async throws {
        try place.folder.runAsOtherProgram("UPDATE note SET text = CAST(x'FF41' AS TEXT) WHERE id = 1")
        let report = try await place.maintenance.repair()
        #expect(report.left.map(\.name).contains(.badText))
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        #expect(try connection.first("SELECT hex(text) FROM note") { $0[0] as String } == "FF41")
    }
}
