import FileIO
import Localization
import Model
import SQLite

/// A verifier that finds damage that occurred to an automatic backup after it was made. The backup is not changed.
///
/// Problems that the database already had when it was copied do not count as damage.
struct BackupVerifier {
    let location: StoreLocation
    let migrator: Migrator

    /// Returns the first problem, or `nil` if the backup is intact.
    /// - Throws: An error if the backup cannot be read, which does not mean that it is damaged.
    func problem(of backup: Backup, _ handle: InterruptHandle) throws -> Message? {
        let maintainer = DatabaseMaintainer(of: StoreLocation(backup.path), migrator: migrator)
        do {
            let damage = try maintainer.damageAsFinding { try findings(in: maintainer, handle) }
            if let finding = try damage.first ?? alteredRecord(in: maintainer, handle) { return finding.detail }
            return nil
        } catch let problem as StoreProblem where problem.isDamage {
            return problem.explanation.what
        } catch let error as SQLiteError where error.code == .notADatabase {
            return "SQLite reports: \(error.message)."
        } catch let error as SQLiteError where error.isOfUnsafeFile {
            return StoreProblem(error, at: backup.path).explanation.what
        }
    }

    private func findings(in backup: DatabaseMaintainer, _ handle: InterruptHandle) throws -> [Finding] {
        let checks: [any StoreCheck] = [PageCheck(depth: .deep), RowIDCheck(), ForeignKeyCheck()]
        let damage = try findings(of: checks, in: connection(to: backup), handle)
        return try damage.isEmpty ? lostPhotos(of: backup, handle) : damage
    }

    private func connection(to backup: DatabaseMaintainer) throws -> Connection {
        try Connection(
            at: backup.location.path, mode: backup.location.hasUncheckpointedWAL ? .readOnly : .immutable)
    }

    /// Returns the first difference, if any, between the backup and its history that the database does not also have.
    /// Records that were changed after the backup are not compared.
    private func alteredRecord(in backup: DatabaseMaintainer, _ handle: InterruptHandle) throws -> Finding? {
        // If another program altered a record before the backup, the difference disappears when the record is edited
        // later.
        let copy = try connection(to: backup)
        guard try isCurrent(copy), try !findings(of: [HistoryCheck()], in: copy, handle).isEmpty else { return nil }
        let database = try Connection(at: location.path, mode: .readOnly)
        let last = try copy.first("SELECT max(id) FROM change") { $0[0] as Int64? } ?? nil
        let changed = try database.all(Self.laterChanges, binding: last ?? 0) {
            RecordID(kind: try $0[0], number: $0[1])
        }
        let altered = try findings(of: [HistoryCheck(omitted: Set(changed))], in: copy, handle)
        let copied = try findings(of: [HistoryCheck()], in: database, handle)
        return altered.first { !copied.contains($0) }
    }

    static let laterChanges = "SELECT DISTINCT kind, record_id FROM change WHERE id > ?1 AND record_id IS NOT NULL"

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

extension DatabaseMaintainer {
    /// Whether a backup should be verified. The value is `true` if no existing backup was verified today and at least
    /// one was made on another day. Copies of damaged databases and backups made before a repair do not count.
    public var isVerificationDue: Bool { (try? nextToVerify()) != nil }

    @concurrent
    public func verifyOldestBackup() async throws {
        guard isVerificationDue else { return }
        let lock = try File.open(folder.path)
        // Another program may have verified a backup since the first check.
        guard !lock.isLockedElsewhere, let backup = try rethrowing({ try nextToVerify() }) else { return }
        let problem = try await cancellable {
            try BackupVerifier(location: location, migrator: migrator).problem(of: backup, $0)
        }
        try rethrowing {
            try folder.updateLog {
                $0.verifications[FileSystem.name(of: backup.path)] = BackupVerification(
                    time: migrator.clock.now, problem: problem?.description)
            }
        }
    }

    /// Returns the backup whose last verification is the oldest, or `nil` if no verification is due.
    private func nextToVerify() throws -> Backup? {
        let today = migrator.clock.now.day
        let backups = try folder.backups().filter { $0.isWhole && $0.reason != .repair }
        guard !backups.contains(where: { $0.verification?.time.day == today }) else { return nil }
        return backups.filter { $0.verified?.day != today }.min { left, right in
            (left.verified?.rawValue ?? "", left.path) < (right.verified?.rawValue ?? "", right.path)
        }
    }

    @concurrent
    public func backupFailure() async throws -> BackupFailure? { lastBackupFailure }

    /// The failure of the last daily backup, or `nil` if it succeeded or a verified backup was made later.
    public var lastBackupFailure: BackupFailure? { folder.failure }

    /// Records the outcome of a daily backup.
    /// - Parameter error: The error, or `nil` if the backup was made.
    func recordDailyBackup(_ error: (any Error)?) {
        guard error != nil || folder.log.failure != nil else { return }
        // The failure, such as a full disk, may also prevent writing the log.
        try? folder.updateLog { log in
            log.failure = error.map { error in
                let reason = (error as? any UserFacingError)?.explanation.reason
                return BackupFailure(time: migrator.clock.now, reason: reason?.description ?? "\(error)")
            }
        }
    }
}

/// A check that the last daily backup succeeded, and that no automatic backup was found damaged when it was last
/// verified.
struct BackupCheck: StoreCheck {
    var part: Title { "backups" }
    let folder: BackupFolder

    func findings(in connection: Connection) throws -> [Finding] {
        let damaged = try folder.backups().compactMap { backup in
            backup.verification?.problem.map { problem in
                Finding(.backupDamaged, "The backup \(backup.path) is damaged. \(problem)")
            }
        }
        return damaged
            + (folder.failure.map { failure in
                [Finding(.backupFailed, "The daily backup failed on \(failure.time.rawValue). \(failure.reason)")]
            } ?? [])
    }
}
