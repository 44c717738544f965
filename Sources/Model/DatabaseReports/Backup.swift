import Localization

/// What a backup was made before.
public enum BackupReason: String, Hashable, Sendable, CaseIterable {
    case migration, `import`, merge, purge, restore, repair
    /// Nothing in particular: the one of its day.
    case daily
}

/// A backup that was made beside the store.
public struct Backup: Hashable, Sendable {
    public let path: String
    public let time: Timestamp
    public let reason: BackupReason
    /// Whether it was checked and found whole; one of a damaged store is kept as it was, to the byte.
    public let isWhole: Bool
    /// Whether it can be gone back to: one from before a repair holds what was to be repaired.
    public var isSound: Bool { isWhole && reason != .repair }

    public init(path: String, time: Timestamp, reason: BackupReason, isWhole: Bool) {
        self.path = path
        self.time = time
        self.reason = reason
        self.isWhole = isWhole
    }
}

/// What a backup holds.
public struct BackupReport: Hashable, Sendable {
    public let path: String
    public let bytes: Int
    public let counts: [Kind: Int]
    public let photos: Int
    /// Photos that the store itself lacks or has damaged, and that the backup is therefore without.
    public let photosMissing: Int

    public init(path: String, bytes: Int, counts: [Kind: Int], photos: Int, photosMissing: Int) {
        self.path = path
        self.bytes = bytes
        self.counts = counts
        self.photos = photos
        self.photosMissing = photosMissing
    }
}

/// What a whole backup was restored to, and where the store before it was kept.
public struct RestoreReport: Hashable, Sendable {
    public let path: String
    public let counts: [Kind: Int]
    public let photos: Int
    /// Those that are not in the store and cannot be taken from beside the backup; before a restore, those that are in neither.
    public let photosMissing: Int
    /// The backup of what there was before; nil if there was nothing.
    public let before: String?

    public init(path: String, counts: [Kind: Int], photos: Int, photosMissing: Int, before: String?) {
        self.path = path
        self.counts = counts
        self.photos = photos
        self.photosMissing = photosMissing
        self.before = before
    }
}

/// What became of one record that was taken out of a backup.
public struct RestoredRecord: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// It is as it was.
        case changed
        /// It was so already.
        case unchanged
        case broughtBack
    }

    public let record: RecordReference
    public let outcome: Outcome
    /// What could not come along, each as a sentence.
    public let left: [Message]

    public init(record: RecordReference, outcome: Outcome, left: [Message]) {
        self.record = record
        self.outcome = outcome
        self.left = left
    }
}
