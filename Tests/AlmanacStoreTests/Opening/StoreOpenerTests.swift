import Glibc
import Interchange
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// Opening databases and rejecting other files without changing them.
struct StoreOpenerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A new database is one file that only its owner can read")
    func creation() async throws {
        try folder.makeStore()
        #expect(try folder.names() == ["store.db"])
        #expect(try folder.permissions("store.db") == 0o600)
        let connection = try Connection(at: folder.location.path, mode: .readOnly)
        #expect(try connection.applicationID == 0x416C_6D61)
        #expect(try Int(connection.userVersion) == Migration.embedded.last?.version)
    }

    @Test("The folders of a new database and SQLite’s helper files are private")
    func privacy() async throws {
        let location = StoreLocation(folder.file("share/almanac/store.db"))
        let store = try await Store.open(at: location, mode: .createIfMissing)
        try await store.drafts.save(Draft(), at: "new/person", of: nil)
        #expect(try folder.permissions("share") == 0o700)
        #expect(try folder.permissions("share/almanac") == 0o700)
        #expect(try folder.permissions("share/almanac/store.db-wal") == 0o600)
        #expect(try folder.permissions("share/almanac/store.db-shm") == 0o600)
        store.close()
    }

    @Test("A database that other users can read is made private when it is opened")
    func tightening() async throws {
        try folder.makeStore()
        chmod(folder.location.path, 0o644)
        #expect(folder.problem() == nil)
        #expect(try folder.permissions("store.db") == 0o600)
    }

    @Test("Concurrent attempts to create a database leave a single intact database")
    func race() async throws {
        let location = folder.location
        try await withThrowingTaskGroup { group in
            for _ in 1...4 {
                group.addTask { try await Store.open(at: location, mode: .createIfMissing).close() }
            }
            try await group.waitForAll()
        }
        #expect(try folder.names() == ["store.db"])
        #expect(try await DatabaseMaintainer(of: location).check(.deep).isEmpty)
    }

    @Test("A database whose WAL was only partially checkpointed keeps all commits")
    func halfFoldedLog() async throws {
        let half = try TemporaryFolder()
        let store = try await Store.open(at: folder.location, mode: .createIfMissing)
        let old = try folder.bytes("store.db")
        for number in 1...50 {
            let name = String(repeating: "\(number) ", count: 300)
            _ = try await store.accounts.add(name: name, passphrase: nil)
        }
        try half.write(try folder.bytes("store.db-wal"), to: "store.db-wal")
        store.close()
        try half.write(Array(try folder.bytes("store.db").prefix(4096)) + old.dropFirst(4096), to: "store.db")
        let reopened = try await Store.open(at: half.location, mode: .readWrite)
        #expect(try await reopened.accounts.accounts().count == 50)
        #expect(try await DatabaseMaintainer(of: half.location).check(.deep).isEmpty)
    }

    @Test("Opening a missing database to read or write fails and does not create it")
    func missing() async throws {
        #expect(folder.problem(.readWrite) == .missing(path: folder.location.path))
        #expect(folder.problem(.readOnly) == .missing(path: folder.location.path))
        #expect(try folder.names().isEmpty)
    }

    @Test(
        "No database is created next to an orphaned WAL or rollback journal",
        arguments: ["-wal", "-journal"])
    func orphanedLog(suffix: String) async throws {
        try folder.write(Array("the last changes".utf8), to: "store.db\(suffix)")
        #expect(try #require(folder.problem(.createIfMissing)).description.contains("store.db\(suffix)"))
        let other = try TemporaryFolder()
        try other.makeStore()
        let problem = await #expect(throws: StoreProblem.self) {
            try await DatabaseMaintainer(of: other.location).backup(to: folder.location.path)
        }
        #expect(problem?.description.contains("store.db\(suffix)") == true)
        #expect(try folder.names() == ["store.db\(suffix)"])
    }

    @Test("Other files are rejected with specific errors and not changed", arguments: ForeignFile.all)
    func foreignFiles(file: ForeignFile) async throws {
        try file.make(folder)
        let before = try folder.bytes("store.db")
        for mode in [StoreMode.readOnly, .readWrite, .createIfMissing] {
            let problem = try #require(folder.problem(mode))
            #expect(problem == file.problem(folder.location.path))
            #expect(problem.description.contains(file.sentence))
        }
        #expect(try folder.bytes("store.db") == before)
        #expect(try folder.names() == ["store.db"])
    }

    struct ForeignFile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sentence: String
        let make: @Sendable (TemporaryFolder) throws -> Void
        let problem: @Sendable (String) -> StoreProblem

        static let all = [
            ForeignFile(testDescription: "an empty file", sentence: "is an empty file, not a database") {
                try $0.write([], to: "store.db")
            } problem: {
                .empty(path: $0)
            },
            ForeignFile(testDescription: "text", sentence: "is not an SQLite database") {
                try $0.write(Array(String(repeating: "Dear diary, ", count: 99).utf8), to: "store.db")
            } problem: {
                .notADatabase(path: $0)
            },
            ForeignFile(testDescription: "another program's database", sentence: "belongs to another application") {
                try Connection(at: $0.location.path, mode: .createNew).execute("CREATE TABLE bookmark (url TEXT)")
            } problem: {
                .foreign(path: $0)
            },
            ForeignFile(testDescription: "a database without a table", sentence: "belongs to another application") {
                try Connection(at: $0.location.path, mode: .createNew).execute("VACUUM")
            } problem: {
                .foreign(path: $0)
            },
            ForeignFile(
                testDescription: "another application ID", sentence: "Its application_id differs from Almanac’s."
            ) {
                try Connection(at: $0.location.path, mode: .createNew).setApplicationID(7)
            } problem: {
                .foreign(path: $0)
            },
            ForeignFile(
                testDescription: "a database with a newer schema version",
                sentence: "requires a newer version of Almanac"
            ) {
                let connection = try Connection(at: $0.location.path, mode: .createNew)
                try connection.setApplicationID(Migrator.applicationID)
                try connection.setUserVersion(1000)
            } problem: {
                .newer(path: $0, version: 1000, known: Migration.embedded.last?.version ?? 0)
            },
        ]
    }
}

/// The choice of the journal mode by the type of the file system.
struct JournalChoiceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func journal(on number: UInt32) throws -> String? {
        let opening = StoreOpener(
            location: folder.location, migrator: .test(Migration.embedded),
            fileSystemType: { _ in FileSystemType(number: number) })
        let database = try opening.open(.createIfMissing).database
        defer { database.close() }
        return try Connection(at: folder.location.path, mode: .readOnly).first("PRAGMA journal_mode") { $0[0] }
    }

    @Test("D23 A database uses a rollback journal on network file systems and a WAL elsewhere, even after a move")
    func choice() throws {
        #expect(try journal(on: 0xEF53) == "wal")
        for number: UInt32 in [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400] {
            #expect(try journal(on: number) == "delete")
        }
        #expect(try journal(on: 0x0102_1994) == "wal")
    }

    @Test("The file system type is detected, and a missing folder is not treated as a network file system")
    func real() {
        #expect(FileSystemType(of: "/proc").number == 0x9FA0)
        #expect(!FileSystemType(of: "/nowhere/at/all").isShared)
    }
}
