/// Where bytes come from, a part at a time: a file, or what another program writes.
public protocol ByteSource: Sendable {
    /// As its owner knows it.
    var name: String { get }
    /// How many bytes there are; nil where nobody knows.
    var size: Int? { get }
    /// The next bytes; none at the end.
    func read() throws -> [UInt8]
}
