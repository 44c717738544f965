import FileIO
import Glibc
import Interchange
import Terminal

/// A source that reads a regular file in chunks.
final class FileSource: ByteSource {
    let name: String
    let size: Int?
    /// The version of the file that was opened.
    let version: FileSystem.Version
    private let file: File
    private static let chunk = 256 << 10

    /// Creates a source that reads a regular file.
    ///
    /// - Throws: `FileFailure` if the file cannot be opened or is not a regular file.
    init(path: String) throws(FileFailure) {
        let opened = try FileFailure.wrapping { () throws(SystemError) in try File.open(path, followsLinks: true) }
        let entry = try FileFailure.wrapping { () throws(SystemError) in try opened.entry }
        // A device or a named pipe might never end.
        guard entry.sort == .file else { throw FileFailure(reason: "It is not a regular file.") }
        name = path
        size = entry.bytes
        version = entry.version
        file = opened
    }

    /// Creates a source that reads a copy of standard input from an unnamed temporary file.
    init(standardInputOf folder: String) async throws {
        let temporary = AtomicFile(locked: "\(folder)/input")
        do {
            file = try File.create(temporary.path)
            temporary.discard()
            name = "standard input"
            version = try file.entry.version
            size = try await Self.copyInput(to: file)
            file.rewind()
        } catch let error as SystemError {
            throw FileProblem.unreadable(FileProblem.standardInput, reason: FileFailure(error).reason)
        }
    }

    /// Returns a source of the unpacked bytes if the file is compressed with gzip, or else this source.
    func unpacked() throws -> any ByteSource {
        do throws(SystemError) {
            guard try file.read(2, at: 0) == [0x1F, 0x8B] else { return self }
        } catch {
            throw unreadable(error)
        }
        return try GzipSource(name: name, of: file)
    }

    func read() throws -> [UInt8] {
        do throws(SystemError) {
            return try file.read(Self.chunk)
        } catch {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: SystemError) -> FileProblem {
        .unreadable("\(name)", reason: FileFailure(error).reason)
    }

    /// Copies standard input to a file until the input ends or the task is cancelled.
    private static func copyInput(to file: borrowing File) async throws -> Int {
        guard let cancellation = SocketPair.open() else { throw SystemError() }
        defer {
            close(cancellation.near)
            close(cancellation.far)
        }
        return try await withTaskCancellationHandler {
            try copyInput(to: file, until: cancellation.near)
        } onCancel: {
            shutdown(cancellation.far, Int32(SHUT_RDWR))
        }
    }

    private static func copyInput(to file: borrowing File, until cancellation: Int32) throws -> Int {
        var total = 0
        while true {
            var waiting = [STDIN_FILENO, cancellation].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waiting, 2, -1) > 0 else { continue }
            guard waiting[1].revents == 0 else { throw CancellationError() }
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
