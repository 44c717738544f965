import Glibc
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// The allowed locations of a database, and read-only databases.
struct AllowedLocationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("F2 A world-writable folder of the database or its photos is rejected")
    func worldWritable() async throws {
        try folder.makeStore()
        chmod(folder.path, 0o777)
        let reason = "All users of this machine can write to it."
        #expect(folder.problem() == .unsafeFolder(path: folder.path, reason: "\(reason)"))
        chmod(folder.path, 0o700)
        mkdir(folder.location.photos, 0o700)
        chmod(folder.location.photos, 0o777)
        #expect(folder.problem() == .unsafeFolder(path: folder.location.photos, reason: "\(reason)"))
    }

    @Test("A shared folder with the sticky bit is accepted")
    func sticky() async throws {
        chmod(folder.path, 0o1777)
        #expect(folder.problem(.createIfMissing) == nil)
    }

    @Test("F2 A symbolic link is rejected as the database, its folder, or a file next to the database")
    func links() async throws {
        try folder.makeStore()
        let reason = "It is a symbolic link."

        let link = StoreLocation(folder.file("link.db"))
        symlink("store.db", link.path)
        await #expect(throws: StoreProblem.cannotOpen(path: link.path, reason: "\(reason)")) {
            try await Store.open(at: link, mode: .readWrite)
        }

        symlink(folder.path, folder.file("elsewhere"))
        let behind = StoreLocation(folder.file("elsewhere/store.db"))
        await #expect(throws: StoreProblem.unsafeFolder(path: folder.file("elsewhere"), reason: "\(reason)")) {
            try await Store.open(at: behind, mode: .createIfMissing)
        }

        symlink("/dev/null", folder.location.path + "-wal")
        #expect(folder.problem() == .cannotOpen(path: folder.location.path + "-wal", reason: "\(reason)"))
    }

    @Test("F2 A symbolic link is rejected as the photo or backup folder", arguments: [".photos", ".backups"])
    func linkedFolders(suffix: String) async throws {
        try folder.makeStore()
        let link = folder.location.path + suffix
        symlink(folder.path, link)
        #expect(folder.problem() == .unsafeFolder(path: link, reason: "It is a symbolic link."))
    }

    @Test("A folder or a file of another user is rejected, but a shared database is not", .enabled(if: geteuid() == 0))
    func otherUsers() async throws {
        try folder.makeStore()
        let reason = "It belongs to another user."
        #expect(chown(folder.path, 65_534, getegid()) == 0)
        #expect(folder.problem() == .unsafeFolder(path: folder.path, reason: "\(reason)"))
        #expect(chown(folder.path, 0, getegid()) == 0)
        #expect(folder.problem() == nil)
        #expect(chown(folder.location.path, 65_534, getegid()) == 0)
        #expect(folder.problem() == .cannotOpen(path: folder.location.path, reason: "\(reason)"))
        chmod(folder.path, 0o2770)
        chmod(folder.location.path, 0o660)
        #expect(folder.location.isShared)
        #expect(throws: Never.self) { try folder.location.rejectUnsafeLocation() }
    }

    @Test(
        "A database is shared if only its owner and group can read and change the file and its setgid folder",
        arguments: [
            (0o2770, 0o660, true), (0o770, 0o660, false), (0o2775, 0o660, false), (0o2771, 0o660, false),
            (0o2760, 0o660, false), (0o2770, 0o640, false), (0o2770, 0o620, false), (0o2770, 0o664, false),
            (0o2770, 0o670, false), (0o2770, 0o600, false),
        ] as [(mode_t, mode_t, Bool)])
    func sharing(folderMode: mode_t, mode: mode_t, isShared: Bool) throws {
        try folder.write([], to: "store.db")
        chmod(folder.location.path, mode)
        chmod(folder.path, folderMode)
        #expect(folder.location.isShared == isShared)
        #expect(folder.location.allowedPermissions == (isShared ? 0o770 : 0o700))
        chmod(folder.path, 0o700)
    }

    @Test("The files of a database are named after its path, with different suffixes")
    func names() throws {
        let location = StoreLocation("/a/b.db")
        #expect(location.folder == "/a" && location.photos == "/a/b.db.photos" && location.backups == "/a/b.db.backups")
        #expect(location.companions == ["/a/b.db-wal", "/a/b.db-shm", "/a/b.db-journal"])
        for (name, bytes) in [("store.db", [1]), ("store.db-wal", []), ("store.db-journal", [])] as [(String, [UInt8])]
        {
            try folder.write(bytes, to: name)
        }
        #expect(try folder.location.hasWAL && !folder.location.hasUncheckpointedWAL && !folder.location.hasHotJournal)
        #expect(folder.location.fileWithSeveralNames == folder.location.path)
        link(folder.file("store.db-wal"), folder.file("other"))
        #expect(folder.location.fileWithSeveralNames == folder.location.path + "-wal")
        for suffix in ["-wal", "-journal"] { try folder.write([1], to: "store.db" + suffix) }
        #expect(try folder.location.hasUncheckpointedWAL && folder.location.hasHotJournal)
        #expect(throws: Never.self) { try folder.location.rejectOrphanedWAL() }
        mkdir(folder.location.photos, 0o700)
        try folder.location.remove()
        #expect(try folder.names() == ["other"])
        #expect(try !folder.location.hasWAL)
    }

    @Test(
        "The WAL or rollback journal of a missing database is rejected unless it is empty",
        arguments: ["-wal", "-journal"])
    func orphanedLogs(suffix: String) throws {
        let log = folder.location.path + suffix
        try folder.write([], to: "store.db" + suffix)
        #expect(throws: Never.self) { try folder.location.rejectOrphanedWAL() }
        try folder.write([1], to: "store.db" + suffix)
        let reason = "The file is missing, but \(log) belongs to it."
        let advice = "Restore the file, or move \(log) elsewhere."
        #expect(throws: StoreProblem.cannotOpen(path: folder.location.path, reason: "\(reason) \(advice)")) {
            try folder.location.rejectOrphanedWAL()
        }
    }

    @Test("A folder or a pipe at the path of the database is rejected")
    func otherSorts() async throws {
        mkdir(folder.location.path, 0o700)
        #expect(folder.problem() == .cannotOpen(path: folder.location.path, reason: "It is a folder."))
        rmdir(folder.location.path)
        mkfifo(folder.location.path, 0o600)
        #expect(folder.problem() == .cannotOpen(path: folder.location.path, reason: "It is not a regular file."))
    }

    @Test("A database opened read-only rejects writes and is not changed")
    func readOnly() async throws {
        try folder.makeStore()
        let before = try folder.bytes("store.db")
        let store = try await Store.open(at: folder.location, mode: .readOnly)
        #expect(try await store.accounts.accounts().isEmpty)
        await #expect(throws: StoreProblem.readOnly(path: folder.location.path)) {
            try await store.accounts.add(name: "Leia", passphrase: nil)
        }
        store.close()
        #expect(try folder.bytes("store.db") == before)
    }
}

