import Localization

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
