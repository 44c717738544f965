import Glibc
import Model
import TestSupport
import Testing

@testable import AlmanacStore

/// Where a store may lie, and what it does on a medium that cannot be written.
struct StorePlaceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("F2 A folder that everybody can write to is refused, and so is one of photos")
    func worldWritable() async throws {
        try folder.makeStore()
        chmod(folder.path, 0o777)
        let reason = "Every user of this machine can write to it."
        #expect(folder.problem() == .unsafeFolder(path: folder.path, reason: "\(reason)"))
        chmod(folder.path, 0o700)
        mkdir(folder.location.photos, 0o700)
        chmod(folder.location.photos, 0o777)
        #expect(folder.problem() == .unsafeFolder(path: folder.location.photos, reason: "\(reason)"))
    }

    @Test("A shared folder in which nobody can rename another's files is no danger")
    func sticky() async throws {
        chmod(folder.path, 0o1777)
        #expect(folder.problem(.createIfMissing) == nil)
    }

    @Test("F2 A symbolic link is refused as a store, as its folder, and beside it")
    func links() async throws {
        try folder.makeStore()
        let reason = "It is a symbolic link, which could lead anywhere."

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

    @Test("A folder and a pipe are no stores")
    func otherSorts() async throws {
        mkdir(folder.location.path, 0o700)
        #expect(folder.problem() == .cannotOpen(path: folder.location.path, reason: "It is a folder."))
        rmdir(folder.location.path)
        mkfifo(folder.location.path, 0o600)
        #expect(folder.problem() == .cannotOpen(path: folder.location.path, reason: "It is no ordinary file."))
    }

    @Test("A store opened for reading is read and not changed")
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
