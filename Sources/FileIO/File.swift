import Embedded
import Glibc

/// An open file. The file is closed when the value goes out of scope.
public struct File: ~Copyable, Sendable {
    private let descriptor: Int32

    private init(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(SystemError) {
        descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { close(descriptor) }

    /// Creates a new file with the given mode, regardless of the umask. The file is locked until it is closed if the
    /// file system supports locks.
    public static func create(_ path: String, mode: mode_t = 0o600) throws(SystemError) -> File {
        let file = try File(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, 0o600)
        guard mode == 0o600 || fchmod(file.descriptor, mode) == 0 else { throw SystemError() }
        flock(file.descriptor, LOCK_EX | LOCK_NB)
        return file
    }

    /// Creates a new file that only the owner, or also the group, can access (mode 0600 or 0660).
    public static func create(_ path: String, isShared: Bool) throws(SystemError) -> File {
        try create(path, mode: isShared ? 0o660 : 0o600)
    }

    /// Opens a file or folder for reading. Opening a pipe does not wait for its other end.
    /// - Parameter followsLinks: Whether to follow a symbolic link, such as one in a path entered by the user.
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

    /// Locks the file or folder until it is closed, and returns whether that succeeded. Locking fails if another
    /// program has the lock, or if the file system does not support locks.
    public func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Waits until no other program holds the lock, then locks the file or folder until it is closed. Has no effect if
    /// the file system does not support locks.
    public func waitForLock() {
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Whether another program has locked the file or folder. If the value is `false` and the file system supports
    /// locks, reading this property locks the file or folder until it is closed.
    public var isLockedElsewhere: Bool { !lock() && errno == EWOULDBLOCK }

    // MARK: - Reading

    /// Reads up to the given number of bytes.
    /// - Returns: The bytes, or an empty array at the end of the file.
    public func read(_ count: Int) throws(SystemError) -> [UInt8] { try Self.read(count, from: descriptor) }

    /// Reads the rest of the file, up to one byte more than the limit. The extra byte shows that the file is too long.
    public func read(upTo limit: Int) throws(SystemError) -> [UInt8] { try Self.read(upTo: limit, from: descriptor) }

    /// Reads up to the given number of bytes, starting at an offset.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        try Self.bytes(count) { pread(descriptor, $0, count, offset) }
    }

    /// Calls a closure with the descriptor, which is valid until the closure returns.
    public func withDescriptor<Result: ~Copyable, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(descriptor)
    }

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

    /// Appends the rest of another file to this file.
    public func write(restOf other: borrowing File) throws(SystemError) {
        while true {
            let bytes = try other.read(upTo: 1 << 20)
            if bytes.isEmpty { return }
            try write(bytes)
        }
    }

    /// Appends the readable blocks of another file to this file. Unreadable blocks are replaced with zeros.
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

    /// Waits until the data of the file, or the names in the folder, are stored on the disk.
    public func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }
}

extension File {
    /// Reads up to the given number of bytes from an open file descriptor.
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

/// A file that is embedded in the program.
public struct EmbeddedFile {
    private let file: embedded_file

    /// All embedded files, in the order of files.c.
    public static var all: some RandomAccessCollection<EmbeddedFile> {
        UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count()).lazy.map(EmbeddedFile.init)
    }

    /// Returns the file with the given path, or `nil` if there is none.
    public static func at(_ path: String) -> EmbeddedFile? { all.first { $0.path == path } }

    /// The path, relative to the top of the repository.
    public var path: String { String(cString: file.path) }

    public var bytes: [UInt8] { Array(content) }

    public var text: String { String(decoding: content, as: UTF8.self) }

    private var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: file.bytes, count: file.size) }
}
