import Glibc

/// The few things the store asks of folders and names.
enum FileSystem {
    /// What is found under a name, the name itself and not what a symbolic link leads to.
    struct Entry {
        enum Sort { case file, folder, link, other }

        let sort: Sort
        let owner: uid_t
        let permissions: mode_t
        let bytes: Int
        /// By how many names the same file goes.
        let links: Int
        let secondsSince1970: Int64

        func isOlderThanADay(_ milliseconds: Int64) -> Bool { milliseconds / 1000 - secondsSince1970 > 86_400 }
    }

    /// Nil when there is nothing.
    static func entry(_ path: String) throws(SystemError) -> Entry? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw SystemError()
        }
        let sort: Entry.Sort =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return Entry(
            sort: sort, owner: status.st_uid, permissions: status.st_mode & 0o7777, bytes: Int(status.st_size),
            links: Int(status.st_nlink),
            secondsSince1970: Int64(status.st_mtim.tv_sec))
    }

    /// Makes the folder and those above it as far as they are missing, for their owner only.
    static func makeFolder(_ path: String) throws(SystemError) {
        if try entry(path) != nil || path.isEmpty { return }
        try makeFolder(folder(of: path))
        if try makeNewFolder(path) { try File.open(folder(of: path)).synchronize() }
    }

    /// Makes one folder for its owner only, and tells whether the name was free.
    static func makeNewFolder(_ path: String) throws(SystemError) -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        if errno == EEXIST { return false }
        throw SystemError()
    }

    /// The names in a folder, sorted; none when it does not exist.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw SystemError()
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Takes the permissions of everybody but the owner away.
    static func keepPrivate(_ path: String) throws(SystemError) {
        guard let entry = try entry(path), entry.permissions & 0o077 != 0 else { return }
        guard chmod(path, entry.permissions & 0o700) == 0 else { throw SystemError() }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// The most bytes that a file of this process may have (`ulimit -f`); nil without a limit.
    static var fileLimit: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return nil }
        return limit.rlim_cur > UInt(Int.max) ? nil : Int(limit.rlim_cur)
    }

    /// Whether the disk that a file is on has no room left: SQLite then fails with other codes as well.
    static func isFull(_ path: String) -> Bool {
        var information = statvfs()
        return statvfs(folder(of: path), &information) == 0 && information.f_bavail == 0
    }

    static func canWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// Makes it as new as if it had just been written.
    static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }

    static func remove(_ path: String) { unlink(path) }

    /// A folder with everything in it, following no link.
    static func removeTree(_ path: String) throws(SystemError) {
        for name in try names(in: path) {
            let inner = "\(path)/\(name)"
            if try entry(inner)?.sort == .folder { try removeTree(inner) } else { remove(inner) }
        }
        removeFolder(path)
    }

    /// Only an empty one.
    static func removeFolder(_ path: String) { rmdir(path) }
}
