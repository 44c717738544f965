import Glibc

/// Where a file is written until it gets its name: hidden beside that name.
struct TemporaryPlace {
    private static let suffix = ".almanac-making"
    private let folder: String
    private let prefix: String

    init(of path: String) {
        let slash = path.lastIndex(of: "/")
        folder = slash.map { String(path[...$0]) } ?? "./"
        prefix = "." + path[(slash.map(path.index(after:)) ?? path.startIndex)...] + "."
    }

    var path: String { "\(folder)\(prefix)\(getpid())\(Self.suffix)" }

    /// Removes all that is left in a folder, with its slash, whatever was to be made of it.
    static func sweep(folder: String) {
        for name in Folder(path: folder)
        where name.hasPrefix(".") && name.hasSuffix(suffix) && isAbandoned(folder + name) {
            unlink(folder + name)
        }
    }

    /// Removes what programs have left there that were killed while they wrote: files of this user that nobody has locked.
    func sweep() {
        for name in Folder(path: folder) where isTemporary(name) && Self.isAbandoned(folder + name) {
            unlink(folder + name)
        }
    }

    private func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return false }
        return Int32(name.dropFirst(prefix.count).dropLast(Self.suffix.count)) != nil
    }

    private static func isAbandoned(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var information = stat()
        return fstat(file, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
            && information.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0
    }
}
