/// Where bytes come from, a part at a time: a file, or what another program writes.
public protocol ByteSource: Sendable {
    /// As its owner knows it.
    var name: String { get }
    /// How many bytes there are; nil where nobody knows.
    var size: Int? { get }
    /// The next bytes; none at the end.
    func read() throws -> [UInt8]
}

/// So much of a source was taken: all items that began in so many bytes, none of which waits to be given out.
public struct ReadProgress: Hashable, Sendable {
    public var items = 0
    public var bytes = 0

    public init() {}

    public static func + (one: ReadProgress, other: ReadProgress) -> ReadProgress {
        var sum = one
        sum.items += other.items
        sum.bytes += other.bytes
        return sum
    }

    public static func += (one: inout ReadProgress, other: ReadProgress) { one = one + other }
}
