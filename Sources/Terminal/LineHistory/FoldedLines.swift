import Glibc
import Text

/// The history lines, folded to ignore case and accents, in a single buffer for fast searching.
struct FoldedLines: Hashable, Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ lines: HistoryLines) {
        bytes.reserveCapacity(lines.count * 32)
        ends.reserveCapacity(lines.count)
        for line in lines.indices {
            let isPlain = lines.withBytes(of: line) { written in
                guard HistoryLineCodec.isPlain(written) else { return false }
                bytes += written.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
                return true
            }
            if !isPlain { bytes += Folding.fold(lines[line]).utf8 }
            ends.append(bytes.count)
        }
    }

    /// Returns the index of the newest line up to `newest` that contains a text, ignoring case and accents.
    func last(upTo newest: Int, containing text: String) -> Int? {
        let wanted = Array(Folding.fold(text).utf8)
        return (0..<min(max(0, newest + 1), ends.count)).last { contains(wanted, $0) }
    }

    /// Returns the index of the oldest line from `oldest` onward that contains a text, ignoring case and accents.
    func first(from oldest: Int, containing text: String) -> Int? {
        let wanted = Array(Folding.fold(text).utf8)
        return (min(oldest, ends.count)..<ends.count).first { contains(wanted, $0) }
    }

    private func contains(_ wanted: [UInt8], _ line: Int) -> Bool {
        guard let first = wanted.first else { return true }
        return bytes.withUnsafeBufferPointer { all in
            var start = line == 0 ? 0 : ends[line - 1]
            while let base = all.baseAddress, ends[line] - start >= wanted.count,
                let found = memchr(base + start, Int32(first), ends[line] - start - wanted.count + 1)
            {
                if memcmp(found, wanted, wanted.count) == 0 { return true }
                start = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
            }
            return false
        }
    }
}
