/// One step of the history: everything that one command has changed, or what other programs have changed in a row.
public struct Step: Hashable, Sendable {
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public enum Origin: Hashable, Sendable {
        /// A command, and the name of the account that gave it; nil for a guest.
        case command(String, by: String?)
        /// Programs other than Almanac.
        case outside
    }

    /// What the step means to another one.
    public enum Role: Hashable, Sendable {
        case edit
        case undo(of: Step.ID)
        case redo(of: Step.ID)
        /// It has wiped deleted records from the history, and cannot be taken back.
        case purge
    }

    public let id: ID
    public let time: Timestamp
    public let origin: Origin
    public let role: Role
    /// Whether it was taken back since, and not done again.
    public let isUndone: Bool
    /// How many records it has touched, as far as they are counted.
    public let records: Int
    /// As far as that: an import may have touched a million.
    public static let countLimit = 10_000
    /// Whether it has touched more than are counted.
    public var hasMoreRecords: Bool { records > Self.countLimit }

    public init(id: ID, time: Timestamp, origin: Origin, role: Role, isUndone: Bool, records: Int) {
        self.id = id
        self.time = time
        self.origin = origin
        self.role = role
        self.isUndone = isUndone
        self.records = records
    }
}
