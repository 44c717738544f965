import Glibc
import Interchange
import Rendering
import Text

/// What another program reads as it is written; on a terminal nothing of it drives that.
struct StandardOutputTarget: ByteTarget {
    func write(_ bytes: [UInt8]) throws {
        let output = Output.standardOutput()
        if isatty(STDOUT_FILENO) == 1 {
            try output.write(VisibleText.lines(String(decoding: bytes, as: UTF8.self)))
        } else {
            try output.write(bytes: bytes)
        }
        try output.flush()
    }

    func finish() throws {}
    func discard() {}
}
