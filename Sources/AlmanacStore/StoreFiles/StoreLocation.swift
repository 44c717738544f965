import FileIO
import Model

/// Where a store lies: one database file and, beside it, the folder of its photos.
public struct StoreLocation: Hashable, Sendable {
    public let path: String

    public init(_ path: String) {
        self.path = path
    }

    var folder: String { FileSystem.folder(of: path) }

    /// A backup brings its photos along under the name it would have them as a store.
    public var photos: String { path + ".photos" }

    /// The folder of the backups that the store makes of itself.
    public var backups: String { path + ".backups" }

    /// The files that SQLite may keep beside the database.
    var companions: [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

    /// Removes the database with its photos and backups, if it exists.
    public func remove() throws(SystemError) {
        for folder in [photos, backups] where try FileSystem.entry(folder) != nil { try FileSystem.removeTree(folder) }
        for file in [path] + companions { FileSystem.remove(file) }
    }

    /// Whether a program has it open, or left without closing it.
    var hasLog: Bool {
        get throws(SystemError) { try FileSystem.entry(path + "-wal") != nil }
    }

    /// Whether there may be changes that only the log has.
    var hasUnfoldedLog: Bool {
        get throws(SystemError) { try FileSystem.entry(path + "-wal").map { $0.bytes > 0 } ?? false }
    }

    /// Whether a change in the middle of which a program ended, without the write-ahead log, is still to be taken back.
    var hasHotJournal: Bool {
        get throws(SystemError) { try FileSystem.entry(path + "-journal").map { $0.bytes > 0 } ?? false }
    }

    var isWritable: Bool { FileSystem.canWrite(path) && FileSystem.canWrite(folder) }
}

extension AtomicFile {
    /// Discards a database, with what SQLite has left beside it.
    func discardWithLog() {
        discard()
        for log in StoreLocation(path).companions { FileSystem.remove(log) }
    }
}
