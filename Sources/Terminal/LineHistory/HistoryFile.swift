import Glibc

/// A file of lines, one session at a time in it for as long as this lives, and readable by nobody else.
struct HistoryFile: ~Copyable {
    private let descriptor: Int32
    /// No more of a file is read.
    private static let mostBytes = 64 << 20

    /// nil if it is no file that can be opened so.
    init?(_ path: String, _ flags: Int32) {
        descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) == -1, errno == EINTR {}
        guard let mode, mode & S_IFMT == S_IFREG else { return nil }
        if mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// In bytes.
    var size: Int { status.map { Int($0.st_size) } ?? 0 }
    private var mode: mode_t? { status?.st_mode }

    private var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    // MARK: - Reading and writing

    /// What stands behind a place, as it is written.
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

    /// Leaves only these lines.
    func replace(with lines: HistoryLines) {
        let bytes = lines.written
        if pwrite(descriptor, bytes, bytes.count, 0) == bytes.count { ftruncate(descriptor, off_t(bytes.count)) }
    }
}
