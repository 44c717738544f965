import Interchange
import Synchronization

/// The file that `--rejects` names: what an import could not take in, to be mended. Rows stand below the header of their
/// own table. There is no file unless something is in it.
final class RejectsFile: Sendable {
    private let target: any ByteTarget
    private let last = Mutex<SourceText?>(nil)

    init(_ target: any ByteTarget) { self.target = target }

    func write(_ text: SourceText) throws {
        let before = last.withLock { last in
            defer { last = text }
            return last
        }
        if text.header != before?.header ?? [] { try write(text.header) }
        try write(text.bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        let lineEnd = UInt8(ascii: "\n")
        try target.write(bytes.last == lineEnd ? bytes : bytes + [lineEnd])
    }

    func finish() throws {
        if last.withLock({ $0 == nil }) { target.discard() } else { try target.finish() }
    }

    func discard() { target.discard() }
}
