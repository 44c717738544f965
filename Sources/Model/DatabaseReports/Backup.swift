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
