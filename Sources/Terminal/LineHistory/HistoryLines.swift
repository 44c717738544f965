import Glibc

/// The lines of the history in encoded form. Each line is decoded only when it is accessed.
public struct HistoryLines: RandomAccessCollection, Hashable, Sendable {
    /// The encoded lines without line ends.
    private var bytes: [UInt8] = []
    /// The end of each line in the encoded bytes.
    private var ends: [Int] = []

    public init() {}

    public init(_ lines: some Sequence<String>) {
        for line in lines { append(line) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { ends.count }
    public subscript(line: Int) -> String { HistoryLineCodec.text(of: bytes[range(of: line)]) }

    private func range(of line: Int) -> Range<Int> { (line == 0 ? 0 : ends[line - 1])..<ends[line] }

    func withBytes<Result>(of line: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(of: line)])) }
    }

    // MARK: - Adding and removing lines

    mutating func append(_ line: String) {
        bytes += HistoryLineCodec.bytes(of: line)
        ends.append(bytes.count)
    }

    /// Appends the lines of a part of the history file, omitting empty and invalid lines.
    mutating func append(written part: [UInt8]) {
        bytes.reserveCapacity(bytes.count + part.count)
        part.withUnsafeBufferPointer { part in
            var start = 0
            while let base = part.baseAddress, start < part.count {
                let found = memchr(base + start, Int32(HistoryLineCodec.end), part.count - start)
                let end = found.map { UnsafeRawPointer(base).distance(to: UnsafeRawPointer($0)) } ?? part.count
                let line = UnsafeBufferPointer(rebasing: part[start..<end])
                if !line.isEmpty, HistoryLineCodec.isText(line) {
                    bytes += line
                    ends.append(bytes.count)
                }
                start = end + 1
            }
        }
    }

    /// Removes the oldest lines if there are more than `limit` lines.
    mutating func shorten(to limit: Int) {
        guard count > limit else { return }
        let gone = count - limit
        let start = ends[gone - 1]
        bytes.removeFirst(start)
        ends = ends[gone...].map { $0 - start }
    }

    /// The lines in the format of the history file.
    var written: [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(bytes.count + count)
        for line in indices { file += bytes[range(of: line)] + [HistoryLineCodec.end] }
        return file
    }

    // MARK: - Searching

    /// Returns the index of the newest line before `place` that starts with a text and differs from `shown`.
    func last(before place: Int, beginningWith text: String, otherThan shown: String) -> Int? {
        let (beginning, other) = (HistoryLineCodec.bytes(of: text), HistoryLineCodec.bytes(of: shown))
        return (0..<Swift.min(place, count)).last { fits($0, beginning, other) }
    }

    /// Returns the index of the oldest line from `place` onward that starts with a text and differs from `shown`.
    func first(from place: Int, beginningWith text: String, otherThan shown: String) -> Int? {
        let (beginning, other) = (HistoryLineCodec.bytes(of: text), HistoryLineCodec.bytes(of: shown))
        return (Swift.min(place, count)..<count).first { fits($0, beginning, other) }
    }

    private func fits(_ line: Int, _ beginning: [UInt8], _ other: [UInt8]) -> Bool {
        withBytes(of: line) { line in
            line.starts(with: beginning) && !line.elementsEqual(other)
        }
    }
}

extension HistoryLines: ExpressibleByArrayLiteral {
    public init(arrayLiteral lines: String...) { self.init(lines) }
}

/// The encoding of lines in the history file. Line ends within a line are written as `\n`, and backslashes are doubled.
enum HistoryLineCodec {
    static let end = UInt8(ascii: "\n")
    private static let escape = UInt8(ascii: "\\")

    static func bytes(of line: String) -> [UInt8] {
        guard line.utf8.contains(where: { $0 == escape || $0 < 0x20 || $0 >= 0x80 }) else { return Array(line.utf8) }
        var written: [UInt8] = []
        for character in line {
            if character.isNewline {
                written += [escape, UInt8(ascii: "n")]
            } else {
                for byte in character.utf8 { written += byte == escape ? [escape, escape] : [byte] }
            }
        }
        return written
    }

    static func text(of written: some Collection<UInt8>) -> String {
        guard written.contains(escape) else { return String(decoding: written, as: UTF8.self) }
        var line: [UInt8] = []
        var isEscaped = false
        for byte in written {
            if isEscaped {
                line.append(byte == UInt8(ascii: "n") ? end : byte)
                isEscaped = false
            } else if byte == escape {
                isEscaped = true
            } else {
                line.append(byte)
            }
        }
        return String(decoding: line, as: UTF8.self)
    }

    static func isText(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
        written.allSatisfy { $0 < 0x80 } || String(validating: written, as: UTF8.self) != nil
    }

    /// Returns whether an encoded line is ASCII without escapes and therefore equals the decoded line.
    static func isPlain(_ written: UnsafeBufferPointer<UInt8>) -> Bool {
        written.allSatisfy { $0 < 0x80 && $0 != escape }
    }
}
