import FileIO
import Glibc
import Interchange
import Localization
import Synchronization

/// Functions for small files that are written atomically and that only the owner can read (mode 0600, in a folder with
/// mode 0700).
enum PrivateFile {
    /// Returns the bytes of a regular file, or `nil` if the file does not exist.
    static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8]? {
        let contents = try FileFailure.wrapping { () throws(SystemError) -> (FileSystem.Entry, [UInt8])? in
            do throws(SystemError) {
                let file = try File.open(path, followsLinks: true)
                let entry = try file.entry
                return (entry, entry.sort == .file && entry.bytes <= limit ? try file.read(upTo: limit) : [])
            } catch {
                if error.code == ENOENT { return nil }
                throw error
            }
        }
        guard let (entry, bytes) = contents else { return nil }
        guard entry.sort == .file else { throw FileFailure(reason: "It is not a regular file.") }
        return try limited(bytes, max(entry.bytes, bytes.count), limit)
    }

    /// Returns the bytes of a regular file.
    ///
    /// - Throws: `FileFailure` if the file does not exist or cannot be read.
    static func readExisting(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        guard let bytes = try read(path, limit: limit) else { throw FileFailure(reason: "The file does not exist.") }
        return bytes
    }

    /// Reads standard input to its end and returns the bytes.
    static func readStandardInput(limit: Int) throws(FileFailure) -> [UInt8] {
        let bytes = try FileFailure.wrapping { () throws(SystemError) in
            try File.read(upTo: limit, from: STDIN_FILENO)
        }
        return try limited(bytes, bytes.count, limit)
    }

    private static func limited(_ bytes: [UInt8], _ size: Int, _ limit: Int) throws(FileFailure) -> [UInt8] {
        guard size <= limit else { throw FileFailure(reason: "It is larger than \(limit) bytes.") }
        return bytes
    }

    /// Creates or replaces a file, and creates its parent folders if necessary.
    static func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        try makeFolder(FileSystem.folder(of: path))
        try write(bytes, to: path, isReplacing: true)
    }

    /// Writes a file atomically.
    ///
    /// - Parameter mode: The permissions of the file.
    /// - Throws: `FileFailure` if the file exists and `isReplacing` is `false`.
    static func write(
        _ bytes: [UInt8], to path: String, isReplacing: Bool, mode: mode_t = 0o600
    ) throws(FileFailure) {
        let file = try AtomicFileWriter(path, isReplacing: isReplacing, mode: mode)
        try file.append(bytes)
        try file.moveToTarget()
    }

    /// Creates a folder and its parent folders with mode 0700, unless they exist.
    static func makeFolder(_ folder: String) throws(FileFailure) {
        try FileFailure.wrapping { () throws(SystemError) in
            try FileSystem.makeFolder(folder, isConfirmed: false)
        }
    }
}

/// A writer that creates a file, by default with mode 0600. The file appears under its name only when it is complete.
final class AtomicFileWriter: ByteTarget {
    private let atomicFile: AtomicFile
    private let isReplacing: Bool
    /// The open file, or `nil` after the file is renamed or discarded.
    private let file: Mutex<File?>

    /// Creates a writer and its temporary file for a path.
    ///
    /// - Parameters:
    ///   - isReplacing: Whether an existing file may be replaced.
    ///   - mode: The permissions of the file.
    init(_ path: String, isReplacing: Bool, mode: mode_t = 0o600) throws(FileFailure) {
        guard isReplacing || access(path, F_OK) != 0 else {
            throw FileFailure(reason: "A file with this name already exists.")
        }
        AtomicFile.removeAbandoned(of: path)
        let atomicFile = AtomicFile(locked: path)
        file = Mutex(
            try FileFailure.wrapping { () throws(SystemError) in try File.create(atomicFile.path, mode: mode) })
        self.atomicFile = atomicFile
        self.isReplacing = isReplacing
    }

    deinit { discard() }

    func append(_ bytes: [UInt8]) throws(FileFailure) {
        try FileFailure.wrapping { () throws(SystemError) in
            try file.withLock { file throws(SystemError) in try file?.write(bytes) }
        }
    }

    func moveToTarget() throws(FileFailure) {
        try FileFailure.wrapping { () throws(SystemError) in
            try file.withLock { file throws(SystemError) in
                guard file != nil else { return }
                try isReplacing ? atomicFile.replaceName() : atomicFile.moveToFreeName()
                file = nil
            }
        }
    }

    func discard() {
        file.withLock { file in
            guard file != nil else { return }
            atomicFile.discard()
            file = nil
        }
    }

    func write(_ bytes: [UInt8]) throws {
        try FileProblem.unwritable(atomicFile.target) { () throws(FileFailure) in try append(bytes) }
    }

    func finish() throws {
        try FileProblem.unwritable(atomicFile.target) { () throws(FileFailure) in try moveToTarget() }
    }
}

/// An error with the reason why a file cannot be used.
struct FileFailure: Error {
    let reason: Message

    init(reason: Message) { self.reason = reason }

    init(_ error: SystemError = SystemError()) { reason = "\(error.text)." }

    /// Runs the body and converts its error to a `FileFailure`.
    static func wrapping<Success: ~Copyable>(
        _ body: () throws(SystemError) -> Success
    ) throws(FileFailure) -> Success {
        try Result(catching: body).mapError { FileFailure($0) }.get()
    }
}

/// The umask at the start of the program. The program itself uses the umask 077.
enum StartupUmask {
    /// The original umask. The first access sets the umask of the program.
    static let original = umask(0o077)

    /// The mode of a file that others may read if the original umask allows it.
    static var fileMode: mode_t { 0o666 & ~original }
}
