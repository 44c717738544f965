/// Text on its way out, gathered into large writes; what is not flushed has not been said.
public final class Output {
    private let sink: any ByteSink
    private var buffer: [UInt8] = []
    private static let capacity = 32 * 1024

    public init(_ sink: any ByteSink) { self.sink = sink }

    public static func standardOutput() -> Output { Output(DescriptorSink(1, name: "standard output")) }
    public static func standardError() -> Output { Output(DescriptorSink(2, name: "standard error")) }

    public func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.capacity { try flush() }
    }

    public func write(bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    public func writeLine(_ text: String = "") throws {
        try write(text)
        try write("\n")
    }

    /// What could not be written is dropped, so that a failure is told once.
    public func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes(sink.write)
    }

    /// Flushes and tells the sink that no more will come.
    public func close() throws {
        try flush()
        try sink.close()
    }
}

/// Where bytes go: a descriptor, a pager, or memory.
public protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// No more bytes will come.
    func close() throws
}
