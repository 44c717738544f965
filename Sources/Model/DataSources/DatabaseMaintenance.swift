import Localization

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
///     let backup = try await maintenance.backup(to: "/home/leia/almanac.backup")
///     let findings = try await maintenance.check(.deep)
///
/// All methods throw `StoreProblem` or `RecordProblem`.
public protocol DatabaseMaintenance: AutomaticBackups {
    func migrations() async throws -> [MigrationState]
    /// Makes a verified backup of an existing database and then applies the pending migrations.
    /// - Returns: All migrations, including those applied earlier.
    func migrate() async throws -> [MigrationState]

    /// Writes a verified copy of the database and its photos to a new file.
    func backup(to path: String) async throws -> BackupReport
    /// Makes the daily backup, unless it already exists or the database is empty. If the task is cancelled, incomplete
    /// files are removed.
    func backUpDaily() async throws -> BackupReport?
    /// Verifies the automatic backup whose last verification is the oldest, unless one was verified today.
    func verifyOldestBackup() async throws
    /// Returns why the last daily backup failed, or `nil` if it succeeded.
    func backupFailure() async throws -> BackupFailure?
    /// Returns the automatic backups, newest first.
    func backups() async throws -> [Backup]
    /// Returns the automatic backups that contain purged records or cannot be read, newest first.
    func backupsOfPurgedRecords() async throws -> [Backup]
    /// Makes and verifies a new backup, and then removes the older automatic backups that contain purged records or
    /// cannot be read.
    /// - Returns: The new backup and the removed backups, or `nil` if there are no such backups.
    func removeBackupsOfPurgedRecords() async throws -> (new: BackupReport, removed: [Backup])?

    /// Backs up the database and then replaces its content with that of a backup.
    ///
    /// Other programs that have the database open continue with the restored content. A dry run only verifies the
    /// backup.
    func restore(from path: String, in context: CommandContext) async throws -> RestoreReport
    /// Restores individual records from a backup. Existing records are reverted; missing records are re-created.
    /// - Parameter ids: The IDs of the records in the backup.
    func restore(_ ids: [RecordID], from path: String, in context: CommandContext) async throws
        -> [RestoredRecord]

    /// Checks the database.
    /// - Returns: The problems found; empty if there are none.
    func check(_ depth: CheckDepth) async throws -> [Finding]
    /// Makes a backup and then repairs the problems that can be repaired without data loss.
    func repair(in context: CommandContext) async throws -> RepairReport
    /// Allows a trigger of another program to run when data is changed. If the trigger itself is changed, it must be
    /// allowed again.
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

/// The progress of a maintenance operation or a synchronization.
public struct MaintenanceProgress: Hashable, Sendable {
    /// The current phase, such as “copying”.
    public let part: Title
    public let done: Int?
    public let total: Int?

    public init(_ part: Title, done: Int? = nil, of total: Int? = nil) {
        self.part = part
        self.done = done
        self.total = total
    }

    /// Reports progress to the current listener.
    public static func report(_ step: MaintenanceProgress) { listener.hear(step) }

    /// The listener of the current task.
    @TaskLocal public static var listener = Listener { _ in }

    // Wraps the closure because optimized code crashes on a task-local closure in Swift 6.3.
    public struct Listener: Sendable {
        let hear: @Sendable (MaintenanceProgress) -> Void

        public init(_ hear: @escaping @Sendable (MaintenanceProgress) -> Void) { self.hear = hear }
    }
}

/// The reason for an automatic backup: the operation that follows, or the daily schedule.
public enum BackupReason: String, Hashable, Sendable, CaseIterable {
    case migration, `import`, sync, merge, purge, restore, repair
    case daily
}

/// An automatic backup.
public struct Backup: Hashable, Sendable {
    public let path: String
    public let time: Timestamp
    public let reason: BackupReason
    /// Whether the backup was verified when it was made. A backup of a damaged database is an unverified copy.
    public let isWhole: Bool
    /// The last verification after the backup was made, if any.
    public let verification: BackupVerification?

    /// The time of the last verification, or `nil` for a copy of a damaged database.
    public var verified: Timestamp? { verification?.time ?? (isWhole ? time : nil) }
    /// Whether no damage was found when the backup was last verified.
    public var isIntact: Bool { isWhole && verification?.problem == nil }
    /// Whether the database can be restored from the backup. Backups made before a repair contain the damage.
    public var isSound: Bool { isIntact && reason != .repair }

    public init(
        path: String, time: Timestamp, reason: BackupReason, isWhole: Bool, verification: BackupVerification? = nil
    ) {
        self.path = path
        self.time = time
        self.reason = reason
        self.isWhole = isWhole
        self.verification = verification
    }
}

/// The result of verifying a backup.
public struct BackupVerification: Hashable, Sendable {
    public let time: Timestamp
    /// The first problem that was found, or `nil` if the backup is intact.
    public let problem: String?

    public init(time: Timestamp, problem: String?) {
        self.time = time
        self.problem = problem
    }
}

/// The failure of a daily backup.
public struct BackupFailure: Hashable, Sendable {
    public let time: Timestamp
    public let reason: String

    public init(time: Timestamp, reason: String) {
        self.time = time
        self.reason = reason
    }
}

/// The result of a backup.
public struct BackupReport: Hashable, Sendable {
    public let path: String
    public let bytes: Int
    public let counts: [Kind: Int]
    public let photos: Int
    /// The number of referenced photos that are missing or damaged.
    public let photosMissing: Int

