import Localization

/// How closely a store is looked at.
public enum CheckDepth: Hashable, Sendable {
    /// The structure of the file, what refers to what, and whether the photos are there.
    case quick
    /// Also every index, the search index, the bytes of every photo, and whether the history tells of what there is.
    case deep
}

/// Something wrong with the store.
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
        case exposed
        case searchMissing = "search-missing"
        case searchStale = "search-stale"
        case searchExtra = "search-extra"
        case photoMissing = "photo-missing"
        case photoChanged = "photo-changed"
        case photoUnused = "photo-unused"
        case historyGap = "history-gap"
        case historyDiffers = "history-differs"

        /// What there is to do about it.
        public var remedy: Remedy {
            switch self {
            case .damagedPage, .migrationChanged: .leaving
            case .brokenIndex, .foreignLog, .schemaChanged, .orphan, .exposed: .mending
            case .searchMissing, .searchStale, .searchExtra, .photoMissing, .photoChanged: .mending
            case .badText, .badValue, .photoUnused, .historyGap, .historyDiffers: .byHand
            }
        }
    }

    public enum Remedy: Hashable, Sendable {
        /// The store can be mended where it is.
        case mending
        /// What cannot be read soundly is not written to: what is readable goes elsewhere.
        case leaving
        /// Nothing does it by itself.
        case byHand
    }

    public let name: Name
    /// What exactly, as a sentence.
    public let detail: Message

    public init(_ name: Name, _ detail: Message) {
        self.name = name
        self.detail = detail
    }
}
