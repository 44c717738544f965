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

    /// Throws if the file or a file next to it has several names (hard links), or if its rollback journal names another
    /// file.
    /// - Parameter isAlone: Whether SQLite ignores the files next to the database.
    func rejectUnsafeFiles(isAlone: Bool) throws(SQLiteError) {
        // Each name of the file would have a separate WAL. The files next to the database could be links to any file.
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

/// A mode for opening a database file, which determines the allowed access and whether a missing file is created.
public enum OpenMode: Sendable {
    /// Read-only access to an existing file. SQLite must be able to create helper files in the folder.
    case readOnly
    /// Read and write access to an existing file.
    case readWrite
    /// Read and write access. A missing file is created, accessible only to its owner.
    case create
    /// Read and write access to a new file, accessible only to its owner. The file must not exist.
    case createNew
    /// The same access as `createNew`, for a file that the caller syncs and renames when it is complete. SQLite does
    /// not sync the file and keeps the rollback journal in memory.
    case temporary
    /// Read-only access without locks or helper files, for a file that is not being changed. A WAL is ignored.
    case immutable

    var isWritable: Bool {
        switch self {
        case .readWrite, .create, .createNew, .temporary: true
        case .readOnly, .immutable: false
        }
    }
}

/// A method of protecting a file from interrupted writes (https://sqlite.org/pragma.html#pragma_journal_mode).
public enum JournalMode: String, Sendable {
    /// A write-ahead log. Readers and the writer never wait for each other. This mode requires shared memory, so it
    /// cannot be used on network file systems.
    case writeAheadLog = "wal"
    /// A rollback journal that contains the former content of changed pages. A commit waits for readers to finish.
    case rollback = "delete"
}

/// A rollback journal on disk (https://sqlite.org/fileformat.html#the_rollback_journal).
public enum RollbackJournal {
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// Returns whether the journal next to a database names a super-journal, which is another file that SQLite deletes
    /// after it has applied the journal.
    ///
    /// SQLite writes such a journal only for a transaction in attached databases, which this module does not use. The
    /// journal ends with the length of the name, its checksum, and a magic number. This function does not verify the
    /// checksum, so it also returns `true` for some names that SQLite would ignore.
    public static func namesSuperJournal(nextTo database: String) -> Bool {
        let file = open(database + "-journal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        var end = [UInt8](repeating: 0, count: 16)
        guard size >= end.count, pread(file, &end, end.count, size - end.count) == end.count else { return false }
        return end[8...].elementsEqual(magic) && end[..<4].contains { $0 > 0 }
    }
}

/// A cross-process lock that serializes closing, so that the last connection checkpoints the WAL.
enum CloseLock {
    private static let limit = Duration.seconds(1)

    /// Holds the lock while a closure closes the database.
    ///
    /// The closure runs without the lock if there is no WAL or if the lock is not available within a second.
    static func withLock(at path: String, _ close: () -> Void) {
        guard access(path + "-wal", F_OK) == 0, let slash = path.lastIndex(of: "/") else { return close() }
        // Locks the folder, because closing any descriptor of the file would release SQLite’s own locks on the file.
        let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { Glibc.close(folder) } }
        let end = ContinuousClock.now + limit
        // Polls, because flock(2) has no timeout and a stopped process must not block this one.
        while folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, ContinuousClock.now < end {
            usleep(1_000)
        }
        close()
    }
}

/// A file system type, identified by its statfs(2) magic number.
public struct FileSystemType: Hashable, Sendable {
    public let number: UInt32

    public init(number: UInt32) { self.number = number }

    public init(of folder: String) { number = csqlite_file_system_type(folder) }

    /// Whether programs on other machines may have the same files open. Such programs cannot share the memory that a
    /// WAL requires.
    public var isShared: Bool {
        switch number {
        case 0x6969,  // NFS
            0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, SMB2, CIFS
            0x6573_5546,  // FUSE, such as sshfs
            0x0102_1997,  // 9P
            0x5346_414F, 0x6B41_4653,  // AFS
            0x00C3_6400,  // Ceph
            0x7375_7245, 0x564C,  // Coda, NCP
            0x0BD0_0BD0, 0x4750_4653,  // Lustre, GPFS
            0x0116_1970, 0x7461_636F,  // GFS2, OCFS2
            0x786F_4256, 0xBACB_ACBC:  // VirtualBox and VMware shared folders
            true
        default: false
        }
    }
}
