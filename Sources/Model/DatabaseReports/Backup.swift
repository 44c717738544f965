import Localization

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

/// The result of the verification of a backup.
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
    /// The number of photos that are neither in the data store nor in the backup.
    public let photosMissing: Int
    /// The names of the triggers of the backup that are not restored, because another program had added or changed them.
    public let removedTriggers: [String]
    /// The backup of the previous content, or `nil` if the database was empty or for a dry run.
    public let before: String?

    public init(
        path: String, counts: [Kind: Int], photos: Int, photosMissing: Int, removedTriggers: [String], before: String?
    ) {
        self.path = path
        self.counts = counts
        self.photos = photos
        self.photosMissing = photosMissing
        self.removedTriggers = removedTriggers
        self.before = before
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
