import Glibc

/// The lines typed earlier as their file holds them, one behind the other in bytes: a hundred thousand are read as fast as a
/// few, and become texts only where somebody looks at one.
public struct HistoryLines: RandomAccessCollection, Hashable, Sendable {
    /// The lines as they are written, without their line ends.
    private var bytes: [UInt8] = []
    /// Where each line ends.
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

    // MARK: - Lines that come and go

    mutating func append(_ line: String) {
        bytes += HistoryLineCodec.bytes(of: line)
        ends.append(bytes.count)
    }

    /// Takes in a part of a file; what is no text and what is empty is left out.
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

    /// Leaves only the newest lines.
    mutating func shorten(to limit: Int) {
        guard count > limit else { return }
        let gone = count - limit
        let start = ends[gone - 1]
        bytes.removeFirst(start)
        ends = ends[gone...].map { $0 - start }
    }

    /// As they stand in a file.
    var written: [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(bytes.count + count)
        for line in indices { file += bytes[range(of: line)] + [HistoryLineCodec.end] }
        return file
    }

    // MARK: - Looking for the beginning of a line

    /// The newest line before a place that begins like a text and is not another one.
    func last(before place: Int, beginningWith text: String, otherThan shown: String) -> Int? {
        let (beginning, other) = (HistoryLineCodec.bytes(of: text), HistoryLineCodec.bytes(of: shown))
        return (0..<Swift.min(place, count)).last { fits($0, beginning, other) }
    }

    /// The oldest such line from a place on.
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
