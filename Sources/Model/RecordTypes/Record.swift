/// A content type that can be stored as a record.
public protocol Recordable: Hashable, Sendable {
    /// The related records, which are fetched together with the record.
    associatedtype Links: RecordLinks
    static var kind: Kind { get }
    /// The fields, in form order.
    static var fields: [EditableField<Self>] { get }
    /// The fields that users enter: the fields of the record and those that are saved as other records.
    static var enteredFields: [EditableField<Self>] { get }
    /// The keys of the fields that forms ask for first; empty if forms ask for all fields.
    static var mainFields: [String] { get }
    /// The sort orders of lists, with the standard order first.
    static var orders: [RecordOrder<Self>] { get }
    init()
    /// The display name in the record’s own name order; never empty.
    var title: String { get }
    /// Returns the display name in the given name order. The order affects only persons.
    func title(in order: NameOrder) -> String
    /// The text of a note that is added when the record is saved; may be empty.
    var noteToAdd: String { get }
    var withoutNoteToAdd: Self { get }
}

extension Recordable {
    public static var enteredFields: [EditableField<Self>] { fields }
    public var noteToAdd: String { "" }
    public var withoutNoteToAdd: Self { self }
    public func title(in order: NameOrder) -> String { title }
}

/// The records that are related to a record.
public protocol RecordLinks: Hashable, Sendable {
    init()
}

/// The numeric ID of a record of one kind. IDs are never reused.
public struct TypedRecordID<Content: Recordable>: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Creates an ID, or returns `nil` if the record is of another kind.
    public init?(_ id: RecordID) {
        guard id.kind == Content.kind else { return nil }
        self.init(rawValue: id.number)
    }

    public var recordID: RecordID { RecordID(kind: Content.kind, number: rawValue) }
}

extension Recordable {
    public typealias ID = TypedRecordID<Self>

    public static var mainFields: [String] { [] }
}

/// A stored record: its content, links, and metadata.
@dynamicMemberLookup
public struct Record<Content: Recordable>: Hashable, Sendable, Identifiable {
    public let id: TypedRecordID<Content>
    public let uuid: String
    public let created: Timestamp
    public let modified: Timestamp
    /// The version, incremented by each change. An edit must specify the version on which it is based.
    public let version: Int
    public var content: Content
    public var links: Content.Links
    /// The display name according to the rules of the database.
    public var title: String
    /// Whether the content has values that the database contains only on the card.
    public var hasUnstoredValues = false

    /// Creates a record.
    /// - Parameter title: The display name, or `nil` for the title of the content.
    public init(
        id: TypedRecordID<Content>, uuid: String, created: Timestamp, modified: Timestamp, version: Int,
        content: Content, links: Content.Links = Content.Links(), title: String? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.created = created
        self.modified = modified
        self.version = version
        self.content = content
        self.links = links
        self.title = title ?? content.title
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
        get { content[keyPath: path] }
        set { content[keyPath: path] = newValue }
    }

    public var recordID: RecordID { id.recordID }
    public var reference: RecordReference { RecordReference(id: recordID, name: title) }
}

/// A sort order of lists, usually named after a filter field.
public struct RecordOrder<Content: Recordable>: RawRepresentable, CaseIterable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init?(rawValue: String) {
        guard let order = Content.orders.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = order
    }

    init(declared name: String) { rawValue = name }

    public static var allCases: [RecordOrder] { Content.orders }
    public static var standard: RecordOrder { Content.kind == .note ? .modified : .name }
    /// Whether the standard order is descending. This applies only to notes, which are sorted by modification time.
    public static var standardIsDescending: Bool { standard == .modified }

    public static var name: RecordOrder { RecordOrder(declared: "name") }
    public static var created: RecordOrder { RecordOrder(declared: "created") }
    public static var modified: RecordOrder { RecordOrder(declared: "modified") }
}

extension Recordable {
    /// Returns all sort orders: the standard order, the orders that fields declare, the orders by derived values and by
    /// creation and modification time, and the given orders.
    static func declaredOrders(deriving derived: [String] = [], besides others: String...) -> [RecordOrder<Self>] {
        let fields = fields.filter { $0.order != nil }.flatMap(\.filters).map(\.name)
        let names = [RecordOrder<Self>.standard.rawValue] + fields + derived + ["created", "modified"] + others
        return names.unique.map { RecordOrder(declared: $0) }
    }
}

extension Kind {
    /// The names of the sort orders of lists, with the standard order first.
    public var orders: [String] {
        switch self {
        case .person: Person.orders.map(\.rawValue)
        case .group: Group.orders.map(\.rawValue)
        case .planet: Planet.orders.map(\.rawValue)
        case .note: Note.orders.map(\.rawValue)
        }
    }
}
