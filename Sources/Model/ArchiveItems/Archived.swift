/// A record with all that the store knows of it, to be kept elsewhere and brought back as it was.
public struct Archived<Content: Recordable>: Hashable, Sendable {
    public let id: TypedRecordID<Content>
    public let uuid: String
    public let created: Timestamp
    public let modified: Timestamp
    public let version: Int
    public var content: Content

    public init(
        id: TypedRecordID<Content>, uuid: String, created: Timestamp, modified: Timestamp, version: Int,
        content: Content
    ) {
        self.id = id
        self.uuid = uuid
        self.created = created
        self.modified = modified
        self.version = version
        self.content = content
    }

    public init(_ record: Record<Content>) {
        self.init(
            id: record.id, uuid: record.uuid, created: record.created, modified: record.modified,
            version: record.version, content: record.content)
    }
}
