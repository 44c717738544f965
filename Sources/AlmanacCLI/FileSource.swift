import FileIO
import Glibc
import Interchange
import Model
import Synchronization
import Terminal

/// A source that reads a regular file in chunks.
final class FileSource: ByteSource {
    let name: String
    let size: Int?
    /// The version of the file when it was opened.
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
        guard entry.sort == .file else { throw FileFailure.notRegular }
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

    /// Returns a source of the unpacked bytes if the file is compressed with gzip, or this source otherwise.
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

/// A source that reads a regular file, which may be compressed with gzip. The file is closed while the source is
/// suspended, because the number of open files is limited.
final class ReopenedSource: ByteSource {
    private struct ReadState {
        /// The open file, or `nil` if the source is suspended.
        var source: (any ByteSource)?
        /// The number of bytes that have been read.
        var position = 0
    }

    let name: String
    let size: Int?
    private let version: FileSystem.Version
    private let state: Mutex<ReadState>

    /// Opens a file.
    ///
    /// - Throws: `FileProblem` if the file cannot be opened or is not a regular file.
    init(path: String) throws {
        let file = try Self.open(path)
        let source = try file.unpacked()
        name = path
        size = source.size
        version = file.version
        state = Mutex(ReadState(source: source))
    }

    func read() throws -> [UInt8] {
        try state.withLock { state in
            let skipped = state.source == nil ? state.position : 0
            let source = try state.source ?? reopened()
            state.source = source
            let bytes = try Self.read(from: source, skipping: skipped)
            state.position += bytes.count
            return bytes
        }
    }

    func suspend() { state.withLock { $0.source = nil } }

    private func reopened() throws -> any ByteSource {
        let file = try Self.open(name)
        guard file.version == version else {
            throw FileProblem.unreadable("\(name)", reason: "It was changed or replaced during the import.")
        }
        return try file.unpacked()
    }

    /// Skips a number of bytes and returns the next bytes. The skipped bytes can end inside a chunk.
    private static func read(from source: any ByteSource, skipping count: Int) throws -> [UInt8] {
        var end = 0
        while true {
            let bytes = try source.read()
            end += bytes.count
            if bytes.isEmpty || end > count { return Array(bytes.suffix(max(0, end - count))) }
        }
    }

    private static func open(_ path: String) throws -> FileSource {
        try FileProblem.unreadable(path) { () throws(FileFailure) in try FileSource(path: path) }
    }
}

/// A source that unpacks a file compressed with gzip. The program `gzip` unpacks the file while it is read.
final class GzipSource: ByteSource {
    let name: String
    /// The size of the unpacked bytes, which is unknown.
    let size: Int? = nil
    private let filter: Mutex<ProgramFilter?>
    private static let chunk = 256 << 10

    init(name: String, of file: borrowing File) throws {
        self.name = name
        do throws(Program.LaunchError) {
            filter = Mutex(
                try file.withDescriptor { descriptor throws(Program.LaunchError) in
                    try ProgramFilter(Program(["gzip", "-dc"], environment: [:]), input: descriptor)
                })
        } catch {
            throw FileProblem(
                explanation: ErrorReport(
                    .failed, "Cannot start “gzip” to unpack \(name).", why: error.reason,
                    next: "Install gzip, or unpack the file first."))
        }
    }

    func read() throws -> [UInt8] {
        try filter.withLock { filter in
            guard let output = filter?.output else { return [] }
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try File.read(Self.chunk, from: output)
            } catch {
                throw FileProblem.unreadable("\(name)", reason: FileFailure(error).reason)
            }
            if bytes.isEmpty, let status = filter.take()?.finish(), status != 0 {
                throw FileProblem.unreadable(
                    "\(name)",
                    reason: status < 128 ? "It is incomplete or damaged." : "“gzip” exited with status \(status).")
            }
            return bytes
        }
    }
}
