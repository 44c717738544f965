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
        "No command reports a full disk because of a number that is too large", .long("every command for every damage"),
        arguments: Soak.sample(Damage.allCases, 1))
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
