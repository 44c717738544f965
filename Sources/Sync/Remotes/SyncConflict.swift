import Interchange
import Model

/// A property that was changed here and on a remote to different values. Both values are kept until it is resolved.
public struct SyncConflict: Hashable, Sendable, Identifiable {
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let remote: String
    public let record: RecordReference
    public let found: Timestamp
    public let property: PropertyConflict

    public init(id: ID, remote: String, record: RecordReference, found: Timestamp, property: PropertyConflict) {
        (self.id, self.remote, self.record) = (id, remote, record)
        (self.found, self.property) = (found, property)
    }
}
