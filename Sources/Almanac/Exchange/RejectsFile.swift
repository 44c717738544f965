import Interchange
import Synchronization

/// The file that `--rejects` names: what an import could not take in, to be mended and imported by itself. Rows stand below
/// the headings of their own table. There is no file unless something is in it.
final class RejectsFile: Sendable {
    private struct State {
        var heading: [UInt8] = []
        var isEmpty = true
        var endsWithinLine = false
    }

    private let target: any ByteTarget
    private let state = Mutex(State())

    init(_ target: any ByteTarget) { self.target = target }

    func write(_ text: SourceText) throws {
        let bytes = state.withLock { state in
            let heading = text.heading == state.heading ? [] : text.heading
            let lineEnd: [UInt8] = state.endsWithinLine ? [UInt8(ascii: "\n")] : []
            state = State(
                heading: text.heading, isEmpty: false, endsWithinLine: text.bytes.last != UInt8(ascii: "\n"))
            return lineEnd + heading + text.bytes
        }
        try target.write(bytes)
    }

    func finish() throws {
        if state.withLock(\.isEmpty) { target.discard() } else { try target.finish() }
    }

    func discard() { target.discard() }
}
