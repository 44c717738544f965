import Localization
import Model
import SQLite

/// A verification that finds damage to an automatic backup since it was made. The backup is not changed.
///
/// Problems that the database already had when it was copied do not count as damage.
struct BackupVerifier {
    let location: StoreLocation
    let migrator: Migrator
    let cards: any CardInterpreter

    /// Returns the first problem, or `nil` if the backup is intact.
    /// - Throws: An error if the backup cannot be read, which does not mean that it is damaged.
    func problem(of backup: Backup, _ handle: InterruptHandle) throws -> Message? {
        let maintainer = DatabaseMaintainer(of: StoreLocation(backup.path), migrator: migrator, cards: cards)
        do {
            return try maintainer.damageAsFinding { try findings(in: maintainer, handle) }.first?.detail
        } catch let problem as StoreProblem where problem.isDamage {
            return problem.explanation.what
        } catch let error as SQLiteError where error.code == .notADatabase {
            return "SQLite reports: \(error.message)."
        }
    }

    private func findings(in backup: DatabaseMaintainer, _ handle: InterruptHandle) throws -> [Finding] {
        let mode: OpenMode = try backup.location.hasUncheckpointedWAL ? .readOnly : .immutable
        let connection = try Connection(at: backup.location.path, mode: mode)
        let checks: [any StoreCheck] = [PageCheck(depth: .deep), RowIDCheck(), ForeignKeyCheck()]
        let damage = try findings(of: checks, in: connection, handle)
        guard damage.isEmpty else { return damage }
        let altered = try isCurrent(connection) ? findings(of: [HistoryCheck()], in: connection, handle) : []
        let copied = try altered.isEmpty ? [] : historyFindings(handle)
        return try altered.filter { !copied.contains($0) } + lostPhotos(of: backup, handle)
    }

    /// Returns the differences between the records and the history of the original database.
    private func historyFindings(_ handle: InterruptHandle) throws -> [Finding] {
        try findings(of: [HistoryCheck()], in: Connection(at: location.path, mode: .readOnly), handle)
    }

    private func findings(
        of checks: [any StoreCheck], in connection: Connection, _ handle: InterruptHandle
    ) throws -> [Finding] {
        try connection.interruptible(by: handle) {
            try connection.transaction(.deferred) { try checks.flatMap { try $0.findings(in: connection) } }
        }
    }

    /// Returns whether the backup has the current schema. The history of an older schema cannot be checked.
    private func isCurrent(_ backup: Connection) throws -> Bool {
        do {
            return try migrator.pending(on: backup).isEmpty
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
