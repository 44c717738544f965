import Glibc

/// An open file that closes itself; never one behind a symbolic link.
struct File: ~Copyable {
    private let descriptor: Int32

    private init(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(SystemError) {
        descriptor = Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError() }
    }

    deinit { close(descriptor) }

    /// Makes a new file that only its owner can read, whatever the umask says.
    static func create(_ path: String) throws(SystemError) -> File {
        try File(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    }

    /// Opens a file or a folder without waiting for the other end of a pipe.
    static func open(_ path: String) throws(SystemError) -> File {
        try File(path, O_RDONLY | O_NONBLOCK)
    }

    /// Everything up to one byte beyond the limit, so that a longer file is known by it.
    func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit + 1 - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    func write(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError() }
            rest = rest.dropFirst(count)
        }
    }

    /// Appends everything that is left in another file.
    func write(restOf other: borrowing File) throws(SystemError) {
        while true {
            let bytes = try other.read(upTo: 1 << 20)
            if bytes.isEmpty { return }
            try write(bytes)
        }
    }

    /// Appends what can be read of another file, and zeros for the blocks that cannot.
    func write(readableOf other: borrowing File) throws(SystemError) {
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
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }
}
