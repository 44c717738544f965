import Glibc
import Model
import SQLite
import Testing

@testable import AlmanacStore

/// Recovering data from a damaged database into an intact one.
struct SalvageTests {
    let place: DamagedStore
    let target: StoreLocation

    init() async throws {
        place = try await DamagedStore()
        target = StoreLocation(place.folder.file("saved.db"))
    }

    @Test("The WAL of another database is not used and is named in the report")
    func foreignLog() async throws {
        try await place.putForeignLog()
        let report = try await salvage()
        #expect(report.repaired == ["Ignored \(place.folder.location.path)-wal, which does not match the database."])
        let saved = try await Store.open(at: StoreLocation(report.path), mode: .readWrite)
        defer { saved.close() }
        #expect(try await saved.persons.count(.all) == 40)
    }

    private func salvage() async throws -> SalvageReport {
        let before = try place.folder.bytes("store.db")
        let report = try await place.maintenance.salvage(place.folder.location.path, to: target.path)
        #expect(try place.folder.bytes("store.db") == before)
        let findings = try await DatabaseMaintainer(of: target).check(.deep)
        #expect(findings.filter { ![.historyDiffers, .historyGap].contains($0.name) } == [])
        #expect(try place.folder.permissions("saved.db") == 0o600)
        #expect(try place.folder.names().filter { $0.hasPrefix(".") } == [])
        return report
    }

    private func persons() async throws -> [Record<Person>] {
        let store = try await Store.open(at: target, mode: .readWrite)
        defer { store.close() }
        return try await store.persons.list(ListRequest(limit: 1000)).items
    }

    @Test("An intact database is recovered completely, with photos and history")
    func whole() async throws {
        let report = try await salvage()
        #expect(report.tables.first { $0.table == "person" } == .init(table: "person", saved: 40, lost: [], refused: 0))
        #expect(report.photos == 2)
        #expect(report.repaired == [])
        #expect(try await DatabaseMaintainer(of: target).check(.deep) == [])
        #expect(try await persons().map(\.content.emails.count) == [Int](repeating: 1, count: 40))
    }

    @Test("Persons are recovered from a truncated file")
    func cutShort() async throws {
        let bytes = try place.folder.bytes("store.db")
        try place.folder.write(Array(bytes.prefix(bytes.count / 4096 * 9 / 10 * 4096)), to: "store.db")
        let saved = try #require(try await salvage().tables.first { $0.table == "person" }?.saved)
        #expect(saved > 0)
        #expect(try await persons().count >= saved)
    }

    @Test("An unreadable table definition does not affect the rows of another table")
    func schemaLetter() async throws {
        try place.flip("CREATE TABLE note (", to: "CREXTE TABLE note (")
        #expect(try await salvage().tables.first { $0.table == "person" }?.saved == 40)
    }

