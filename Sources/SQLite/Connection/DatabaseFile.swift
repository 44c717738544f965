import CSQLite
import Glibc

/// The file behind a connection: where it really is, and how it is made so that only its owner can read it.
struct DatabaseFile {
    let path: String

    /// Follows links among the folders only: SQLite then refuses a path that still holds one, which is the file itself.
    init(_ path: String) throws(SQLiteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SQLiteError(.cantOpen, "“\(path)” is not the path of a file")
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { path[...$0] } ?? "./"
        let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
        guard let resolved = realpath(String(folder), nil) else {
            throw SQLiteError(.cantOpen, "the folder \(folder) cannot be used: \(String(cString: strerror(errno)))")
        }
        defer { free(resolved) }
        let base = String(cString: resolved)
        self.path = base == "/" ? "/\(name)" : "\(base)/\(name)"
    }

    /// Makes the file empty with mode 0600, which SQLite takes over for its helper files, whatever the umask says.
    /// Tells whether it was made: an existing file is left alone.
    func create() throws(SQLiteError) -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        if errno == EEXIST { return false }
        throw SQLiteError(errno == ENOSPC ? .full : .cantOpen, "\(path): \(String(cString: strerror(errno)))")
    }

    func remove() {
        unlink(path)
    }

    /// The file as SQLite's URI for a medium on which nothing can change (https://sqlite.org/uri.html).
    var immutableURI: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var uri = Array("file:".utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default:
                uri.append(byte)
            }
        }
        return String(decoding: uri, as: UTF8.self) + "?immutable=1"
    }
}
