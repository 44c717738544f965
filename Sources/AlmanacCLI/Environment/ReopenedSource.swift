import FileIO
import Interchange
import Synchronization

/// A source that reads a regular file, which may be compressed with gzip. The file is closed while the source is suspended,
/// because the number of open files is limited.
final class ReopenedSource: ByteSource {
    private struct ReadState {
        /// The open file, or `nil` if the source is suspended.
        var source: (any ByteSource)?
        /// The number of bytes that were read.
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
