import CGlibc
import Glibc
import Localization

/// Operations on folders, names, and directory entries.
public enum FileSystem {
    /// The properties of a directory entry. Symbolic links are not followed.
    public struct Entry {
        public enum Sort: Sendable { case file, folder, link, other }

        public let sort: Sort
        public let owner: uid_t
        public let group: gid_t
        public let permissions: mode_t
        public let bytes: Int
        /// The number of hard links.
        public let links: Int
        /// The times of the last data change and the last inode change, measured from 1970.
        public let modified, changed: Duration
        public let inode: UInt
        /// The number of the device that contains the entry.
        public let device: UInt

        /// Whether only the user and the system administrator can change the file.
        public var isProtected: Bool { [0, geteuid()].contains(owner) && permissions & 0o022 == 0 }

        init(_ status: stat) {
            sort =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFLNK: .link
                default: .other
                }
            owner = status.st_uid
            group = status.st_gid
            permissions = status.st_mode & 0o7777
            bytes = Int(status.st_size)
            links = Int(status.st_nlink)
            modified = Duration(status.st_mtim)
            changed = Duration(status.st_ctim)
            inode = status.st_ino
            device = status.st_dev
        }

        /// The values that change if the file is changed or replaced.
        public var version: Version { Version(device: device, inode: inode, bytes: bytes, modified: modified) }

        public func isOlderThanADay(_ milliseconds: Int64) -> Bool {
            .milliseconds(milliseconds) - modified > .seconds(86_400)
        }
    }

    /// A version of a file’s contents.
    public struct Version: Hashable, Sendable {
        let device, inode: UInt
        let bytes: Int
        let modified: Duration
    }

    /// Returns the entry at the given path, or `nil` if there is no entry.
    public static func entry(_ path: String) throws(SystemError) -> Entry? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw SystemError()
        }
        return Entry(status)
    }

    /// Creates a folder and any missing parents, accessible only to their owner.
    /// - Parameters:
    ///   - isConfirmed: Whether to wait until the names of the folders are stored on the disk.
    ///   - isShared: Whether the group can also access the folders, and new files in them inherit the group.
    public static func makeFolder(
        _ path: String, isConfirmed: Bool = true, isShared: Bool = false
    ) throws(SystemError) {
        if try entry(path) != nil || path.isEmpty { return }
        try makeFolder(folder(of: path), isConfirmed: isConfirmed, isShared: isShared)
        if mkdir(path, 0o700) == 0 {
            if isShared { try setPermissions(S_ISGID | 0o770, of: path) }
            if isConfirmed { try synchronizeFolder(of: path) }
        } else if errno != EEXIST {
            throw SystemError()
        }
    }

    /// Syncs the folder that contains a file, so that the file’s name survives a power failure. The folder may be a
    /// symbolic link.
    public static func synchronizeFolder(of path: String) throws(SystemError) {
        try File.open(folder(of: path), followsLinks: true).synchronize()
    }

    /// Returns the sorted names in a folder, or an empty array if the folder does not exist.
    public static func names(in folder: String) throws(SystemError) -> [String] {
        let entries = Folder(path: folder)
        let names = entries.sorted()
        if let error = entries.error, error.code != ENOENT { throw error }
        return names
    }

    /// Removes all permissions of a file or folder except the allowed ones.
    public static func restrict(_ path: String, to allowed: mode_t) throws(SystemError) {
        guard let entry = try entry(path), entry.permissions & 0o777 & ~allowed != 0 else { return }
        try setPermissions(entry.permissions & (S_ISGID | allowed), of: path)
    }

    /// Returns whether new files in a folder inherit its group (setgid), and the group has full access but others have
    /// none. The user must own the folder or be a member of the group.
    public static func isShared(folder: String) -> Bool {
        guard let entry = try? entry(folder), entry.owner == geteuid() || isMember(of: entry.group) else {
            return false
        }
        return entry.sort == .folder && entry.permissions & (S_ISGID | 0o077) == S_ISGID | 0o070
    }

    private static func isMember(of group: gid_t) -> Bool {
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
        let read = getgroups(count, &groups)
        return group == getegid() || groups.prefix(Int(max(read, 0))).contains(group)
    }

    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    public static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// The current folder, or `.` if its path is unknown or not UTF-8.
    public static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(validatingCString: path) ?? "."
    }

    /// The maximum file size for this process (`ulimit -f`), or `nil` if there is no limit.
    public static var fileLimit: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return nil }
        return limit.rlim_cur > UInt(Int.max) ? nil : Int(limit.rlim_cur)
    }

    /// Returns whether the disk that contains a file is full.
    public static func isFull(_ path: String) -> Bool {
        // SQLite may report other errors when the disk is full.
        freeBytes(in: folder(of: path)) == 0
    }

    /// Returns the number of bytes that the user can still write to the disk that contains a folder, or `nil` if it is
    /// unknown.
    public static func freeBytes(in folder: String) -> Int? {
        var information = statvfs()
        // Some file systems do not report sizes.
        guard statvfs(folder, &information) == 0, information.f_blocks > 0 else { return nil }
        let (bytes, isTooLarge) = information.f_bavail.multipliedReportingOverflow(by: information.f_frsize)
        return isTooLarge ? nil : Int(clamping: bytes)
    }

    public static func canWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// Returns whether a program has locked a file or part of it, according to proc_locks(5), or `false` if this is
    /// unknown.
    public static func isLocked(_ path: String) throws(SystemError) -> Bool {
        guard let inode = try entry(path)?.inode, let list = try? File.open("/proc/locks").read(upTo: 1 << 20) else {
            return false
        }
        let place = Array(":\(inode)".utf8)
        return list.split(separator: UInt8(ascii: " ")).contains { $0.suffix(place.count).elementsEqual(place) }
    }

    /// Renames a file.
    /// - Throws: `SystemError` (`EEXIST`) if the new name exists.
    public static func move(_ path: String, toFree name: String) throws(SystemError) {
        if renameat2(AT_FDCWD, path, AT_FDCWD, name, UInt32(CGLIBC_RENAME_NOREPLACE)) == 0 { return }
        let failure = SystemError()
        guard failure.forbidsExchange else { throw failure }
        // Some network file systems require a hard link instead, so the file briefly has two names.
        if link(path, name) == 0 { return remove(path) }
        let error = SystemError()
        // Without hard links, the name must be checked first.
        guard error.forbidsLinks, try entry(name) == nil else { throw error }
        try rename(path, to: name)
    }

    /// Renames a file, replacing an existing file.
    public static func rename(_ path: String, to name: String) throws(SystemError) {
        guard Glibc.rename(path, name) == 0 else { throw SystemError() }
    }

    /// Exchanges the names of two existing files in one step.
    /// - Throws: `SystemError` (``SystemError/forbidsExchange``) if the file system cannot exchange names.
    public static func exchange(_ path: String, _ other: String) throws(SystemError) {
        guard renameat2(AT_FDCWD, path, AT_FDCWD, other, UInt32(CGLIBC_RENAME_EXCHANGE)) == 0 else {
            throw SystemError()
        }
    }

    public static func setPermissions(_ permissions: mode_t, of path: String) throws(SystemError) {
        guard chmod(path, permissions) == 0 else { throw SystemError() }
    }

    /// Sets the access and modification times of a file to the current time.
    public static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

    public static func remove(_ path: String) { unlink(path) }

    /// Removes a folder and its contents, without following symbolic links.
    public static func removeTree(_ path: String) throws(SystemError) {
        for name in try names(in: path) {
            let inner = "\(path)/\(name)"
            if try entry(inner)?.sort == .folder { try removeTree(inner) } else { remove(inner) }
        }
        removeFolder(path)
    }

    /// Removes an empty folder.
    public static func removeFolder(_ path: String) { rmdir(path) }
}

