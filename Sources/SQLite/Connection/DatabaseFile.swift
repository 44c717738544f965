import CSQLite
import Glibc

/// The file of a database, identified by its resolved path.
struct DatabaseFile {
    let path: String

    /// Creates a value for a file, resolving links in its parent folders. SQLite rejects a file that is itself a link.
    init(_ path: String) throws(SQLiteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SQLiteError(.cantOpen, "“\(path)” is not a valid path")
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { path[...$0] } ?? "./"
        let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
        guard let resolved = realpath(String(folder), nil) else {
            throw SQLiteError(.cantOpen, "cannot use the folder \(folder): \(String(cString: strerror(errno)))")
        }
        defer { free(resolved) }
        guard let base = String(validatingCString: resolved) else {
            throw SQLiteError(
                .cantOpen, "the path of the folder \(folder) is not UTF-8", extendedCode: SQLiteError.folderNotUTF8)
        }
        self.path = base == "/" ? "/\(name)" : "\(base)/\(name)"
    }

    // Each name has a separate WAL. The files next to the database could be names of any file.
    /// Throws if the file has several names (hard links), or if opening it would change files of other programs.
    /// - Parameter isAlone: Whether SQLite ignores the files next to the database.
    func rejectUnsafeFiles(isAlone: Bool) throws(SQLiteError) {
        let companions = isAlone ? [] : ["-wal", "-shm", "-journal"].map { path + $0 }
        for file in [path] + companions {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { continue }
            throw SQLiteError(.cantOpen, "\(file) has several names", extendedCode: SQLiteError.severalNames)
        }
        if !isAlone, RollbackJournal.namesSuperJournal(nextTo: path) {
            throw SQLiteError(
                .cantOpen, "\(path)-journal names another file", extendedCode: SQLiteError.foreignJournal)
        }
    }

    /// Creates an empty file with mode 0600, which SQLite also gives its helper files. An existing file is not changed.
    /// - Returns: Whether the file was created.
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

    /// The URI that opens the file as immutable (https://sqlite.org/uri.html).
    var immutableURI: String {
        let parts = path.unicodeScalars.map { scalar in
            "%?#".unicodeScalars.contains(scalar) ? "%" + String(scalar.value, radix: 16) : String(scalar)
        }
        return "file:\(parts.joined())?immutable=1"
    }
}
