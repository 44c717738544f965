import Almanac
import Glibc
import Interchange

/// The bytes of a regular file as they are wanted.
final class FileSource: ByteSource {
    let name: String
    let size: Int?
    private let descriptor: Int32
    private static let chunk = 256 << 10

    /// Refuses whatever is no regular file, such as a device or a pipe that has a name: it might never end.
    init(path: String) throws(PrivateFile.Unusable) {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw .current }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            let reason = PrivateFile.Unusable(reason: "It is no regular file.")
            close(file)
            throw reason
        }
        name = path
        size = information.st_size
        descriptor = file
    }

    /// All that the standard input gives, put aside first in a file without a name, so that nobody waits for it later.
    init(standardInputOf folder: String) throws {
        let place = TemporaryPlace(of: "\(folder)/input")
        let file = Glibc.open(place.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw PrivateFile.Unusable.current }
        unlink(place.path)
        name = "standard input"
        descriptor = file
        size = try Self.copyInput(to: file)
        lseek(file, 0, SEEK_SET)
    }

    deinit { close(descriptor) }

    func read() throws -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw FileProblem.unreadable("\(name)", reason: PrivateFile.Unusable.current.reason)
            }
            return count == chunk.count ? chunk : Array(chunk[..<count])
        }
    }

    /// Looks up five times a second whether somebody has stopped it.
    private static func copyInput(to file: Int32) throws -> Int {
        var total = 0
        var buffer = [UInt8](repeating: 0, count: chunk)
        while true {
            try Task.checkCancellation()
            var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 200) != 0 else { continue }
            let count = Glibc.read(0, &buffer, buffer.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count >= 0 else { throw PrivateFile.Unusable.current }
            if count == 0 { return total }
            try PrivateFile.write(buffer[..<count], to: file)
            total += count
        }
    }
}
