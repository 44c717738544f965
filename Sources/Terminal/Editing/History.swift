import Glibc

/// The lines typed earlier, kept in a file that sessions share; each is there before its command runs.
public struct History: Sendable {
    /// The newest lines, the oldest of them first.
    public private(set) var lines: [String]
    private let path: String
    private let limit: Int

    /// A file that cannot be read is an empty history.
    public init(path: String, limit: Int = 10_000) {
        self.path = path
        self.limit = max(1, limit)
        lines = []
        lines = load()
    }

    /// Keeps a line, unless it begins with a blank, is empty, or repeats the one before. A file that cannot be written
    /// costs the history, never the command.
    public mutating func append(_ line: String) {
        guard let first = line.first, !first.isWhitespace, line != lines.last else { return }
        lines.append(line)
        if lines.count > limit { lines.removeFirst(lines.count - limit) }
        locked(O_WRONLY | O_APPEND) { file in
            let bytes = Array((Self.encode(line) + "\n").utf8)
            _ = write(file, bytes, bytes.count)
        }
    }

    // MARK: - The file

    /// Shortens the file in passing when it holds twice what is wanted.
    private func load() -> [String] {
        var kept: [Substring] = []
        locked(O_RDWR) { file in
            let text = String(decoding: Self.contents(of: file), as: UTF8.self)
            let all = text.split(separator: "\n")
            kept = all.suffix(limit)
            guard all.count > limit * 2 else { return }
            let bytes = Array((kept.joined(separator: "\n") + "\n").utf8)
            if pwrite(file, bytes, bytes.count, 0) == bytes.count { ftruncate(file, off_t(bytes.count)) }
        }
        return kept.filter { !$0.contains("\u{FFFD}") }.map(Self.decode)
    }

    private func locked(_ flags: Int32, _ body: (Int32) -> Void) {
        let file = open(path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        while flock(file, LOCK_EX) == -1, errno == EINTR {}
        body(file)
    }

    private static func contents(of file: Int32) -> [UInt8] {
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(information.st_size)) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
        }
    }

    // MARK: - Lines with line ends

    private static func encode(_ line: String) -> String {
        line.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case _ where character.isNewline: text += "\\n"
            default: text.append(character)
            }
        }
    }

    private static func decode(_ text: Substring) -> String {
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
