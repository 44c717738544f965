/// What can be kept in the store under an address.
public protocol Recordable: Hashable, Sendable {
    /// What the record is tied to, fetched with it.
    associatedtype Links: Hashable, Sendable
    /// Those of a record that is tied to nothing.
    static var noLinks: Links { get }
    static var kind: Kind { get }
    /// Its fields, in the order of a form.
    static var fields: [EditableField<Self>] { get }
    /// The orders of its lists, the standard one first.
    static var orders: [RecordOrder<Self>] { get }
    init()
    /// The name people know it by; never empty.
    var title: String { get }
}

/// The number of a record in its store: stable, never used again.
public struct TypedRecordID<Content: Recordable>: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id behind an address, if that is of this kind.
    public init?(_ address: RecordID) {
        guard address.kind == Content.kind else { return nil }
        self.init(rawValue: address.number)
    }

    public var address: RecordID { RecordID(kind: Content.kind, number: rawValue) }
}

extension Recordable {
    public typealias ID = TypedRecordID<Self>
}

/// A record as the store holds it: its content and links, and what the store knows of it.
@dynamicMemberLookup
public struct Record<Content: Recordable>: Hashable, Sendable, Identifiable {
    public let id: TypedRecordID<Content>
    public let uuid: String
    public let created: Timestamp
    public let modified: Timestamp
    /// Grows by one with each change; an edit must name the version it started from.
    public let version: Int
    public var content: Content
    public var links: Content.Links

    public init(
        id: TypedRecordID<Content>, uuid: String, created: Timestamp, modified: Timestamp, version: Int,
        content: Content, links: Content.Links = Content.noLinks
    ) {
        self.id = id
        self.uuid = uuid
        self.created = created
        self.modified = modified
        self.version = version
        self.content = content
        self.links = links
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
        get { content[keyPath: path] }
        set { content[keyPath: path] = newValue }
    }

    public var address: RecordID { id.address }
    public var reference: RecordReference { RecordReference(address: address, name: content.title) }
}

/// An order of lists, named as the filter language names the field.
public struct RecordOrder<Content: Recordable>: RawRepresentable, CaseIterable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init?(rawValue: String) {
        guard let order = Content.orders.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = order
    }

    init(declared name: String) { rawValue = name }

    /// The standard one first.
    public static var allCases: [RecordOrder] { Content.orders }
    public static var standard: RecordOrder { Content.orders[0] }
    /// Whether a list in its standard order begins with the last: the newest notes come first.
    public static var standardIsDescending: Bool { standard == .modified }

    public static var name: RecordOrder { RecordOrder(declared: "name") }
    public static var created: RecordOrder { RecordOrder(declared: "created") }
    public static var modified: RecordOrder { RecordOrder(declared: "modified") }
}

extension Recordable {
    /// By name or, without one, by the time of the last change; then by what fields declare, and by what has no field.
    static func declaredOrders(besides others: String...) -> [RecordOrder<Self>] {
        let fields = fields.filter { $0.order != nil }.flatMap(\.filters).map(\.name)
        let hasName = FilterField.all(of: kind).contains { $0.name == "name" }
        let names = [hasName ? "name" : "modified"] + fields + ["created", "modified"] + others
        return names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map { RecordOrder(declared: $1) }
    }
}
