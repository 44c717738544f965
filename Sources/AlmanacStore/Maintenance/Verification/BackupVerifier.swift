import Localization
import Model
import SQLite

/// A verification that finds damage to an automatic backup since it was made. The backup is not changed.
struct BackupVerifier {
    let migrator: Migrator
    let cards: any CardInterpreter

    /// Returns the first problem, or `nil` if the backup is intact.
    func problem(of backup: Backup, _ handle: InterruptHandle) throws -> Message? {
        let maintainer = DatabaseMaintainer(of: StoreLocation(backup.path), migrator: migrator, cards: cards)
        do {
            return try maintainer.damageAsFinding { try findings(in: maintainer, handle) }.first?.detail
        } catch let problem as StoreProblem where problem.isDamage {
            return problem.explanation.what
        } catch let error as SQLiteError where ![.interrupt, .outOfMemory, .busy].contains(error.code) {
            return "SQLite reports: \(error.message)."
        }
    }

    private func findings(in backup: DatabaseMaintainer, _ handle: InterruptHandle) throws -> [Finding] {
        let mode: OpenMode = try backup.location.hasUncheckpointedWAL ? .readOnly : .immutable
        let connection = try Connection(at: backup.location.path, mode: mode)
        let damage = try connection.interruptible(by: handle) {
            try connection.transaction(.deferred) {
                let checks: [any StoreCheck] = [PageCheck(depth: .deep), RowIDCheck(), ForeignKeyCheck()]
                let damage = try checks.flatMap { try $0.findings(in: connection) }
                // The history of an older schema cannot be checked.
                guard damage.isEmpty, try isCurrent(connection) else { return damage }
                return try HistoryCheck().findings(in: connection)
            }
        }
        return try damage.isEmpty ? lostPhotos(of: backup, handle) : damage
    }

    private func isCurrent(_ connection: Connection) throws -> Bool {
        do {
            return try migrator.pending(on: connection).isEmpty
        } catch StoreProblem.newer {
            return false
        }
    }

    private func lostPhotos(of backup: DatabaseMaintainer, _ handle: InterruptHandle) throws -> [Finding] {
        try PhotoManifest(in: backup.photos.folder)?.sizes.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { id in
            if handle.isInterrupted { throw CancellationError() }
            guard !backup.photos.isIntact(id) else { return nil }
            return Finding(.photoMissing, "Its photo \(id.rawValue) is missing or damaged.")
        } ?? []
    }
}
