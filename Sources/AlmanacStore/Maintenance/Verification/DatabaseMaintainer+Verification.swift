import FileIO
import Model
import SQLite

extension DatabaseMaintainer {
    /// Whether a backup should be verified: none was verified today, and one was last verified on another day.
    public var isVerificationDue: Bool { (try? nextToVerify()) != nil }

    @concurrent
    public func verifyOldestBackup() async throws {
        guard isVerificationDue else { return }
        let lock = try File.open(folder.path)
        // Another program may have verified a backup since the first check.
        guard !lock.isLockedElsewhere, let backup = try rethrowing({ try nextToVerify() }) else { return }
        let problem = try await cancellable {
            try BackupVerifier(location: location, migrator: migrator, cards: cards).problem(of: backup, $0)
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

    /// The failure of the last daily backup, or `nil` if it succeeded or another backup was made later.
    public var lastBackupFailure: BackupFailure? { folder.failure }

    /// Records the outcome of a daily backup.
    /// - Parameter error: The error, or `nil` if the backup was made.
    func recordDailyBackup(_ error: (any Error)?) {
        guard error != nil || folder.log.failure != nil else { return }
        // The failure, such as a full disk, may also prevent writing the log.
        try? folder.updateLog { log in
            let report = (error as? any UserFacingError)?.explanation
            log.failure = error.map { error in
                let sentences = report.map { [$0.what] + ($0.why.map { [$0] } ?? []) }
                return BackupFailure(
                    time: migrator.clock.now,
                    reason: sentences?.map(\.description).joined(separator: " ") ?? "\(error)")
            }
        }
    }
}
