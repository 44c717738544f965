import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The verification of automatic backups, and the log of its results.
struct BackupVerificationTests {
    let place: DamagedStore
    let clock = TestClock()
    let maintenance: DatabaseMaintainer

    init() async throws {
        place = try await DamagedStore()
        maintenance = DatabaseMaintainer(of: place.folder.location, clock: clock.store)
    }

    private var log: String { place.folder.location.backups + "/verifications" }

    /// Makes backups, one per day, and returns their paths.
    private func makeBackups(_ count: Int) async throws -> [String] {
        var paths: [String] = []
        for _ in 0..<count {
            paths.append(try #require(try await maintenance.backUpBefore(.import)).path)
            clock.advance(by: .seconds(86_400))
        }
        return paths
    }

    /// Verifies a backup and returns the path of the backup that was verified, if any.
    private func verify() async throws -> String? {
        let before = try await maintenance.backups().map(\.verification)
        try await maintenance.verifyOldestBackup()
        let after = try await maintenance.backups()
        return zip(before, after).first { $0 != $1.verification }?.1.path
    }

    private func newest() async throws -> Backup { try #require(try await maintenance.backups().first) }

    /// Replaces bytes of a file in the backup folder.
    private func damage(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY)
        defer { close(file) }
        #expect(pwrite(file, bytes, bytes.count, offset) == bytes.count)
    }

    @Test("One backup is verified each day: the one whose last verification is the oldest")
    func schedule() async throws {
        let paths = try await makeBackups(3)
        for path in paths + paths {
            #expect(try await verify() == path)
            #expect(try await verify() == nil && !maintenance.isVerificationDue)
            clock.advance(by: .seconds(86_400))
        }
    }

    @Test(
        "A backup made today and a backup made before a repair are not verified"
    )
    func exceptions() async throws {
        #expect(!maintenance.isVerificationDue)
        _ = try await maintenance.backUpBefore(.repair)
        clock.advance(by: .seconds(86_400))
        _ = try await maintenance.backUpBefore(.import)
        #expect(try await verify() == nil)
        #expect(try await newest().verified == clock.store.now)
    }

    @Test("An intact backup is listed with the time of its verification and not changed")
    func intact() async throws {
        let path = try await makeBackups(1)[0]
        let before = try File.open(path).read(upTo: 1 << 24)
        #expect(try await verify() == path)
        #expect(try await newest().verified == clock.store.now)
        #expect(try await newest().isSound)
        #expect(try File.open(path).read(upTo: 1 << 24) == before)
        #expect(try FileSystem.names(in: place.folder.location.backups).count == 3)
        #expect(try await maintenance.check(.deep) == [])
    }

    enum Damage: CaseIterable {
        case header, photo, pages, text, end
    }

    @Test(
        "Later damage to a backup is recorded and reported by check, and the backup is no longer treated as intact",
        .long("every kind of damage"), arguments: Soak.sample(Damage.allCases, 3))
    func damaged(_ kind: Damage) async throws {
        let path = try await makeBackups(1)[0]
        let bytes = try File.open(path).read(upTo: 1 << 24)
        switch kind {
        case .header: try damage(path, at: 0, with: [0, 0, 0, 0])
        case .pages: try damage(path, at: bytes.count / 2, with: [UInt8](repeating: 0xEE, count: 20_000))
        case .end: truncate(path, bytes.count - 8192)
        case .text:
            let text = try #require(bytes.firstRange(of: Array("the plans of the Death Star".utf8)))
            try damage(path, at: text.upperBound - 1, with: Array("b".utf8))
        case .photo:
            let photos = PersistentDataStore(folder: StoreLocation(path).photos)
            try damage(photos.path(try #require(place.photos[0])), at: 0, with: [9])
        }
        #expect(try await verify() == path)
        let backup = try await newest()
        #expect(!backup.isIntact && !backup.isSound && backup.verification?.problem?.isEmpty == false)
        let problem = try #require(backup.verification?.problem)
        try await expectFinding(.backupDamaged, "The backup \(path) is damaged. \(problem)")
        // The next backup does not link to the damaged photo.
        let next = try await makeBackups(1)[0]
        for path in [path, next] {
            #expect(try await verify() == path)
            clock.advance(by: .seconds(86_400))
        }
        #expect(try await newest().isSound)
    }

    @Test("A problem that the database already had when it was copied is not treated as damage to the backup")
    func copiedProblem() async throws {
        try place.flip("the plans of the Death Star", to: "the plans of the Death Stab")
        let path = try await makeBackups(1)[0]
        #expect(try await verify() == path)
        #expect(try await newest().isSound)
    }

    @Test("A problem that was copied into a backup is not treated as damage, even after the record is edited")
    func copiedAndEdited() async throws {
        try place.flip("the plans of the Death Star", to: "the plans of the Death Stab")
        let path = try await makeBackups(1)[0]
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let note = try await store.notes.record(Note.ID(rawValue: 1))
        _ = try await store.notes.update(note.id, version: note.version, to: Note())
        store.close()
        #expect(try await verify() == path)
        #expect(try await newest().isSound)
    }

    private func expectFinding(_ name: Finding.Name, _ text: String) async throws {
        let findings = try await maintenance.check(.quick)
        #expect(findings.contains { $0.name == name && $0.detail.contains(text) }, "\(findings)")
    }

    @Test("A damaged or foreign verification log is ignored and replaced")
    func strangeRecords() async throws {
        let path = try await makeBackups(1)[0]
        let name = FileSystem.name(of: path)
        let noise = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
        let records: [[UInt8]] = [
            noise, [],
            Array(
                [
                    name, "\(name) 2999-01-01T00:00:00.000Z", "\(name) yesterday", "failed", " ", "\(name)  ",
                    "other.db 2020-01-01T00:00:00.000Z", "",
                ].joined(separator: "\n").utf8),
        ]
        for record in records {
            try File.create(log).write(record)
            #expect(try await newest().verification == nil && maintenance.lastBackupFailure == nil)
            #expect(try await verify() == path)
            #expect(
                try String(decoding: File.open(log).read(upTo: 1 << 20), as: UTF8.self).split(separator: "\n").count
                    == 1)
            unlink(log)
        }
        symlink("/etc/passwd", log)
        #expect(try await verify() == path)
        #expect(try FileSystem.entry(log)?.sort == .file && FileSystem.entry(log)?.permissions == 0o600)
    }

    @Test("A failed daily backup is recorded and reported until a daily backup succeeds")
    func failure() async throws {
        let intact = try place.folder.bytes("store.db")
        try place.overwrite(pageOf: "person", from: 100, with: 0xEE)
        await #expect(throws: StoreProblem.self) { try await maintenance.backUpDaily() }
        let failure = try #require(maintenance.lastBackupFailure)
        #expect(failure.time == clock.store.now && failure.reason.contains("damaged"))
        try await expectFinding(
            .backupFailed, "The daily backup failed on \(failure.time.rawValue). \(failure.reason)")
        try place.folder.write(intact, to: "store.db")
        chmod(place.folder.location.path, 0o600)
        #expect(try await maintenance.backUpDaily() != nil)
        #expect(maintenance.lastBackupFailure == nil)
        #expect(try await maintenance.check(.deep) == [])
    }

    // MARK: - Steps

    @Test("history-differs: a changed command is reported if a backup contains the step")
    func changedCommand() async throws {
        let path = try await makeBackups(2)[1]
        #expect(try await maintenance.check(.deep) == [])
        try place.flip("note persons/1", to: "note persons/2")
        let findings = try await maintenance.check(.deep)
        #expect(findings.count == 1 && findings.first?.name == .historyDiffers, "\(findings)")
        #expect(
            findings.first?.detail.description.hasSuffix(
                "differs from its copy in \(path). The copied command is “note persons/1”.") == true, "\(findings)")
        #expect(try await maintenance.check(.quick) == [])
    }

    @Test("Arguments removed by a purge, and steps that replaced others after a restore, are not reported")
    func legitimateChanges() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        let earlier = try await makeBackups(1)[0]
        let note = try #require(try await store.notes.list(ListRequest()).items.first)
        try await store.notes.delete([note.id])
        _ = try await makeBackups(1)
        try await store.history.purge([note.id.recordID])
        #expect(try await maintenance.check(.deep) == [])
        _ = try await maintenance.restore(from: earlier)
        _ = try await CommandContext.$current.withValue(CommandContext("new person", by: nil)) {
            try await store.persons.add(Person())
        }
        #expect(try await maintenance.check(.deep) == [])
    }
}
