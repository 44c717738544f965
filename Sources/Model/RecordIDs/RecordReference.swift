/// A reference to a record: its ID and display name.
public struct RecordReference: Hashable, Codable, Sendable {
    public let address: RecordID
    public let name: String

    public init(address: RecordID, name: String) {
        self.address = address
        self.name = name
    }
}

/// The first records that are linked to a record, and the number of all linked records.
public struct LinkedRecords: Hashable, Sendable {
    /// The maximum number of references that are fetched with a record.
    public static let limit = 100
    /// The maximum number of references that are counted exactly.
    public static let countLimit = 1000

    /// The first references, in list order.
    public let first: [RecordReference]
    public let count: Count

    public enum Count: Hashable, Sendable {
        case exactly(Int)
        case moreThan(Int)
    }

    public static let none = LinkedRecords([], counted: 0)

    /// Creates a list of references.
    /// - Parameter counted: The number of references. Counting stops as soon as ``countLimit`` is exceeded.
    public init(_ first: [RecordReference], counted: Int) {
        self.first = first
        let number = max(counted, first.count)
        count = number > Self.countLimit ? .moreThan(Self.countLimit) : .exactly(number)
    }

    public var hasMore: Bool { count != .exactly(first.count) }
}
