/// A history step: all changes of one command, or consecutive changes made by other programs.
public struct Step: Hashable, Sendable {
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public enum Origin: Hashable, Sendable {
        /// A command and the name of the account that ran it, or `nil` for a guest.
        case command(String, by: String?)
        /// Another program that changed the database.
        case outside
    }

    /// The relation of a step to other steps.
    public enum Role: Hashable, Sendable {
        case edit
        case undo(of: Step.ID)
        case redo(of: Step.ID)
        /// A purge of deleted records, which cannot be undone.
        case purge
    }

    public let id: ID
    public let time: Timestamp
    public let origin: Origin
    public let role: Role
    public let isUndone: Bool
    /// Whether the step changed records that were purged later. These changes cannot be undone.
    public let hasPurgedChanges: Bool
    /// The number of changed records. Counting stops as soon as ``countLimit`` is exceeded.
    public let records: Int
    public static let countLimit = 10_000
    public var hasMoreRecords: Bool { records > Self.countLimit }

    public init(
        id: ID, time: Timestamp, origin: Origin, role: Role, isUndone: Bool, hasPurgedChanges: Bool = false,
        records: Int
    ) {
        self.id = id
        self.time = time
        self.origin = origin
        self.role = role
        self.isUndone = isUndone
        self.hasPurgedChanges = hasPurgedChanges
        self.records = records
    }
}
