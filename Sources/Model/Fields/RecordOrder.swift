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
