import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Damage to the first 100 bytes of the file.
struct HeaderDamageTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    /// The bytes to damage: all of them with `ALMANAC_SOAK=100`.
    static let bytes = ((try? Soak.spaced(Array(0..<100), atLeast: 12, byDefault: 2)) ?? []) + [18, 19, 20, 28, 47, 59]

    @Test(
        "Damage to each byte of the header is reported, is repaired, or does not prevent changes",
        .long("each byte of the header"), arguments: bytes)
    func byte(_ index: Int) async throws {
        var bytes = try place.folder.bytes("store.db")
        bytes[index] ^= 0xFF
        try place.folder.write(bytes, to: "store.db")
        chmod(place.folder.location.path, 0o600)
        // A check that fails can leave an empty WAL.
        for _ in 1...2 {
            if try await hasProblem() { return }
        }
        let report = try await place.maintenance.repair()
        guard report.left.isEmpty else { return }
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        #expect(!store.isReadOnly)
        _ = try await store.notes.add(Note())
        #expect(try await place.maintenance.check(.deep) == [])
    }

    @Test(
        "A count of free pages without a list of them is reported and does not prevent restoring",
        .long("counts of several sizes"), arguments: Soak.sample([36, 39], 1))
    func countOfFreePages(_ index: Int) async throws {
        let backup = try await place.putBackup("backup.db")
        var bytes = try place.folder.bytes("store.db")
        bytes.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        bytes[index] = 0x80
        try place.folder.write(bytes, to: "store.db")
        chmod(place.folder.location.path, 0o600)
        #expect(try await place.maintenance.check(.quick).map(\.name) == [.damagedPage])
        _ = try await place.maintenance.restore(from: backup)
        #expect(try await place.maintenance.check(.deep) == [])
    }

    private func hasProblem() async throws -> Bool {
        do {
            return try await !place.maintenance.check(.quick).isEmpty
        } catch is StoreProblem {
            return true
        }
    }

    @Test(
        "A header that prevents writing is reported while a WAL exists, by each check and repair",
        .long("each invalid version"), arguments: Soak.sample([3, 0x7F] as [UInt8], 1))
    func writeVersion(version: UInt8) async throws {
        var bytes = try place.folder.bytes("store.db")
        bytes[18] = version
        try place.folder.write(bytes, to: "store.db")
        try place.folder.write([], to: "store.db-wal")
        for name in ["store.db", "store.db-wal"] { chmod(place.folder.file(name), 0o600) }
        for _ in 1...2 {
            #expect(try await place.maintenance.check(.quick).map(\.name).contains(.damagedPage))
            #expect(try await place.maintenance.repair().left.map(\.name).contains(.damagedPage))
        }
    }

    @Test("The header in a WAL replaces the header of the file")
    func headerInTheLog() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let reader = try Connection(at: place.folder.location.path, mode: .readWrite)
        try reader.execute("BEGIN")
        #expect(try reader.first("SELECT count(*) FROM person") { $0[0] as Int } == 40)
        // The header contains the number of pages, so it is written if the database grows.
        var note = Note()
        note.text = String(repeating: "x", count: 100_000)
        _ = try await store.notes.add(note)
        store.close()
        let copy = try TemporaryFolder()
        var bytes = try place.folder.bytes("store.db")
        bytes.replaceSubrange(32..<40, with: [0, 0, 0, 0, 0, 0, 0, 1])
        try copy.write(bytes, to: "store.db")
        try copy.write(try place.folder.bytes("store.db-wal"), to: "store.db-wal")
        for name in ["store.db", "store.db-wal"] { chmod(copy.file(name), 0o600) }
        let names = { try await DatabaseMaintainer(of: copy.location).check(.quick).map(\.name) }
        #expect(try await !names().contains(.damagedPage))
        try copy.write([], to: "store.db-wal")
        chmod(copy.file("store.db-wal"), 0o600)
        #expect(try await names().contains(.damagedPage))
    }
}
