import Glibc
import Wording

/// Small files of our own: 0600 in a 0700 folder, replaced whole or not at all.
enum PrivateFile {
    struct Unusable: Error {
        let reason: Message

        static var current: Unusable { Unusable(reason: "\(String(cString: strerror(errno))).") }
    }

    /// The bytes of a regular file of at most `limit` bytes; nil if there is none.
    static func read(_ path: String, limit: Int) throws(Unusable) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .current
        }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0 else { throw .current }
        guard information.st_mode & S_IFMT == S_IFREG else { throw Unusable(reason: "It is no regular file.") }
        guard information.st_size <= limit else { throw Unusable(reason: "It is larger than \(limit) bytes.") }
        return try read(file, limit: limit)
    }

    /// What is left of an open file, of at most `limit` bytes.
    static func read(_ file: Int32, limit: Int) throws(Unusable) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .current
            }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw Unusable(reason: "It is larger than \(limit) bytes.") }
        }
    }

    /// Writes a temporary file beside the path and renames it onto the path.
    static func replace(_ path: String, with bytes: [UInt8]) throws(Unusable) {
        try makeFolder(of: path)
        TemporaryPlace(of: path).sweep()
        try write(bytes, at: path, replacing: true)
    }

    /// Makes a new file, whole or not at all; refuses an existing one, whatever it is.
    static func write(_ bytes: [UInt8], toNew path: String) throws(Unusable) {
        TemporaryPlace(of: path).sweep()
        try write(bytes, at: path, replacing: false)
    }

    /// Names a file that was made beside the path; refuses a name that is taken.
    static func giveName(_ path: String, to temporary: String) throws(Unusable) {
        if link(temporary, path) == 0 {
            unlink(temporary)
            return
        }
        // Some file systems, such as FAT, have no links: there the name is looked up first.
        guard errno == EPERM, access(path, F_OK) != 0, rename(temporary, path) == 0 else { throw .current }
    }

    /// Writes a temporary file and lets it have its name; leaves none when that fails. As long as its maker lives it is
    /// locked.
    static func write(_ bytes: [UInt8], at path: String, replacing: Bool) throws(Unusable) {
        let temporary = TemporaryPlace(of: path).path
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .current }
        defer { close(file) }
        flock(file, LOCK_EX | LOCK_NB)
        do throws(Unusable) {
            try write(bytes[...], to: file)
            guard fsync(file) == 0 else { throw .current }
            if replacing {
                guard rename(temporary, path) == 0 else { throw .current }
            } else {
                try giveName(path, to: temporary)
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(Unusable) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .current }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes the folders above a file, 0700 each.
    static func makeFolder(of path: String) throws(Unusable) {
        var folder = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/").dropLast() {
            folder += "/" + name
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES else {
                throw .current
            }
        }
    }
}
