import Interchange
import Terminal

/// What another program reads as it is written.
struct StandardOutputTarget: ByteTarget {
    func write(_ bytes: [UInt8]) throws {
        let output = Output.standardOutput()
        try output.write(bytes: bytes)
        try output.flush()
    }

    func finish() throws {}
    func discard() {}
}
