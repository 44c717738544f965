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
        guard entry.sort == .file else { throw FileFailure.notRegular }
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
        let file = try AtomicFileWriter(path, isReplacing: true)
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

    /// Returns the path of the file to write for a path that the user has chosen. A symbolic link is kept, and its target
    /// is replaced.
    ///
    /// - Throws: `FileFailure` if the path is a folder, a device, or a pipe.
    static func target(of path: String) throws(FileFailure) -> String {
        var information = stat()
        guard stat(path, &information) == 0 else { return path }
        guard information.st_mode & S_IFMT == S_IFREG else { throw FileFailure.notRegular }
        guard let target = FileSystem.pathWithoutLinks(path) else { throw FileFailure() }
        return target
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

    static let notRegular = FileFailure(reason: "It is not a regular file.")

    init(reason: Message) { self.reason = reason }

    init(_ error: SystemError = SystemError()) { reason = "\(error.text)." }

    /// Runs the body and converts its error to a `FileFailure`.
    static func wrapping<Success: ~Copyable>(
        _ body: () throws(SystemError) -> Success
    ) throws(FileFailure) -> Success {
        try Result(catching: body).mapError { FileFailure($0) }.get()
    }
}

extension FileSystem {
    /// Returns the absolute path of an existing file without symbolic links, or `nil` if the path cannot be resolved.
    static func pathWithoutLinks(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}

/// The umask at the start of the program. The program itself uses the umask 077.
enum StartupUmask {
    /// The original umask. The first access sets the umask of the program.
    static let original = umask(0o077)

    /// The mode of a file that others may read if the original umask allows it.
    static var fileMode: mode_t { 0o666 & ~original }
}
