import FileIO
import Glibc
import Model
import SQLite
import Testing

@testable import AlmanacStore

/// What `check --fix` mends, and that nothing is lost by it.
struct RepairTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    /// Mends the store and expects it to be whole, with its state before kept.
    private func mend() async throws -> RepairReport {
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(try await place.maintenance.check(.deep) == [])
        #expect(try await place.maintenance.backups().map(\.path) == [report.backup].compactMap { $0 })
        return report
    }

    private func note() async throws -> String {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        let notes = try await store.notes.list(Listing()).items.map(\.content)
        return notes.first { $0.topic == OrphanRecovery.topic }?.text ?? ""
    }

    @Test("A store that is whole is left alone, without a backup")
    func whole() async throws {
        let before = try place.folder.bytes("store.db")
        #expect(try await place.maintenance.repair() == RepairReport(backup: nil, mended: [], left: []))
        #expect(try place.folder.bytes("store.db") == before)
        #expect(try await place.maintenance.backups() == [])
    }

    @Test("A table of the search index that is gone is made anew")
    func searchTable() async throws {
        try place.folder.meddle("DROP TABLE search_name")
        #expect(try await mend().mended.contains("The search index was made anew."))
    }

    @Test(
        "A search index that does not say what its documents do is found, and made anew",
        arguments: [
            "DELETE FROM search_data WHERE id > 10", "DELETE FROM search_name_data WHERE id = 10",
            "UPDATE search_content SET c0 = 'x' || c0",
        ])
    func searchPostings(damage: String) async throws {
        let file = try Connection(at: place.folder.location.path, mode: .readWrite)
        try file.openShadowTables()
        try file.execute(damage)
        try await place.expect(.deep, .searchStale, "The search index")
        #expect(try await mend().mended == ["The search index was made anew."])
    }

    @Test("Repairs that mend nothing push out no sound backup, and are none to go back to")
    func unmatched() async throws {
        let sound = try #require(try await place.maintenance.backUpBefore(.purge))
        try place.flip("the plans of the Death Star", to: "the plans of the Death Stab")
        for _ in 1...11 { #expect(try await !place.maintenance.repair().left.isEmpty) }
        let backups = try await place.maintenance.backups()
        #expect(backups.count == 2 + 1)
        #expect(backups.first(where: \.isSound)?.path == sound.path)
    }

    @Test("A broken index is made anew")
    func index() async throws {
        try place.breakIndex()
        #expect(try await mend().mended == ["Every index was made anew."])
    }

    @Test("The search index is made anew, even where its own tables are damaged")
    func search() async throws {
        try place.folder.meddle(
            "DELETE FROM search; DELETE FROM name_key; INSERT INTO misspelling VALUES ('nbd', 'nobody')")
        #expect(try await mend().mended == ["The search index was made anew."])
    }

    @Test("D17 What belonged to nothing is written down before it goes; what may stay stays")
    func orphans() async throws {
        try place.folder.meddle(
            """
            PRAGMA foreign_keys = OFF;
            UPDATE person SET home_id = 99 WHERE id = 1;
            INSERT INTO person_email VALUES (77, 0, 'home', 'who@example.org');
            INSERT INTO membership VALUES (55, 2, 1);
            """)
        let report = try await mend()
        #expect(report.mended == ["What 3 rows that belonged to nothing said is written down in notes/2."])
        let text = try await note()
        #expect(text.contains("person_email: person_id: 77; position: 0; label: home; value: who@example.org"))
        #expect(text.contains("membership: group_id: 55; person_id: 2; position: 1"))
        #expect(text.contains("home_id: 99"))
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        #expect(try await store.persons.count(.all) == 40)
        store.close()
    }

    @Test("Indexes, triggers and views are made anew; a table of somebody else's is named and left alone")
    func schema() async throws {
        try place.folder.meddle(
            """
            DROP INDEX person_by_given;
            DROP TRIGGER person_inserted;
            DROP VIEW resident;
            CREATE VIEW resident AS SELECT 1 AS planet_id;
            """)
        #expect(
            try await mend().mended == [
                "The index person_by_given was made anew.", "The view resident was made anew.",
                "The trigger person_inserted was made anew.",
            ])
        try place.folder.meddle("CREATE TABLE shopping (item TEXT); INSERT INTO shopping VALUES ('milk')")
        let report = try await place.maintenance.repair()
        #expect(report.left == [Finding(.schemaChanged, "The table shopping is not Almanac's.")])
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        #expect(try connection.first("SELECT item FROM shopping") { $0[0] as String } == "milk")
    }

    @Test("F1 Files become their owner's alone")
    func modes() async throws {
        chmod(place.folder.location.photos, 0o755)
        #expect(try await mend().mended.contains { $0.contains("its mode was 0755") })
        #expect(try place.folder.permissions("store.db.photos") == 0o700)
    }

    @Test("F6, F7 Photos come back from a backup that has them")
    func photos() async throws {
        _ = try await place.maintenance.backUpBefore(.import)
        let blobs = place.store.blobs
        unlink(blobs.path(try #require(place.photos[0])))
        try damageInPlace(blobs.path(try #require(place.photos[1])))
        let report = try await place.maintenance.repair()
        #expect(report.mended.count == 2 && report.left == [])
        #expect(try await blobs.read(try #require(place.photos[0])) == [1])
        #expect(try await blobs.read(try #require(place.photos[1])) == [2])
    }

    /// As a bad disk would: every name of the file shows it.
    private func damageInPlace(_ path: String) throws {
        let file = open(path, O_WRONLY)
        defer { close(file) }
        #expect(write(file, [9], 1) == 1)
    }

    @Test("D24 The log of another store is moved away, and the store is as it was without it")
    func foreignLog() async throws {
        let before = try place.folder.bytes("store.db")
        try await place.putForeignLog()
        let log = try place.folder.bytes("store.db-wal")
        let backup = try #require(try await mend().backup)
        #expect(try File.open(backup + "-wal").read(upTo: 1 << 24) == log)
        #expect(try place.folder.bytes("store.db") == before)
    }

    @Test("D10 What cannot be read is not written to, and kept to the byte")
    func damagedPage() async throws {
        try place.overwrite(pageOf: "person", from: 100, with: 0xEE)
        let before = try place.folder.bytes("store.db")
        let report = try await place.maintenance.repair()
        #expect(report.left.contains { $0.name == .damagedPage })
        #expect(report.mended == [])
        let kept = try #require(report.backup)
        #expect(kept.hasSuffix("-repair-damaged.db"))
        #expect(try File.open(kept).read(upTo: 1 << 24) == before)
        #expect(try place.folder.bytes("store.db") == before)
    }

    @Test("D19, D20 What only its owner can put right is left to the byte, and named")
    func leftAlone() async throws {
        try place.folder.meddle("UPDATE note SET text = CAST(x'FF41' AS TEXT) WHERE id = 1")
        let report = try await place.maintenance.repair()
        #expect(report.left.map(\.name).contains(.badText))
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        #expect(try connection.first("SELECT hex(text) FROM note") { $0[0] as String } == "FF41")
    }
}
