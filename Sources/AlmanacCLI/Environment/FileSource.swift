import FileIO
import Glibc
import Interchange

/// The bytes of a regular file as they are wanted.
final class FileSource: ByteSource {
    let name: String
    let size: Int?
    private let file: File
    private static let chunk = 256 << 10

    /// Refuses whatever is no regular file, such as a device or a pipe that has a name: it might never end.
    init(path: String) throws(PrivateFile.Unusable) {
        let entry: FileSystem.Entry
        do throws(SystemError) {
            file = try File.open(path, followsLinks: true)
            entry = try file.entry
        } catch {
            throw PrivateFile.Unusable(error)
        }
        guard entry.sort == .file else { throw PrivateFile.Unusable(reason: "It is no regular file.") }
        name = path
        size = entry.bytes
    }

    /// All that the standard input gives, put aside first in a file without a name, so that nobody waits for it later.
    init(standardInputOf folder: String) throws {
        let making = AtomicFile(locked: "\(folder)/input")
        do {
            file = try File.create(making.path)
            making.discard()
            name = "standard input"
            size = try Self.copyInput(to: file)
            file.rewind()
        } catch let error as SystemError {
            throw PrivateFile.Unusable(error)
        }
    }

    func read() throws -> [UInt8] {
        do throws(SystemError) {
            return try file.read(Self.chunk)
        } catch {
            throw FileProblem.unreadable("\(name)", reason: PrivateFile.Unusable(error).reason)
        }
    }

    /// Looks up five times a second whether somebody has stopped it.
    private static func copyInput(to file: borrowing File) throws -> Int {
        var total = 0
        while true {
            try Task.checkCancellation()
            var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 200) != 0 else { continue }
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try File.read(chunk, from: STDIN_FILENO)
            } catch {
                if error.code == EAGAIN { continue }
                throw error
            }
            if bytes.isEmpty { return total }
            try file.write(bytes)
            total += bytes.count
        }
    }
}
