import Localization

/// What a repair has mended, and what it has not.
public struct RepairReport: Hashable, Sendable {
    /// The backup of the store as it was; nil when nothing was wrong.
    public let backup: String?
    /// What was done, each as a sentence.
    public let mended: [Message]
    /// What is still wrong.
    public let left: [Finding]

    public init(backup: String?, mended: [Message], left: [Finding]) {
        self.backup = backup
        self.mended = mended
        self.left = left
    }
}

/// What could be read out of a damaged store.
public struct SalvageReport: Hashable, Sendable {
    /// The rows of one table.
    public struct Rows: Hashable, Sendable {
        public let table: String
        public let saved: Int
        /// The keys behind which there may have been rows, since nothing there could be read.
        public let lost: [ClosedRange<Int64>]
        /// Rows that could be read, but break a rule of the schema.
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
    /// Those that cannot be read, or are not there.
    public let photosMissing: Int
    /// What was put in order afterwards, each as a sentence.
    public let mended: [Message]

    public init(path: String, tables: [Rows], photos: Int, photosMissing: Int, mended: [Message]) {
        self.path = path
        self.tables = tables
        self.photos = photos
        self.photosMissing = photosMissing
        self.mended = mended
    }
}

extension SalvageReport.Rows {
    /// Rows of no more keys than this were lost; of some tables a key may have several.
    public var keysLostAtMost: Int { lost.reduce(0) { $0 + $1.count } }
}