    @Test("A salvaged database does not reuse IDs and keeps the photos of deleted records")
    func trashed() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let persons = try await store.persons.list(ListRequest(limit: 1000)).items
        try await store.persons.delete(persons.filter { [1, 40].contains($0.id.rawValue) }.map(\.id))
        store.close()
        #expect(try await salvage().photos == 2)
        let saved = try await Store.open(at: target, mode: .readWrite)
        defer { saved.close() }
        #expect(try await saved.persons.add(Person()).id.rawValue == 41)
    }

    @Test("Missing photos are counted")
    func lostPhotos() async throws {
        let blobs = PersistentDataStore(folder: place.folder.location.photos)
        let ids = try blobs.ids()
        try #require(ids.count == 2)
        unlink(blobs.path(ids[0]))
        let report = try await place.maintenance.salvage(place.folder.location.path, to: target.path)
        #expect([report.photos, report.photosMissing] == [1, 1])
    }

    @Test("The rollback journal of an unfinished transaction is applied")
    func hotJournal() async throws {
        let killed = StoreLocation(place.folder.file("killed.db"))
        let writer = try Connection(at: place.folder.location.path, mode: .readWrite)
        try writer.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1")
        try writer.execute("BEGIN IMMEDIATE; UPDATE person SET family = 'Nobody'; UPDATE person SET given = 'Nobody'")
        for suffix in ["", "-journal"] {
            try place.folder.write(try place.folder.bytes("store.db" + suffix), to: "killed.db" + suffix)
        }
        try writer.execute("ROLLBACK")
        _ = try await place.maintenance.salvage(killed.path, to: target.path)
        #expect(try await persons().allSatisfy { $0.content.name.family.hasPrefix("Organa") })
    }

    @Test(
        "D10 Rows around a damaged page are recovered, and lost rows are recovered from the history",
        arguments: [false, true])
    func damagedPage(last: Bool) async throws {
        try place.overwrite(pageOf: "person", from: 0, with: 0xEE, last: last)
        let report = try await salvage()
        let rows = try #require(report.tables.first { $0.table == "person" })
        #expect((20..<40).contains(rows.saved))
        #expect(rows.lost.count == 1)
        #expect(last || rows.saved + rows.maximumLostKeys == 40)
        // The history contains the lost rows.
        #expect(report.repaired == ["Recovered \(40 - rows.saved) lost rows of person from the history."])
        let saved = try await persons()
        #expect(saved.count == 40)
        #expect(saved.allSatisfy { $0.content.emails.count == 1 })
        #expect(try await DatabaseMaintainer(of: target).check(.deep) == [])
    }

    @Test("The orphaned rows of lost records are saved as text if the records have no history")
    func withoutHistory() async throws {
        try place.folder.runAsOtherProgram("DROP TABLE person_past; DROP TABLE person_email_past")
        try place.overwrite(pageOf: "person", from: 0, with: 0xEE)
        let report = try await salvage()
        let rows = try #require(report.tables.first { $0.table == "person" })
        #expect(try await persons().count == rows.saved)
        #expect(report.repaired.count == 1)
        let store = try await Store.open(at: target, mode: .readWrite)
        let texts = try await store.notes.list(ListRequest()).items.map(\.content.text).joined()
        #expect(texts.split(separator: "person_email: ").count == 1 + 40 - rows.saved)
        store.close()
    }

    @Test("Damaged index pages cause no data loss")
    func damagedIndex() async throws {
        for index in ["person_by_name", "person_by_given", "sqlite_autoindex_person_1"] {
            try place.overwrite(pageOf: index, from: 0, with: 0xEE)
        }
        let report = try await salvage()
        #expect(report.tables.allSatisfy { $0.lost.isEmpty && $0.refused == 0 })
        #expect(try await persons().count == 40)
    }

    @Test("A row that violates a constraint is saved as text")
    func brokenRules() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA ignore_check_constraints = ON;
            UPDATE person SET birthday = 'once upon a time' WHERE id = 7;
            """)
        let report = try await salvage()
        #expect(report.tables.first { $0.table == "person" } == .init(table: "person", saved: 39, lost: [], refused: 1))
        let store = try await Store.open(at: target, mode: .readWrite)
        let notes = try await store.notes.list(ListRequest()).items.map(\.content.text)
        #expect(notes.contains { $0.contains("birthday: once upon a time") })
        store.close()
    }

    @Test("A WAL that was not checkpointed is read")
    func log() async throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0[0] as String }
        try connection.execute("INSERT INTO person (given, display_name, sort_key) VALUES ('Luke', 'Luke', 'luke')")
        #expect(try place.folder.names().contains("store.db-wal"))
        let report = try await salvage()
        #expect(report.tables.first { $0.table == "person" }?.saved == 41)
        withExtendedLifetime(connection) {}
    }

    @Test("A file that is not a database and an existing target are rejected")
    func refused() async throws {
        try place.folder.write([UInt8](repeating: 7, count: 9000), to: "noise.db")
        await #expect(throws: StoreProblem.self) {
            try await place.maintenance.salvage(place.folder.file("noise.db"), to: target.path)
        }
        #expect(try !place.folder.names().contains("saved.db"))
        try place.folder.write([1], to: "saved.db")
        await #expect(throws: StoreProblem.fileExists(path: target.path)) { try await salvage() }
    }
}