/// Damage for which SQLite uses the code of a full disk.
struct FullDiskTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    /// A damaged part of the file.
    enum Damage: CaseIterable {
        case child, lastChild, overflow, rowID
    }

    private func damage(_ damage: Damage) throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        if damage == .rowID {
            return try connection.execute(
                "INSERT INTO note (id, topic, display_name, sort_key) VALUES (9223372036854775807, 'a', 'a', 'a')")
        }
        let text = String(repeating: "long ", count: 3000)
        try connection.run("UPDATE note SET text = ?1", binding: text)
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let (name, type) = damage == .overflow ? ("note", "overflow") : ("person", "internal")
        let page = try #require(
            try connection.first(
                "SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = ?2 ORDER BY path LIMIT 1",
                binding: name, type
            ) { $0[0] as Int })
        var bytes = try place.folder.bytes("store.db")
        let start = (page - 1) * 4096
        let offset =
            switch damage {
            case .lastChild: start + 8
            case .overflow: start
            default: start + Int(bytes[start + 12]) << 8 + Int(bytes[start + 13])
            }
        bytes.replaceSubrange(offset..<offset + 4, with: [0x7F, 0xFF, 0xFF, 0xF0])
        try place.folder.write(bytes, to: "store.db")
        chmod(place.folder.location.path, 0o600)
    }

    @Test(
        "No command reports a full disk because a page number or row ID in a damaged database is too large",
        .long("every kind of damage"), arguments: Soak.sample(Damage.allCases, 1))
    func commands(_ kind: Damage) async throws {
        let sound = try await place.putBackup("sound.db")
        try damage(kind)
        let (maintenance, path) = (place.maintenance, place.folder.location.path)
        #expect(try await maintenance.check(.quick).contains { $0.name.remedy == .salvage })
        _ = try await maintenance.salvage(path, to: place.folder.file("saved.db"))
        let saved = DatabaseMaintainer(of: StoreLocation(place.folder.file("saved.db")))
        #expect(try await saved.check(.quick) == [])
        let problems = await [
            problem { _ = try await maintenance.backup(to: place.folder.file("copy.db")) },
            problem {
                _ = try await DatabaseMaintainer(of: StoreLocation(place.folder.file("new.db"))).restore(from: path)
            },
            problem { _ = try await maintenance.repair() },
            problem { _ = try await maintenance.backUpBefore(.purge) },
            problem { _ = try await maintenance.migrate() },
        ]
        #expect(!problems.contains(.full), "\(problems)")
        _ = try await maintenance.restore(from: sound)
        #expect(try await maintenance.check(.deep) == [])
    }

    private func problem(_ operation: () async throws -> Void) async -> StoreProblem? {
        do {
            try await operation()
            return nil
        } catch {
            return error as? StoreProblem
        }
    }
}
