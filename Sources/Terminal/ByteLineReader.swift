import Glibc
import Localization

/// A reader of lines from a file, a pipe, or a terminal without line editing.
///
/// A leading byte-order mark and a CR before a line end are removed. The last line may lack a line end.
public final class ByteLineReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The length in bytes at which a line may have been truncated, or `nil` for no limit.
    private let limit: Int?
    /// A function that waits for input. `next()` calls it before each read and rethrows its errors.
    var wait: () throws -> Void = {}
    /// The number of the most recently read line, counted from 1.
    private var lineNumber = 0

    public init(_ descriptor: Int32 = 0) {
        self.descriptor = descriptor
        limit = isatty(descriptor) == 1 ? Self.terminalLimit : nil
    }

    /// The maximum length of a line in canonical mode on Linux (`N_TTY_BUF_SIZE` - 1), without its line end.
    private static let terminalLimit = 4095

    public init(of bytes: [UInt8]) {
        descriptor = -1
        limit = nil
        buffer = bytes
        isAtEnd = true
    }

    /// Reads the next line.
    ///
    /// - Returns: The line, or `nil` at the end of input.
    /// - Throws: `InputProblem` if the input cannot be read, or if the line is truncated or is not UTF-8. After a
    ///   truncated or invalid line, the next call reads the following line.
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

public enum InputProblem: Error, Hashable, Sendable {
    case notUTF8(line: Int)
    /// The terminal truncated a long line in canonical mode.
    case cut(bytes: Int)
    case unreadable(reason: Message)

    public var sentence: Message {
        switch self {
        case .notUTF8(let line):
            "Line \(String(line)) of the input was not run: it is not UTF-8. Convert the input to UTF-8."
        case .cut(let bytes):
            "The line was not run: the terminal truncated it at \(bytes) bytes. Use a script, or start Almanac without --accessible."
        case .unreadable(let reason): "Cannot read the input: \(reason)."
        }
    }
}
