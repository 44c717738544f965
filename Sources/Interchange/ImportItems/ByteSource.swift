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

/// Where bytes go, a part at a time: a new file, which is there whole once it is finished and not before, or what another
/// program reads.
public protocol ByteTarget: Sendable {
    func write(_ bytes: [UInt8]) throws
    /// No more will come.
    func finish() throws
    /// Leaves nothing behind; after `finish` it does nothing.
    func discard()
}

/// A folder into which files are put that appear once all are written: a new one with all of them, or else one by one.
public protocol FileFolder: Sendable {
    /// Whether nothing visible lies in it.
    var isEmpty: Bool { get }
    func put(_ bytes: [UInt8], as name: String) throws
    /// No more will come. A folder that is not there yet is made if anything was put into it.
    /// - Parameter replacing: Whether files of the same names may be there already.
    func finish(replacing: Bool) throws
    /// Leaves nothing behind of what is not finished.
    func discard()
}
