/// Where bytes go: a descriptor, a pager, or memory.
public protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// No more bytes will come.
    func close() throws
}

/// Bytes kept in memory, to be looked at or measured before they are shown.
public final class CollectedBytes: ByteSink {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
    public func close() {}

    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
