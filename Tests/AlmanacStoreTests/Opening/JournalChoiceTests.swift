import Interchange
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The choice of the journal mode by the type of the file system.
struct JournalChoiceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func journal(on number: UInt32) throws -> String? {
        let opening = StoreOpener(
            location: folder.location, migrator: .test(Migration.embedded), cards: VCardInterpreter(),
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

    @Test("The type of a file system is detected, and a missing folder is not treated as a network file system")
    func real() {
        #expect(FileSystemType(of: "/proc").number == 0x9FA0)
        #expect(!FileSystemType(of: "/nowhere/at/all").isShared)
    }
}
