/// Another record, by address and name: enough to show it and to go there.
public struct RecordReference: Hashable, Codable, Sendable {
    public let address: RecordID
    public let name: String

    public init(address: RecordID, name: String) {
        self.address = address
        self.name = name
    }
}

/// The records that one record leads to: the first of them, and how many there are. A group may be of everybody, and is
/// shown, listed and edited at the cost of what is seen of it.
public struct LinkedRecords: Hashable, Sendable {
    /// How many come with a record at most; the others are a list of their own, read a page at a time.
    public static let limit = 100
    /// How far they are counted.
    public static let countLimit = 1000

    /// In the order of the list that has them all.
    public let first: [RecordReference]
    public let count: Count

    public enum Count: Hashable, Sendable {
        case exactly(Int)
        case moreThan(Int)
    }

    public static let none = LinkedRecords([], counted: 0)

    /// - Parameter counted: How many there are, looking no further than one beyond the limit.
    public init(_ first: [RecordReference], counted: Int) {
        self.first = first
        let number = max(counted, first.count)
        count = number > Self.countLimit ? .moreThan(Self.countLimit) : .exactly(number)
    }

    /// Whether there are others behind the first.
    public var hasMore: Bool { count != .exactly(first.count) }
}
