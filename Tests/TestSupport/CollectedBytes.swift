import Rendering

/// A sink that collects bytes in memory.
public final class CollectedBytes: ByteSink {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
    public func close() {}

    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension TerminalTraits {
    /// Returns the traits of a terminal of the given width without color.
    public static func wide(
        _ columns: Int, isTTY: Bool = true, flags: Flags = Flags(), environment: [String: String] = [:]
    ) -> TerminalTraits {
        TerminalTraits(
            isInputTTY: isTTY, isOutputTTY: isTTY, isErrorTTY: isTTY, size: TerminalSize(columns: columns, rows: 24),
            flags: flags, environment: ["TERM": "xterm", "NO_COLOR": "1"].merging(environment) { $1 }
        )
    }
}
