import Glibc

/// Lines from a pipe, a file or a terminal that is not edited on, read as bytes and checked.
///
/// A byte-order mark at the start and a CR before the line end are not part of a line; a last line needs no line end.
public final class ByteLines {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// How long a line may be; nil for any length.
    private let limit: Int?
    /// Waits until there is something to read, before it is read; what it throws ends the reading of the line.
    var wait: () throws -> Void = {}
    /// The number of the line that was read last, from 1.
    public private(set) var lineNumber = 0

    public init(_ descriptor: Int32 = 0) {
        self.descriptor = descriptor
        limit = isatty(descriptor) == 1 ? Self.terminalLimit : nil
    }

    /// What Linux keeps of a line that is typed, without its end (N_TTY_BUF_SIZE).
    private static let terminalLimit = 4095

    /// The lines of what has been read already.
    public init(of bytes: [UInt8]) {
        descriptor = -1
        limit = nil
        buffer = bytes
        isAtEnd = true
    }

    /// - Returns: nil at the end of the input.
    /// - Throws: `InputProblem`; the next call goes on with the next line.
    public func next() throws -> String? {
        guard var bytes = try nextBytes() else { return nil }
        lineNumber += 1
        if let limit, bytes.count >= limit { throw InputProblem.cut(bytes: limit) }
        if bytes.last == 0x0D { bytes.removeLast() }
        if lineNumber == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let line = String(validating: bytes, as: UTF8.self) else { throw InputProblem.notUTF8(line: lineNumber) }
        return line
    }

    private func nextBytes() throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            searched = buffer.count - start
            buffer.removeFirst(start)
            start = 0
            if isAtEnd {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : buffer
            }
            try fill()
        }
    }

    private func fill() throws {
        try wait()
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        var count: Int
        repeat { count = read(descriptor, &chunk, chunk.count) } while count == -1 && errno == EINTR
        if count < 0 { throw InputProblem.unreadable(reason: "\(String(cString: strerror(errno)))") }
        isAtEnd = count == 0
        buffer += chunk.prefix(count)
    }
}