extension Duration {
    fileprivate init(_ time: timespec) { self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) }
}

/// The names in a folder, read lazily and in no particular order. An unreadable folder has no names.
///
/// The names can be read only once.
public final class Folder: Sequence, IteratorProtocol {
    private let stream: OpaquePointer?
    /// The error that occurred when opening or reading the folder, if any.
    private(set) var error: SystemError?

    public init(path: String) {
        stream = opendir(path)
        error = stream == nil ? SystemError() : nil
    }

    deinit { if let stream { closedir(stream) } }

    public func next() -> String? {
        while let stream {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { error = SystemError() }
                return nil
            }
            // The name is read in place. An entry may be shorter than its type, so copying the entry could read past
            // its end.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { return name }
        }
        return nil
    }
}

/// An error from the operating system, identified by its `errno` code.
public struct SystemError: Error, Hashable {
    public let code: Int32
    /// Whether a file was renamed but the disk did not confirm its new name.
    public internal(set) var isUnconfirmed = false

    /// Creates the error for the last failed system call.
    public init() { code = errno }

    public init(code: Int32) { self.code = code }

    /// The message of the operating system.
    public var text: String { String(cString: strerror(code)) }

    /// The message of the operating system as a sentence.
    public var reason: Message { "The system reports: \(text)." }

    /// Whether the disk is full, or a quota or file size limit is reached.
    public var isFull: Bool {
        // Reaching a file size limit is an error, because SIGXFSZ is ignored.
        code == ENOSPC || code == EDQUOT || code == EFBIG
    }

    /// Whether the error means that the file system cannot exchange two names.
    public var forbidsExchange: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) }

    public var isMissing: Bool { code == ENOENT }

    public var isDenied: Bool { [EACCES, EPERM, EROFS].contains(code) }

    /// Whether the error means that hard links are not supported in general or between two paths.
    public var forbidsLinks: Bool { [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(code) }
}
