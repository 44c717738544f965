import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

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
