/// The care of the store as a whole.
public protocol StoreKeeper: Sendable {
    func migrations() async throws -> [MigrationState]
    /// Applies what is pending, after a checked backup of an existing store; returns what was applied.
    func migrate() async throws -> [MigrationState]
    /// Writes a checked copy, photos beside it; refuses an existing file.
    func backup(to path: String) async throws -> BackupReport
    /// Whether the store is whole: each finding by name; empty when it is.
    func check() async throws -> [Finding]
    /// Removes photos that no record has had for a day, and what interrupted programs left there or by the store.
    func tidy() async throws
}

public struct MigrationState: Hashable, Sendable {
    public let version: Int
    public let name: String
    /// Nil while it is pending.
    public let applied: Timestamp?

    public init(version: Int, name: String, applied: Timestamp?) {
        self.version = version
        self.name = name
        self.applied = applied
    }
}

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

/// Something wrong with the store.
public struct Finding: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case damagedPage = "damaged-page"
        case orphan
        case searchMissing = "search-missing"
        case searchStale = "search-stale"
        case searchExtra = "search-extra"
        case photoMissing = "photo-missing"
        case photoChanged = "photo-changed"
        case photoUnused = "photo-unused"
        case schemaChanged = "schema-changed"
    }

    public let name: Name
    /// What exactly, as a sentence.
    public let detail: String

    public init(_ name: Name, _ detail: String) {
        self.name = name
        self.detail = detail
    }
}
