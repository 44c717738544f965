import Glibc
import Text

/// The history of typed lines, stored in a file that all sessions share. Each line is saved before its command runs.
public struct History: Sendable {
    /// The default maximum number of lines.
    public static let defaultLimit = 10_000

    /// The newest lines of the history, oldest first.
    public private(set) var lines = HistoryLines()
    private let path: String
    private let limit: Int
    private let isPrivate: Bool
    private let keeps: @Sendable (String) -> Bool
    /// The number of bytes already read from the file.
    private var end = 0

    /// Creates a history without reading the file. A file that cannot be read is treated as empty.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of lines, or 0 to disable the history.
    ///   - isPrivate: Whether new lines are kept only in memory.
    ///   - keeps: A function that returns whether a line may be saved. It returns `false` for secrets.
    public init(
        path: String, limit: Int = defaultLimit, isPrivate: Bool = false,
        keeps: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.path = path
        self.limit = max(0, limit)
        self.isPrivate = isPrivate
        self.keeps = keeps
    }

    /// Reads the lines added by other sessions.
    public mutating func refresh() {
        if end == 0, !isPrivate, let file = HistoryFile(path, O_RDWR) {
            read(file, mayShorten: true)
        } else if let file = HistoryFile(path, O_RDONLY) {
            read(file)
        }
    }

    /// Adds a line unless it is empty, starts with whitespace, repeats the previous line, or must not be saved. Ignores
    /// errors.
    public mutating func append(_ line: String) {
        guard let first = line.first, !first.isWhitespace, limit > 0, keeps(line) else { return }
        if !isPrivate, let file = HistoryFile(path, O_RDWR | O_APPEND | O_CREAT) {
            read(file)
            guard line != lines.last else { return }
            file.append(line)
            end = file.size
        }
        guard line != lines.last else { return }
        lines.append(line)
        lines.shorten(to: limit)
    }

    /// Reads the lines that were added to the file since the last read, or the whole file if another session has
    /// shortened it.
    ///
    /// - Parameter mayShorten: Whether to shorten the file if it has more than twice the maximum number of lines.
    private mutating func read(_ file: borrowing HistoryFile, mayShorten: Bool = false) {
        let size = file.size
        guard size != end else { return }
        if size < end { (lines, end) = (HistoryLines(), 0) }
        lines.append(written: file.bytes(from: end))
        end = size
        let isTooMany = lines.count > limit * 2
        lines.shorten(to: limit)
        guard mayShorten, isTooMany, limit > 0 else { return }
        file.replace(with: lines)
        end = file.size
    }
}

/// An open history file that only its owner can read. The file is locked, so other sessions wait until it is closed.
struct HistoryFile: ~Copyable {
    private let descriptor: Int32
    /// The maximum number of bytes to read.
    private static let mostBytes = 64 << 20

    /// Opens and locks a file, or returns `nil` if the path is not a regular file or cannot be opened.
    init?(_ path: String, _ flags: Int32) {
        descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) == -1, errno == EINTR {}
        guard let mode, mode & S_IFMT == S_IFREG else { return nil }
        if mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var size: Int { status.map { Int($0.st_size) } ?? 0 }
    private var mode: mode_t? { status?.st_mode }

    private var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    func bytes(from start: Int) -> [UInt8] {
        let start = max(start, size - Self.mostBytes)
        return [UInt8](unsafeUninitializedCapacity: max(0, size - start)) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(start)))
        }
    }

    func append(_ line: String) {
        let bytes = HistoryLineCodec.bytes(of: line) + [HistoryLineCodec.end]
        _ = write(descriptor, bytes, bytes.count)
    }

    func replace(with lines: HistoryLines) {
        let bytes = lines.written
        if pwrite(descriptor, bytes, bytes.count, 0) == bytes.count { ftruncate(descriptor, off_t(bytes.count)) }
    }
}

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

    /// Appends the lines in a part of the history file, omitting empty and invalid lines.
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

    /// Returns the index of the newest line before `place` that starts with the given text and differs from `shown`, if
    /// any.
    func last(before place: Int, beginningWith text: String, otherThan shown: String) -> Int? {
        let (beginning, other) = (HistoryLineCodec.bytes(of: text), HistoryLineCodec.bytes(of: shown))
        return (0..<Swift.min(place, count)).last { fits($0, beginning, other) }
    }

    /// Returns the index of the oldest line from `place` onward that starts with the given text and differs from
    /// `shown`, if any.
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

    /// Returns the index of the newest line up to `newest` that contains the given text, if any. Case and accents are
    /// ignored.
    func last(upTo newest: Int, containing text: String) -> Int? {
        let wanted = Array(Folding.fold(text).utf8)
        return (0..<min(max(0, newest + 1), ends.count)).last { contains(wanted, $0) }
    }

    /// Returns the index of the oldest line from `oldest` onward that contains the given text, if any. Case and accents
    /// are ignored.
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
