import Glibc

/// An open file that closes itself.
public struct File: ~Copyable, Sendable {
    private let descriptor: Int32

    private init(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(SystemError) {
        descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { close(descriptor) }

    /// Makes a new file that only its owner can read, whatever the umask says. It is locked while it is open, where
    /// the file system can do that.
    public static func create(_ path: String) throws(SystemError) -> File {
        let file = try File(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, 0o600)
        flock(file.descriptor, LOCK_EX | LOCK_NB)
        return file
    }

    /// Opens a file or a folder without waiting for the other end of a pipe.
    /// - Parameter followsLinks: Whether what a symbolic link leads to is meant, as for a file that somebody has named.
    public static func open(_ path: String, followsLinks: Bool = false) throws(SystemError) -> File {
        try File(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW))
    }

    public var entry: FileSystem.Entry {
        get throws(SystemError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw SystemError() }
            return FileSystem.Entry(status)
        }
    }

    /// Whether its maker has closed it, or is gone.
    var isUnlocked: Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    // MARK: - Reading

    /// The next bytes, at most so many; none at its end.
    public func read(_ count: Int) throws(SystemError) -> [UInt8] { try Self.read(count, from: descriptor) }

    /// Everything up to one byte beyond the limit, so that a longer file is known by it.
    public func read(upTo limit: Int) throws(SystemError) -> [UInt8] { try Self.read(upTo: limit, from: descriptor) }

    /// The bytes from there on, at most so many.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        try Self.bytes(count) { pread(descriptor, $0, count, offset) }
    }

    /// Goes back to where it begins.
    public func rewind() { lseek(descriptor, 0, SEEK_SET) }

    // MARK: - Writing

    public func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            rest = rest.dropFirst(count)
        }
    }

    /// Appends everything that is left in another file.
    public func write(restOf other: borrowing File) throws(SystemError) {
        while true {
            let bytes = try other.read(upTo: 1 << 20)
            if bytes.isEmpty { return }
            try write(bytes)
        }
    }

    /// Appends what can be read of another file, and zeros for the blocks that cannot.
    public func write(readableOf other: borrowing File) throws(SystemError) {
        let block = 4096
        var buffer = [UInt8](repeating: 0, count: block)
        var offset: off_t = 0
        while true {
            let count = pread(other.descriptor, &buffer, block, offset)
            if count == 0 { return }
            if count < 0 {
                guard errno == EIO else { throw SystemError() }
                buffer = [UInt8](repeating: 0, count: block)
            }
            let length = count < 0 ? block : count
            try write(Array(buffer.prefix(length)))
            offset += off_t(length)
        }
    }

    /// Waits until the disk has what was written; for a folder, the names in it.
    public func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }
}

extension File {
    /// The next bytes of a descriptor that somebody else has opened.
    public static func read(_ count: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
        try bytes(count) { Glibc.read(descriptor, $0, count) }
    }

    private static func bytes(
        _ count: Int, _ read: (UnsafeMutableRawPointer?) -> Int
    ) throws(SystemError) -> [UInt8] {
        var error: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            var result = read(buffer.baseAddress)
            while result < 0, errno == EINTR { result = read(buffer.baseAddress) }
            if result < 0 { error = SystemError() }
            length = max(0, result)
        }
        if let error { throw error }
        return bytes
    }

    public static func read(upTo limit: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let next = try read(min(1 << 16, limit + 1 - bytes.count), from: descriptor)
            if next.isEmpty { break }
            bytes += next
        }
        return bytes
    }
}
