/// The automatic backups before large changes.
public protocol AutomaticBackups: Sendable {
    /// Makes an automatic backup before a large change.
    /// - Returns: The backup, or `nil` if the database is empty or the context is a dry run.
    /// - Throws: An error if the backup fails. In that case, do not start the change.
    func backUpBefore(_ reason: BackupReason, in context: CommandContext) async throws -> BackupReport?
    /// Removes the backup that was made before a change that had no effect.
    func discard(_ backup: BackupReport) async throws
}

/// Database maintenance: migration, backup, check, and repair.
///
/// All methods throw `StoreProblem` or `RecordProblem`.
public protocol DatabaseMaintenance: AutomaticBackups {
    func migrations() async throws -> [MigrationState]
    /// Makes a verified backup of an existing database and then applies the pending migrations.
    /// - Returns: All migrations, including those applied earlier.
    func migrate() async throws -> [MigrationState]

    /// Writes a verified copy of the database and its photos to a new file.
    func backup(to path: String) async throws -> BackupReport
    /// Makes the daily backup, unless it already exists. Cancelling the task leaves no files behind.
    func backUpDaily() async throws -> BackupReport?
    /// Verifies the automatic backup whose last verification is the oldest, unless one was verified today.
    func verifyOldestBackup() async throws
    /// Returns why the last daily backup failed, or `nil` if it succeeded.
    func backupFailure() async throws -> BackupFailure?
    /// Returns the automatic backups, newest first.
    func backups() async throws -> [Backup]
    /// Returns the automatic backups that contain purged records or cannot be read, newest first.
    func backupsOfPurgedRecords() async throws -> [Backup]
    /// Makes and verifies a new backup, and then removes the automatic backups that contain purged records.
    /// - Returns: The new backup and the removed backups, or `nil` if no backup contains purged records.
    func removeBackupsOfPurgedRecords() async throws -> (new: BackupReport, removed: [Backup])?

    /// Backs up the database and then replaces its content with that of a backup.
    ///
    /// Other programs that have the database open continue with the restored content. A dry run only verifies the
    /// backup.
    func restore(from path: String, in context: CommandContext) async throws -> RestoreReport
    /// Restores individual records from a backup. Existing records are reverted; missing records are re-created.
    /// - Parameter addresses: The IDs of the records in the backup.
    func restore(_ addresses: [RecordID], from path: String, in context: CommandContext) async throws
        -> [RestoredRecord]

    /// Checks the database.
    /// - Returns: The problems found; empty if there are none.
    func check(_ depth: CheckDepth) async throws -> [Finding]
    /// Makes a backup and then repairs the problems that can be repaired without data loss.
    func repair(in context: CommandContext) async throws -> RepairReport
    /// Allows a trigger of another program to run on changes, until the trigger changes.
    /// - Returns: The SQL of the trigger.
    func acceptTrigger(_ name: String) async throws -> String
    /// Recovers readable data from a damaged database into a new one. The damaged file is not modified.
    func salvage(_ path: String, to target: String, in context: CommandContext) async throws -> SalvageReport
    /// Removes each of the given photos that is not used by any record or history step.
    func removeUnused(_ photos: Set<BlobID>) async throws
    /// Removes unused photos that are older than a day, and files left by interrupted programs.
    func cleanUp() async throws
}

public struct MigrationState: Hashable, Sendable {
    public let version: Int
    public let name: String
    /// The time at which the migration was applied, or `nil` if it is pending.
    public let applied: Timestamp?

    public init(version: Int, name: String, applied: Timestamp?) {
        self.version = version
        self.name = name
        self.applied = applied
    }
}
