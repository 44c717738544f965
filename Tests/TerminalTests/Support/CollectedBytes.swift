import Terminal

/// What was written, to be looked at.
final class CollectedBytes: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
    func close() {}

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
