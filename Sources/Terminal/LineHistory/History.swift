import Glibc

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

    /// Adds a line unless it starts with whitespace, repeats the previous line, or must not be saved. Ignores errors.
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

    /// Reads the lines added to the file, or the whole file if another session has shortened it.
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

/// An open history file that only its owner can read. Other sessions are locked out.
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
