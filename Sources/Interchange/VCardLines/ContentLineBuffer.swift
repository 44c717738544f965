import Glibc
import Text

/// A buffer that splits incoming bytes into lines. A line ends with LF, CR LF, CR, or CR CR LF.
struct ContentLineBuffer {
    static let maximumLine = 32_000_000

    enum Reading {
        /// A complete line without its line end.
        case line(Range<Int>)
        /// A part of a line that exceeds the maximum length.
        case piece(Range<Int>)
        case more
        case end
    }

    private(set) var bytes: [UInt8] = []
    private(set) var isFinished = false
    private(set) var position = 0
    private(set) var line = 0
    private var isInPieces = false
    /// The index of the next line feed, or an index before which there is none.
    private var noLineFeedBefore = 0

    /// Appends bytes and drops the bytes before an index, which then becomes index 0.
    mutating func feed(_ chunk: some Collection<UInt8>, forgettingBefore start: Int) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            position -= start
            noLineFeedBefore = max(0, noLineFeedBefore - start)
        }
        bytes.append(contentsOf: chunk)
    }

    mutating func finish() { isFinished = true }

    /// Resumes reading at an earlier line.
    mutating func rewind(to position: Int, line: Int) {
        self.position = position
        self.line = line - 1
        noLineFeedBefore = position
        isInPieces = false
    }

    mutating func next() -> Reading {
        guard position < bytes.count else { return isFinished ? .end : .more }
        let start = position
        guard let (end, next) = lineEnd(from: start) else { return unfinished(from: start) }
        let isPiece = isInPieces || end - start > Self.maximumLine
        if !isInPieces { line += 1 }
        isInPieces = false
        position = next
        return isPiece ? .piece(start..<end) : .line(start..<end)
    }

    private mutating func unfinished(from start: Int) -> Reading {
        if isInPieces || bytes.count - start > Self.maximumLine {
            if !isInPieces { line += 1 }
            isInPieces = !isFinished
            position = bytes.count
            return .piece(start..<bytes.count)
        }
        guard isFinished else { return .more }
        line += 1
        position = bytes.count
        return .line(start..<bytes.count)
    }

    /// Returns the end of the line and the start of the next line, or `nil` if more bytes are needed.
    private mutating func lineEnd(from start: Int) -> (end: Int, next: Int)? {
        let lineFeed = lineFeed(from: start)
        guard let carriageReturn = find(.carriageReturn, in: start..<(lineFeed ?? bytes.count)) else {
            return lineFeed.map { ($0, $0 + 1) }
        }
        let second = carriageReturn + 1
        guard second + 1 < bytes.count || isFinished else { return nil }
        if second < bytes.count, bytes[second] == .lineFeed { return (carriageReturn, second + 1) }
        if second + 1 < bytes.count, bytes[second] == .carriageReturn, bytes[second + 1] == .lineFeed {
            return (carriageReturn, second + 2)
        }
        return (carriageReturn, second)
    }

    private mutating func lineFeed(from start: Int) -> Int? {
        if noLineFeedBefore < bytes.count, noLineFeedBefore >= start, bytes[noLineFeedBefore] == .lineFeed {
            return noLineFeedBefore
        }
        let found = find(.lineFeed, in: max(start, noLineFeedBefore)..<bytes.count)
        noLineFeedBefore = found ?? bytes.count
        return found
    }

    private func find(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
