import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

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

    @Test("An interrupted backup leaves no files")
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

    @Test("Retention keeps the latest ten intact backups, one per month, and the latest two damaged backups")
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