    public init(path: String, bytes: Int, counts: [Kind: Int], photos: Int, photosMissing: Int) {
        self.path = path
        self.bytes = bytes
        self.counts = counts
        self.photos = photos
        self.photosMissing = photosMissing
    }
}

/// The result of restoring a backup.
public struct RestoreReport: Hashable, Sendable {
    public let path: String
    public let counts: [Kind: Int]
    public let photos: Int
    /// The number of photos that are neither in the photo folder nor in the backup.
    public let photosMissing: Int
    /// The names of the backup’s triggers that are not restored, because another program had added or changed them.
    public let removedTriggers: [String]
    /// The backup of the previous content, or `nil` for an empty database or a dry run.
    public let before: String?
    /// Whether data is replaced: the database exists and is not empty.
    public let replacesData: Bool

    public init(
        path: String, counts: [Kind: Int], photos: Int, photosMissing: Int, removedTriggers: [String], before: String?,
        replacesData: Bool
    ) {
        self.path = path
        self.counts = counts
        self.photos = photos
        self.photosMissing = photosMissing
        self.removedTriggers = removedTriggers
        self.before = before
        self.replacesData = replacesData
    }
}

/// The result of restoring one record from a backup.
public struct RestoredRecord: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case changed
        case unchanged
        case recreated
    }

    public let record: RecordReference
    public let outcome: Outcome
    /// The messages about data that could not be restored.
    public let left: [Message]

    public init(record: RecordReference, outcome: Outcome, left: [Message]) {
        self.record = record
        self.outcome = outcome
        self.left = left
    }
}

public enum CheckDepth: Hashable, Sendable {
    /// A check of the file structure and permissions, the schema, references, values, drafts, remotes, the presence of
    /// photos, and the state of the backups.
    case quick
    /// A check that covers everything in a quick check and also indexes, the search index, the content of photos, and
    /// the history.
    case deep
}

/// A problem found by a database check.
public struct Finding: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case damagedPage = "damaged-page"
        case brokenIndex = "broken-index"
        case foreignLog = "foreign-log"
        case migrationChanged = "migration-changed"
        case schemaChanged = "schema-changed"
        case orphan
        case badText = "bad-text"
        case badValue = "bad-value"
        case sequence = "id-sequence"
        case exposed
        case searchMissing = "search-missing"
        case searchStale = "search-stale"
        case searchExtra = "search-extra"
        case photoMissing = "photo-missing"
        case photoChanged = "photo-changed"
        case photoUnused = "photo-unused"
        case historyGap = "history-gap"
        case historyDiffers = "history-differs"
        case remoteLink = "remote-link"
        case unreadableDraft = "unreadable-draft"
        case unreadableFilter = "unreadable-filter"
        case unreadableRemote = "unreadable-remote"
        case backupDamaged = "backup-damaged"
        case backupFailed = "backup-failed"

        public var remedy: Remedy {
            switch self {
            case .damagedPage, .migrationChanged: .salvage
            case .brokenIndex, .foreignLog, .schemaChanged, .orphan, .sequence, .exposed: .repair
            case .searchMissing, .searchStale, .searchExtra, .photoMissing, .photoChanged, .remoteLink,
                .unreadableDraft, .unreadableFilter, .unreadableRemote:
                .repair
            case .badText, .badValue, .photoUnused, .historyGap, .historyDiffers, .backupDamaged, .backupFailed: .manual
            }
        }
    }

    public enum Remedy: Hashable, Sendable {
        /// Repair in place.
        case repair
        /// Recovery into a new database.
        case salvage
        /// A decision by the user.
        case manual
    }

    public let name: Name
    public let detail: Message

    public init(_ name: Name, _ detail: Message) {
        self.name = name
        self.detail = detail
    }
}

/// The result of a repair.
public struct RepairReport: Hashable, Sendable {
    /// The backup that was made before the repair, or `nil` if there were no problems.
    public let backup: String?
    /// The messages about the repairs.
    public let repaired: [Message]
    /// The remaining problems.
    public let left: [Finding]

    public init(backup: String?, repaired: [Message], left: [Finding]) {
        self.backup = backup
        self.repaired = repaired
        self.left = left
    }
}

/// The result of recovering data from a damaged database.
public struct SalvageReport: Hashable, Sendable {
    public struct Rows: Hashable, Sendable {
        public let table: String
        public let saved: Int
        /// The row IDs in unreadable parts of the file.
        public let lost: [ClosedRange<Int64>]
        /// The number of readable rows that violate a constraint of the schema.
        public let refused: Int

        public init(table: String, saved: Int, lost: [ClosedRange<Int64>], refused: Int) {
            self.table = table
            self.saved = saved
            self.lost = lost
            self.refused = refused
        }
    }

    public let path: String
    public let tables: [Rows]
    public let photos: Int
    public let photosMissing: Int
    /// The messages about repairs made after the recovery.
    public let repaired: [Message]

    public init(path: String, tables: [Rows], photos: Int, photosMissing: Int, repaired: [Message]) {
        self.path = path
        self.tables = tables
        self.photos = photos
        self.photosMissing = photosMissing
        self.repaired = repaired
    }
}

extension SalvageReport.Rows {
    /// An upper bound on the number of lost rows.
    public var maximumLostKeys: Int {
        Int(clamping: lost.reduce(Int128(0)) { $0 + Int128($1.upperBound) - Int128($1.lowerBound) + 1 })
    }
}
