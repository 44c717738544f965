import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// Restoring a whole backup.
struct RestoreTests {
    let folder: TemporaryFolder
    let store: Store
    let maintenance: DatabaseMaintainer
    let backup: StoreLocation

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        maintenance = DatabaseMaintainer(of: folder.location)
        backup = StoreLocation(folder.file("backup.db"))
    }

    private func person(_ given: String, photo: [UInt8]? = nil) async throws -> Record<Person> {
        var person = Person()
        person.name.given = given
        if let photo { person.photo = try await store.blobs.store(photo) }
        return try await store.persons.add(person)
    }

    private func names(_ store: Store) async throws -> [String] {
        try await store.persons.list(ListRequest()).items.map(\.content.title)
    }

    @Test("A restore replaces all data, even for open connections, and backs up the former data")
    func everything() async throws {
        let leia = try await person("Leia", photo: [1, 2])
        _ = try await maintenance.backup(to: backup.path)
        _ = try await person("Luke")
        let other = try await Store.open(at: folder.location, mode: .readWrite)
        #expect(try await names(other) == ["Leia", "Luke"])
        unlink(store.blobs.path(try #require(leia.photo)))

        let report = try await maintenance.restore(from: backup.path)
        #expect(report.counts == [.person: 1])
        #expect(report.photos == 1)
        #expect(try await names(other) == ["Leia"])
        #expect(try await names(store) == ["Leia"])
        #expect(try await store.blobs.load(try #require(leia.photo)) == [1, 2])
        #expect(try await maintenance.check(.deep).isEmpty)

        let before = try #require(report.before)
        #expect(try await maintenance.backups().map(\.reason) == [.restore])
        _ = try await maintenance.restore(from: before)
        #expect(try await names(other) == ["Leia", "Luke"])
    }

    @Test("Restoring a single-file backup stores its photos in the photo folder, not in the database")
    func photos() async throws {
        let photo = try #require(try await person("Leia", photo: [1, 2]).photo)
        let report = try await maintenance.backup(to: backup.path)
        let other = try TemporaryFolder()
        let restoring = DatabaseMaintainer(of: other.location)
        let restored = try await restoring.restore(from: backup.path)
        #expect([restored.photos, restored.photosMissing] == [1, 0] && !restored.replacesData)
        #expect(try await PersistentDataStore(folder: other.location.photos).load(photo) == [1, 2])
        #expect(try other.bytes("store.db").count < report.bytes)
        #expect(try await restoring.check(.deep).isEmpty)
        #expect(try await restoring.restore(from: backup.path).replacesData)
    }

    @Test("A backup with a photo folder is restored with its photos, and missing photos are counted")
    func earlierBackup() async throws {
        let photo = try #require(try await person("Leia", photo: [1, 2]).photo)
        let earlier = try #require(try await maintenance.backUpBefore(.merge)).path
        let other = try TemporaryFolder()
        #expect(try await DatabaseMaintainer(of: other.location).restore(from: earlier).photosMissing == 0)
        #expect(try await PersistentDataStore(folder: other.location.photos).load(photo) == [1, 2])
        try FileSystem.removeTree(StoreLocation(earlier).photos)
        let lacking = try TemporaryFolder()
        #expect(try await DatabaseMaintainer(of: lacking.location).restore(from: earlier).photosMissing == 1)
    }

    @Test("IDs issued since the backup are not reused after a restore")
    func numbers() async throws {
        _ = try await person("Leia")
        _ = try await maintenance.backup(to: backup.path)
        let luke = try await person("Luke")
        _ = try await maintenance.restore(from: backup.path)
        #expect(try await person("Han").id.rawValue > luke.id.rawValue)
    }

    @Test("D1 A restore that was not checkpointed leaves a database that can be opened")
    func killed() async throws {
        let other = try TemporaryFolder()
        try other.makeStore()
        _ = try await person("Leia")
        _ = try await maintenance.restore(from: other.location.path)
        let killed = try TemporaryFolder()
        for name in ["store.db", "store.db-wal"] { try killed.write(try folder.bytes(name), to: name) }
        let reopened = try await Store.open(at: killed.location, mode: .readWrite)
        #expect(try await names(reopened) == [])
        #expect(try await DatabaseMaintainer(of: killed.location).check(.quick).filter { $0.name != .exposed } == [])
    }

    @Test("A restore does not affect active readers, and open connections can write afterward")
    func together() async throws {
        _ = try await person("Leia")
        _ = try await maintenance.backup(to: backup.path)
        let reader = try Connection(at: folder.location.path, mode: .readOnly)
        try reader.execute("BEGIN; SELECT 1 FROM person")
        for number in 1...20 { _ = try await person("\(number)") }
        _ = try await maintenance.restore(from: backup.path)
        #expect(try reader.first("SELECT count(*) FROM person") { $0[0] as Int } == 1)
        try reader.execute("COMMIT")
        _ = try await person("Luke")
        #expect(try await names(store) == ["Leia", "Luke"])
    }

    @Test("A missing database can be restored, and a damaged database is backed up unchanged before it is replaced")
    func disasters() async throws {
        _ = try await person("Leia")
        _ = try await maintenance.backup(to: backup.path)
        store.close()
        unlink(folder.location.path)
        #expect(try await maintenance.restore(from: backup.path).before == nil)
        #expect(try await names(try await Store.open(at: folder.location, mode: .readWrite)) == ["Leia"])

        let noise = [UInt8](repeating: 0xA5, count: 8192)
        try folder.write(noise, to: "store.db")
        let before = try #require(try await maintenance.restore(from: backup.path).before)
        #expect(before.hasSuffix("-restore-damaged.db"))
        #expect(try File.open(before).read(upTo: 1 << 20) == noise)
        #expect(try await names(try await Store.open(at: folder.location, mode: .readWrite)) == ["Leia"])
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    // These bytes of the header contain the versions of the file format and of the schema, and the application ID.
    @Test(
        "A database with a damaged header is restored, and the damaged file is kept",
        .long("several bytes of the header"), arguments: Soak.sample([18, 47, 61, 62, 63, 68, 69, 70, 71], 3))
    func damagedHeader(byte: Int) async throws {
        _ = try await person("Leia")
        _ = try await maintenance.backup(to: backup.path)
        store.close()
        var damaged = try folder.bytes("store.db")
        damaged[byte] ^= 0x7F
        try folder.write(damaged, to: "store.db")
        #expect(try await maintenance.check(.quick).map(\.name).contains(.damagedPage))
        let before = try #require(try await maintenance.restore(from: backup.path).before)
        #expect(try File.open(before).read(upTo: 1 << 24) == damaged)
        #expect(try await names(try await Store.open(at: folder.location, mode: .readWrite)) == ["Leia"])
        #expect(try await maintenance.check(.deep).filter { $0.name != .exposed } == [])
    }

    @Test("A restore does not replace the database of another application")
    func foreign() async throws {
        _ = try await maintenance.backup(to: backup.path)
        store.close()
        unlink(folder.location.path)
        try Connection(at: folder.location.path, mode: .create).execute("CREATE TABLE star (name TEXT)")
        let before = try folder.bytes("store.db")
        await #expect(throws: StoreProblem.foreign(path: folder.location.path)) {
            try await maintenance.restore(from: backup.path)
        }
        #expect(try folder.bytes("store.db") == before)
    }

    @Test(
        "Triggers that another program added to or changed in a backup do not run, are reported, and are not restored"
    )
    func triggers() async throws {
        _ = try await person("Leia")
        _ = try await maintenance.backup(to: backup.path)
        try Connection(at: backup.path, mode: .readWrite).execute(
            """
            INSERT INTO person (given) VALUES ('Luke');
            CREATE TRIGGER noted AFTER DELETE ON search_pending BEGIN DELETE FROM person; END;
            DROP TRIGGER search_pending_once;
            CREATE TRIGGER search_pending_once BEFORE INSERT ON search_pending BEGIN DELETE FROM person; END;
            """)
        let report = try await maintenance.restore(from: backup.path)
        #expect(report.removedTriggers == ["noted", "search_pending_once"])
        #expect(try await names(store) == ["Leia", "Luke"])
        _ = try await person("Han")
        #expect(try await maintenance.check(.deep) == [])
    }

    @Test("A restore next to an orphaned WAL is rejected, and the WAL is not changed")
    func orphanedLog() async throws {
        _ = try await maintenance.backup(to: backup.path)
        store.close()
        unlink(folder.location.path)
        try folder.write([1, 2, 3], to: "store.db-wal")
        await #expect(throws: StoreProblem.self) { try await maintenance.restore(from: backup.path) }
        #expect(try folder.bytes("store.db-wal") == [1, 2, 3])
    }

    @Test(
        "A restore from a missing or invalid backup is rejected and keeps the existing records",
        arguments: ["missing", "text", "foreign", "newer", "orphan", "photo"])
    func refused(_ fault: String) async throws {
        _ = try await person("Leia", photo: [7])
        _ = try await maintenance.backup(to: backup.path)
        switch fault {
        case "missing": unlink(backup.path)
        case "text":
            try folder.write(Array("Dear diary, this is no backup at all, but a letter.".utf8), to: "backup.db")
        case "foreign": try Connection(at: backup.path, mode: .readWrite).setApplicationID(7)
        case "newer": try Connection(at: backup.path, mode: .readWrite).setUserVersion(9999)
        case "orphan":
            try Connection(at: backup.path, mode: .readWrite)
                .execute("PRAGMA foreign_keys = OFF; UPDATE person SET home_id = 99")
        default:
            try Connection(at: backup.path, mode: .readWrite).execute("UPDATE sqlar SET data = x'00'")
        }
        _ = try await person("Luke")
        await #expect(throws: StoreProblem.self) { try await maintenance.restore(from: backup.path) }
        #expect(try await names(store) == ["Leia", "Luke"])
        #expect(try await maintenance.backups().isEmpty)
        #expect(try folder.names().filter { $0.hasPrefix(".") } == [])
    }
}

/// Restoring individual records from a backup.
struct RecordRestoreTests {
    let folder: TemporaryFolder
    let store: Store
    let maintenance: DatabaseMaintainer
    let backup: String

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        maintenance = DatabaseMaintainer(of: folder.location)
        backup = folder.file("backup.db")
    }

    private func leia() async throws -> Record<Person> {
        var alderaan = Planet()
        alderaan.name = "Alderaan"
        let home = try await store.planets.add(alderaan)
        var leia = Person()
        leia.name.given = "Leia"
        leia.emails = [Labeled("work", "leia@alderaan.example"), Labeled("home", "l@example.org")]
        leia.home = home.id
        leia.photo = try await store.blobs.store([1, 2, 3])
        let record = try await store.persons.add(leia)
        var alliance = Group()
        alliance.name = "Rebel Alliance"
        let group = try await store.groups.add(alliance)
        _ = try await store.groups.add([record.id], to: group.id)
        for topic in ["Plans", "Letter"] {
            var note = Note()
            note.topic = topic
            note.subject = record.recordID
            _ = try await store.notes.add(note)
        }
        return try await store.persons.record(record.id)
    }

    @Test(
        "A missing person is restored with labels, home planet, groups, notes, photo, ID, and UUID"
    )
    func recreated() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        try await store.persons.delete([before.id])
        unlink(store.blobs.path(try #require(before.photo)))
        let letter = try #require(
            try await store.notes.list(ListRequest()).items.first { $0.content.topic == "Letter" })
        var moved = letter.content
        moved.subject = RecordID(kind: .planet, number: 1)
        _ = try await store.notes.update(letter.id, version: letter.version, to: moved)

        let restored = try await maintenance.restore([before.recordID], from: backup)
        #expect(restored == [RestoredRecord(record: before.reference, outcome: .recreated, left: [])])
        let after = try await store.persons.record(before.id)
        #expect(after.content == before.content)
        #expect(after.uuid == before.uuid && after.created == before.created && after.version > before.version)
        #expect(after.links.groups == before.links.groups)
        #expect(after.links.notes.first.map(\.name) == ["Plans"])
        #expect(try await store.blobs.load(try #require(after.photo)) == [1, 2, 3])
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    @Test("Reverting an existing record is a step that can be undone")
    func changed() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        var content = before.content
        content.name.given = "Princess"
        content.emails = []
        let edited = try await store.persons.update(before.id, version: before.version, to: content)
        let deed = CommandContext("restore backup.db persons/1", by: nil)
        let restored = try await CommandContext.$current.withValue(deed) {
            try await maintenance.restore([before.recordID], from: backup)
        }
        #expect(restored.map(\.outcome) == [.changed])
        #expect(try await store.persons.record(before.id).content == before.content)
        let step = try #require(try await store.history.nextUndo())
        #expect(step.origin == .command("restore backup.db persons/1", by: nil))
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(before.id).content == edited.content)
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    @Test("Restoring an unchanged record reports no change and keeps the version")
    func unchanged() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        #expect(try await maintenance.restore([before.recordID], from: backup).map(\.outcome) == [.unchanged])
        #expect(try await store.persons.record(before.id).version == before.version)
    }

    @Test("A link to a missing record is omitted from a restored record and reported")
    func left() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        try await store.persons.delete([before.id])
        try await store.planets.delete([try #require(before.home)])
        let restored = try await maintenance.restore([before.recordID], from: backup)
        #expect(restored.map(\.left) == [["The home planet (planets/1 in the backup) is not in the current database."]])
        #expect(try await store.persons.record(before.id).home == nil)
    }

    @Test("A group is restored with its members, and a planet is restored with its residents")
    func otherKinds() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        let group = try #require(before.links.groups.first?.id)
        try await store.groups.delete([try #require(Group.ID(group))])
        try await store.planets.delete([try #require(before.home)])
        _ = try await maintenance.restore([group, try #require(before.home).recordID], from: backup)
        let after = try await store.persons.record(before.id)
        #expect(after.links.groups == before.links.groups)
        #expect(after.home == before.home)
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    @Test("Restoring several records from a backup is atomic")
    func none() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        try await store.persons.delete([before.id])
        let missing = RecordID(kind: .note, number: 99)
        await #expect(throws: StoreProblem.notInBackup(missing, path: backup)) {
            try await maintenance.restore([before.recordID, missing], from: backup)
        }
        #expect(try await store.persons.count(.all) == 0)
    }
}
