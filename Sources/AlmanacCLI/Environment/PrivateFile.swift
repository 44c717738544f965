import FileIO
import Glibc
import Localization

/// Small files of our own: 0600 in a 0700 folder, replaced whole or not at all.
enum PrivateFile {
    struct Unusable: Error {
        let reason: Message

        init(reason: Message) { self.reason = reason }

        init(_ error: SystemError = SystemError()) { reason = "\(error.text)." }
    }

    /// The bytes of a regular file of at most `limit` bytes; nil if there is none.
    static func read(_ path: String, limit: Int) throws(Unusable) -> [UInt8]? {
        let entry: FileSystem.Entry
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try File.open(path, followsLinks: true)
            entry = try file.entry
            bytes = entry.sort == .file && entry.bytes <= limit ? try file.read(upTo: limit) : []
        } catch {
            if error.code == ENOENT { return nil }
            throw Unusable(error)
        }
        guard entry.sort == .file else { throw Unusable(reason: "It is no regular file.") }
        return try limited(bytes, max(entry.bytes, bytes.count), limit)
    }

    /// What is left of the standard input, of at most `limit` bytes.
    static func readStandardInput(limit: Int) throws(Unusable) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try File.read(upTo: limit, from: STDIN_FILENO)
        } catch {
            throw Unusable(error)
        }
        return try limited(bytes, bytes.count, limit)
    }

    private static func limited(_ bytes: [UInt8], _ size: Int, _ limit: Int) throws(Unusable) -> [UInt8] {
        guard size <= limit else { throw Unusable(reason: "It is larger than \(limit) bytes.") }
        return bytes
    }

    /// Writes the file, whatever is there already, and the folders above it.
    static func replace(_ path: String, with bytes: [UInt8]) throws(Unusable) {
        try makeFolder(of: path)
        try write(bytes, to: path, isReplacing: true)
    }

    /// Writes a file; one that is there already is refused, whatever it is, or replaced.
    static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws(Unusable) {
        let file = try AtomicFileWriter(path, isReplacing: isReplacing)
        try file.append(bytes)
        try file.takeName()
    }

    /// Makes the folders above a file, 0700 each.
    static func makeFolder(of path: String) throws(Unusable) {
        do throws(SystemError) {
            try FileSystem.makeFolder(FileSystem.folder(of: path), isConfirmed: false)
        } catch {
            throw Unusable(error)
        }
    }
}
