import Glibc
import Model
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

    @Test("A sticky shared folder is accepted")
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
