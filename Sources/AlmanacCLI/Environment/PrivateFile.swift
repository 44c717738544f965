import FileIO
import Glibc
import Localization

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
