import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// SQLite’s error codes that damage can cause, during the commands for a damaged database.
struct RescueErrorTests {
    let place: DamagedStore
    private var backup: String { place.folder.file("backup/sound.db") }

    init() async throws {
        FaultyDisk.install()
        place = try await DamagedStore()
        mkdir(place.folder.file("backup"), 0o700)
        _ = try await place.putBackup("backup/sound.db")
    }

    /// The extended result codes SQLITE_CORRUPT, NOTADB, FULL, IOERR_READ, IOERR_SHORT_READ, CANTOPEN, and SCHEMA.
    static let codes: [Int32] = [11, 26, 13, 266, 522, 14, 17]

    enum Rescue: CaseIterable {
        case check, repair, restore, salvage, backup, backups
    }

    private static let cases = codes.flatMap { code in Rescue.allCases.map { (code, $0) } }

    private func run(_ rescue: Rescue) async throws {
        let maintenance = place.maintenance
        switch rescue {
        case .check: _ = try await maintenance.check(.deep)
        case .repair: _ = try await maintenance.repair()
        case .restore: _ = try await maintenance.restore(from: backup)
        case .salvage:
            let target = place.folder.file("backup/saved.db")
            _ = try await maintenance.salvage(place.folder.location.path, to: target)
            let saved = DatabaseMaintainer(of: StoreLocation(target))
            #expect(try await saved.check(.quick) == [])
        case .backup: _ = try await maintenance.backup(to: place.folder.file("backup/copy.db"))
        case .backups: _ = try await maintenance.backups()
        }
    }

    @Test(
        "A database that cannot be read is restored and salvaged, and every other command reports a suitable error",
        .long("every error of every command"),
        arguments: Soak.sample(cases, 6))
    func unreadable(_ code: Int32, _ rescue: Rescue) async throws {
        let operation: FaultyDisk.Operation = code == 14 ? .open : .read
        for occurrence in try Soak.spaced([1, 4, 12], atLeast: 1) {
            let place = "code \(code), \(operation) \(occurrence)"
            do {
                try await FaultyDisk.failing(
                    operation, under: self.place.folder.location.path, at: occurrence, with: code, lasts: true
                ) { _ in try await run(rescue) }
            } catch let problem as StoreProblem {
                // SQLite also reports the other codes for a disk that fails or is full, so the file is not replaced.
                let mustSucceed =
                    rescue == .salvage || rescue == .backups
                    || rescue == .restore && [11, 26, 522, 14, 17].contains(code)
                #expect(!mustSucceed && problem != .full, "\(place): \(problem)")
                #expect(problem.explanation.next != nil, "\(place)")
            }
            #expect(try await self.place.maintenance.check(.deep).allSatisfy { $0.name.remedy != .salvage }, "\(place)")
            let names = try self.place.folder.names() + FileSystem.names(in: self.place.folder.location.backups)
            #expect(names.allSatisfy { !$0.hasPrefix(".") }, "\(place): \(names)")
            for name in ["saved.db", "saved.db.photos", "copy.db", "copy.db.photos"] {
                let path = self.place.folder.file("backup/\(name)")
                if name.hasSuffix(".photos") { try? FileSystem.removeTree(path) } else { FileSystem.remove(path) }
            }
        }
    }
}
