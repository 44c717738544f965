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

    /// The lines behind a place; what is no text is left out.
    func lines(from start: Int) -> [String] {
        records(from: start).compactMap { String(validating: $0, as: UTF8.self).map(Self.decode) }
    }

    func append(_ line: String) {
        let bytes = Array((Self.encode(line) + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Leaves only the newest lines, where it holds twice as many as are wanted.
    func shorten(to limit: Int) {
        let all = records(from: 0)
        guard all.count > limit * 2 else { return }
        let bytes = all.suffix(limit).flatMap { $0 + [Self.lineEnd] }
        if pwrite(descriptor, bytes, bytes.count, 0) == bytes.count { ftruncate(descriptor, off_t(bytes.count)) }
    }

    private func records(from start: Int) -> [ArraySlice<UInt8>] {
        let start = max(start, size - Self.mostBytes)
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, size - start)) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(start)))
        }
        return bytes.split(separator: Self.lineEnd)
    }

    // MARK: - Lines with line ends

    private static let lineEnd = UInt8(ascii: "\n")

    private static func encode(_ line: String) -> String {
        line.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case _ where character.isNewline: text += "\\n"
            default: text.append(character)
            }
        }
    }

    private static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var line = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                line.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                line.append(character)
            }
        }
        return line
    }
}
