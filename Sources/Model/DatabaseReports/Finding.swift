import Localization

public enum CheckDepth: Hashable, Sendable {
    /// A check of the file structure and permissions, the schema, references, values, and the presence of photos.
    case quick
    /// A quick check that also covers indexes, the search index, the content of photos, and the history.
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
        case unreadableRemote = "unreadable-remote"
        case backupDamaged = "backup-damaged"
        case backupFailed = "backup-failed"

        public var remedy: Remedy {
            switch self {
            case .damagedPage, .migrationChanged: .salvage
            case .brokenIndex, .foreignLog, .schemaChanged, .orphan, .sequence, .exposed: .repair
            case .searchMissing, .searchStale, .searchExtra, .photoMissing, .photoChanged, .remoteLink,
                .unreadableDraft, .unreadableRemote:
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
