import FileIO
import Glibc
import Model
import SQLite
import Synchronization
import TestSupport
import Testing
@testable import AlmanacStore

struct BackupTests {
    let folder: TemporaryFolder
    let store: Store
    let maintenance: DatabaseMaintainer
    let target: StoreLocation

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        maintenance = DatabaseMaintainer(of: folder.location)
        target = StoreLocation(folder.file("backup.db"))
    }

    private func addPerson(photo bytes: [UInt8]) async throws -> BlobID {
        let id = try await store.blobs.store(bytes)
        try folder.runAsOtherProgram(
            "INSERT INTO person (given, display_name, photo) VALUES ('Leia', 'Leia', '\(id.rawValue)')")
        return id
    }

    @Test("C16 Backups, checks, and salvage report progress by part, and the counts of a check reach their totals")
    func progress() async throws {
        try folder.runAsOtherProgram(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 2100)
            INSERT INTO person (given, display_name) SELECT 'Leia', 'Leia ' || n FROM number
            """)
        try await Store.open(at: folder.location, mode: .readWrite).close()
        let steps = try await told {
            _ = try await maintenance.backup(to: target.path)
            #expect(try await maintenance.check(.deep) == [])
            _ = try await maintenance.salvage(target.path, to: folder.file("salvaged.db"))
        }
        let parts = [
            "copying", "checking the copy", "pages", "text", "values", "search index", "history", "recovering",
        ]
        #expect(Set(parts).subtracting(steps.map(\.part)) == [])
        for part in ["text", "values", "search index"] {
            let counted = steps.filter { $0.part == part && $0.done != nil }
            #expect(counted.count > 2 && counted.last?.done == counted.last?.total, "\(part)")
            #expect(counted.compactMap(\.done) == counted.compactMap(\.done).sorted(), "\(part)")
        }
        #expect(steps.allSatisfy { ($0.done ?? 0) <= ($0.total ?? .max) })
    }

    private func told(by work: () async throws -> Void) async throws -> [MaintenanceProgress] {
        let steps = Mutex<[MaintenanceProgress]>([])
        try await MaintenanceProgress.$listener.withValue(.init { step in steps.withLock { $0.append(step) } }) {
            try await work()
        }
        return steps.withLock { $0 }
    }

    @Test("A backup is a single, private file with records, accounts, and photos")
    func backup() async throws {
        let photo = try await addPerson(photo: [1, 2, 3])
        _ = try await store.accounts.add(name: "Leia", passphrase: nil)
        let report = try await maintenance.backup(to: target.path)
        #expect(report.counts == [.person: 1])
        #expect([report.photos, report.photosMissing] == [1, 0])
        #expect(try folder.bytes("backup.db").count == report.bytes)
        #expect(try folder.permissions("backup.db") == 0o600)
        #expect(try folder.names().filter { $0.hasPrefix("backup.db") } == ["backup.db"])

        let archive = try #require(try PhotoArchive(of: Connection(at: target.path, mode: .readOnly)))
        #expect(try archive.ids() == [photo] && archive.load(photo) == [1, 2, 3])
        let copy = try await Store.open(at: target, mode: .readWrite)
        defer { copy.close() }
        #expect(try await DatabaseMaintainer(of: target).check(.deep).isEmpty)
        #expect(try await copy.accounts.accounts().map(\.name) == ["Leia"])
    }

    @Test("Salvaging a backup recovers its photos")
    func salvaged() async throws {
        let photo = try await addPerson(photo: [1, 2, 3])
        _ = try await maintenance.backup(to: target.path)
        let saved = StoreLocation(folder.file("saved.db"))
        let report = try await maintenance.salvage(target.path, to: saved.path)
        #expect([report.photos, report.photosMissing] == [1, 0])
        #expect(try await PersistentDataStore(folder: saved.photos).load(photo) == [1, 2, 3])
    }

    @Test("A view in place of the photo archive is not read, even if its query never ends")
    func endlessArchive() async throws {
        _ = try await addPerson(photo: [1, 2, 3])
        try folder.runAsOtherProgram(
            """
            CREATE VIEW sqlar AS
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x' AS name, i AS data FROM n
            """)
        let report = try await maintenance.salvage(
            folder.location.path, to: StoreLocation(folder.file("saved.db")).path)
        #expect([report.photos, report.photosMissing] == [1, 0])
        #expect(try await DatabaseMaintainer(of: folder.location).check(.quick).map(\.name) == [.schemaChanged])
    }

    @Test("Other files in the archive table of a database are kept by backup and restore")
    func otherFiles() async throws {
        let photo = try await addPerson(photo: [1, 2, 3])
        try folder.runAsOtherProgram(
            """
            CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB);
            INSERT INTO sqlar VALUES ('letter', 0, 0, 1, x'01')
            """)
        _ = try await maintenance.backup(to: target.path)
        _ = try await maintenance.restore(from: target.path)
        let restored = try Connection(at: folder.location.path, mode: .readOnly)
        #expect(try restored.all("SELECT name FROM sqlar") { $0[0] as String } == ["letter"])
        #expect(try await store.blobs.load(photo) == [1, 2, 3])
    }

    @Test("A backup does not overwrite existing files or photo folders")
    func existing() async throws {
        _ = try await addPerson(photo: [1])
        try folder.write([7], to: "backup.db")
        await #expect(throws: StoreProblem.fileExists(path: target.path)) {
            try await maintenance.backup(to: target.path)
        }
        #expect(try folder.bytes("backup.db") == [7])

        unlink(target.path)
        mkdir(target.photos, 0o700)
        await #expect(throws: StoreProblem.fileExists(path: target.photos)) {
            try await maintenance.backup(to: target.path)
        }
        #expect(try !folder.names().contains("backup.db"))
    }

    @Test("A backup to a missing folder fails and does not leave files")
    func noFolder() async throws {
        let before = try folder.names()
        await #expect(throws: StoreProblem.self) { try await maintenance.backup(to: folder.file("nowhere/backup.db")) }
        #expect(try folder.names() == before)
    }

    @Test("A missing photo is counted and does not prevent the backup")
    func lostPhoto() async throws {
        let lost = try await addPerson(photo: [1])
        _ = try await addPerson(photo: [2])
        unlink(store.blobs.path(lost))
        let report = try await maintenance.backup(to: target.path)
        #expect([report.photos, report.photosMissing] == [1, 1])
    }

    @Test("D3 A backup that fails on a full disk leaves no files and keeps earlier backups")
    func full() async throws {
        FaultyDisk.install()
        _ = try await addPerson(photo: [1])
        let older = try #require(try await maintenance.backUpBefore(.import))
        let before = try folder.names()
        for write in [1, 3, 9] {
            let making = "\(folder.path)/.\(FileSystem.name(of: target.path))"
            try await FaultyDisk.failing(.write, under: making, at: write, with: 13, lasts: true) { disk in
                await #expect(throws: StoreProblem.full) { try await maintenance.backup(to: target.path) }
                #expect(disk.failed > 0)
            }
        }
        #expect(try folder.names() == before)
        #expect(try await DatabaseMaintainer(of: StoreLocation(older.path)).check(.quick).isEmpty)
    }

    @Test("A copy with fewer rows than the database is rejected")
    func fewer() async throws {
        _ = try await addPerson(photo: [1])
        let copy = DatabaseCopy(source: try Connection(at: folder.location.path, mode: .readWrite))
        let counts = try copy.write(to: target.path).counts
        #expect(counts["person"] == 1)
        _ = try copy.checked(target.path, counts)
        #expect(throws: StoreProblem.damaged(detail: "The copy has 1 of the 2 rows of person.")) {
            try copy.checked(target.path, counts.merging(["person": 2]) { $1 })
        }
    }

    @Test("Row counts include the person and migration tables but not the virtual search table")
    func counted() async throws {
        let counts = try TableCounts.read(from: Connection(at: folder.location.path, mode: .readOnly))
        #expect(counts["person"] == 0)
        #expect(counts["migration"] == Migration.embedded.count)
        #expect(counts["search"] == nil)
    }

    @Test("A photo can be copied to another file system")
    func otherFileSystem() async throws {
        let photo = try await addPerson(photo: [1, 2])
        let elsewhere = "/dev/shm/almanac-test-\(UInt64.random(in: .min ... .max))"
        defer { try? FileSystem.removeTree(elsewhere) }
        #expect(try PersistentDataStore(folder: elsewhere).adopt(photo, from: store.blobs) == 2)
        #expect(try await PersistentDataStore(folder: elsewhere).load(photo) == [1, 2])
    }

    @Test("A backup of a damaged database fails and does not leave files")
    func damaged() async throws {
        try folder.runAsOtherProgram("PRAGMA foreign_keys = OFF; INSERT INTO person (id, home_id) VALUES (7, 99)")
        let before = try folder.names()
        let detail = "Row 7 in table person refers to a missing row in table planet."
        await #expect(throws: StoreProblem.damaged(detail: "\(detail)")) {
            try await maintenance.backup(to: target.path)
        }
        #expect(try folder.names() == before)
    }

    @Test("A database opened read-only can be backed up")
    func readOnly() async throws {
        let connection = try Connection(at: folder.location.path, mode: .readOnly)
        _ = try DatabaseCopy(source: connection).write(to: target.path)
        #expect(try await DatabaseMaintainer(of: target).check(.deep).isEmpty)
    }

    @Test("A backup made during writes contains a single snapshot")
    func busy() async throws {
        let database = store.database.sqlite
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 1...200 {
                    try await database.write {
                        try $0.run("INSERT INTO person (given) VALUES (?1)") { $0[1] = "\(number)" }
                        try $0.run("INSERT INTO note (topic) VALUES (?1)") { $0[1] = "\(number)" }
                    }
                }
            }
            let report = try await maintenance.backup(to: target.path)
            #expect(report.counts[.person] == report.counts[.note])
            try await group.waitForAll()
        }
    }

    @Test("A photo that cannot be written prevents a restore, and the record keeps its photo")
    func unwritablePhoto() async throws {
        let photo = try await addPerson(photo: [1])
        _ = try await maintenance.backup(to: target.path)
        // A file takes the place of the photo folder.
        let photos = folder.location.photos
        unlink(store.blobs.path(photo))
        rmdir(FileSystem.folder(of: store.blobs.path(photo)))
        try #require(rmdir(photos) == 0)
        close(creat(photos, 0o600))
        await #expect(throws: (any Error).self) { try await maintenance.restore(from: target.path) }
        let person = Person.ID(rawValue: 1)
        await #expect(throws: (any Error).self) {
            try await maintenance.restore([person.recordID], from: target.path, in: CommandContext("restore", by: nil))
        }
        #expect(try await store.persons.record(person).content.photo == photo)
    }
}

/// The creation, content, and retention of automatic backups.
struct AutomaticBackupTests {
    let folder: TemporaryFolder
    let store: Store
    let clock = TestClock()
    let maintenance: DatabaseMaintainer

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        maintenance = DatabaseMaintainer(of: folder.location, clock: clock.store)
    }

    private func addPerson() async throws {
        var leia = Person()
        leia.name.given = "Leia"
        leia.photo = try await store.blobs.store([1, 2, 3])
        _ = try await store.persons.add(leia)
    }

    @Test("An empty database is not backed up")
    func empty() async throws {
        #expect(try await maintenance.backUpBefore(.import) == nil)
        #expect(try await maintenance.backUpDaily() == nil)
        #expect(try await maintenance.backups().isEmpty)
    }

    @Test(
        "An automatic backup is complete and private and records its time and reason")
    func before() async throws {
        try await addPerson()
        let report = try #require(try await maintenance.backUpBefore(.merge))
        let backup = try #require(try await maintenance.backups().first)
        #expect(backup.path == report.path)
        #expect(backup.reason == .merge && backup.isWhole)
        #expect(backup.time == clock.store.now)
        #expect(try folder.permissions("store.db.backups") == 0o700)
        #expect(try await DatabaseMaintainer(of: StoreLocation(backup.path)).check(.deep).isEmpty)
    }

    @Test("A database that contains only deleted records is backed up")
    func trashed() async throws {
        try await addPerson()
        let leia = try #require(try await store.persons.list(ListRequest()).items.first)
        try await store.persons.delete([leia.id])
        #expect(try await maintenance.backUpBefore(.purge) != nil)
    }

    @Test("Backups share photo files with each other but not with the database")
    func sharing() async throws {
        try await addPerson()
        let photo = try #require(try await store.persons.list(ListRequest()).items.first?.content.photo)
        var paths: [String] = []
        for reason in [BackupReason.import, .merge] {
            clock.advance(by: .seconds(1))
            paths.append(try #require(try await maintenance.backUpBefore(reason)).path)
        }
        func inode(_ photos: PersistentDataStore) throws -> UInt {
            var status = stat()
            try #require(stat(photos.path(photo), &status) == 0)
            return status.st_ino
        }
        let copies = try paths.map { try inode(PersistentDataStore(folder: StoreLocation($0).photos)) }
        #expect(copies[0] == copies[1])
        #expect(try copies[0] != inode(store.blobs))
    }

    @Test("The daily backup is made at most once a day")
    func daily() async throws {
        try await addPerson()
        #expect(try await maintenance.backUpDaily() != nil)
        #expect(try await maintenance.backUpDaily() == nil)
        clock.advance(by: .seconds(86_400))
        #expect(try await maintenance.backUpDaily() != nil)
        #expect(try await maintenance.backups().count == 2)
    }

    @Test("An interrupted backup does not leave files")
    func interrupted() async throws {
        try await addPerson()
        let before = try folder.names()
        let work = Task { [maintenance] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await maintenance.backUpDaily()
        }
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try folder.names().filter { $0 != "store.db.backups" } == before)
        #expect(try FileSystem.names(in: folder.location.backups) == [])
    }

    @Test("Retention keeps the newest backup, even if the clock was set back")
    func retention() async throws {
        try await addPerson()
        for _ in 1...12 {
            _ = try await maintenance.backUpBefore(.import)
            clock.advance(by: .seconds(10 * 86_400))
        }
        #expect(try await maintenance.backups().count == 10 + 1)
        clock.advance(by: .seconds(-400 * 86_400))
        let newest = try #require(try await maintenance.backUpBefore(.purge))
        #expect(try await maintenance.backups().contains { $0.path == newest.path })
        let names = try FileSystem.names(in: folder.location.backups)
        #expect(
            Set(names.filter { $0.hasSuffix(".photos") }.map { $0.dropLast(7) })
                == Set(names.filter { $0.hasSuffix(".db") }.map { $0[...] }))
    }

    @Test("Backups dated in the future do not displace new backups")
    func future() async throws {
        try await addPerson()
        clock.advance(by: .seconds(4 * 366 * 86_400))
        for _ in 1...11 {
            _ = try await maintenance.backUpBefore(.import)
            clock.advance(by: .seconds(60))
        }
        clock.advance(by: .seconds(-4 * 366 * 86_400))
        var made: [String] = []
        for reason in [BackupReason.purge, .merge, .import] {
            made.append(try #require(try await maintenance.backUpBefore(reason)).path)
            clock.advance(by: .seconds(60))
        }
        let backups = try await maintenance.backups().map(\.path)
        #expect(Set(made).subtracting(backups) == [])
        #expect(backups.count == 10 + made.count)
    }

    @Test("Retention keeps the ten latest intact backups, one intact backup per month, and the two latest damaged ones")
    func rule() {
        let backups = (0..<60).map { number in
            let (month, day) = (12 - number / 5, 28 - number % 5)
            let time = "2026-\(month < 10 ? "0" : "")\(month)-\(day)T00:00:00.000Z"
            return Backup(
                path: "\(number)", time: Timestamp(rawValue: time), reason: .daily, isWhole: number % 10 != 3)
        }
        let kept = BackupFolder.retained(of: backups, at: Timestamp(rawValue: "2027-01-01T00:00:00.000Z"))
        let whole = backups.filter(\.isWhole)
        #expect(whole.prefix(10).allSatisfy { kept.contains($0.path) })
        #expect(Set(whole.filter { kept.contains($0.path) }.map { $0.time.rawValue.prefix(7) }).count == 12)
        #expect(kept.subtracting(whole.map(\.path)) == ["3", "13"])
        #expect(kept.count == 10 + 9 + 2)
    }

    @Test("Other files in the backup folder are kept, and leftovers are removed after a day")
    func strangers() async throws {
        try await addPerson()
        let report = try #require(try await maintenance.backUpBefore(.import))
        let folder = folder.location.backups
        for name in ["notes.txt", "2026-11-21.db", "letter.db"] { _ = try File.create("\(folder)/\(name)") }
        mkdir("\(folder)/2020-01-01T000000.000Z-daily.db.photos", 0o700)
        #expect(try await maintenance.backups().map(\.path) == [report.path])
        let names = try FileSystem.names(in: folder)
        try await maintenance.cleanUp()
        #expect(try FileSystem.names(in: folder) == names)
        let tomorrow = StoreClock.system.milliseconds() + 25 * 3600 * 1000
        try await DatabaseMaintainer(
            of: self.folder.location, clock: StoreClock(milliseconds: { tomorrow }, sleep: { _ in })
        )
        .cleanUp()
        #expect(try FileSystem.names(in: folder) == names.filter { !$0.hasPrefix("2020") })
    }
}
