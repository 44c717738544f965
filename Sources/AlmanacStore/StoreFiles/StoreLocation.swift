import FileIO
import Glibc
import Localization
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

extension StoreLocation {
    /// Refuses a place where others could read, exchange or redirect the files of the store.
    func refuseUnsafePlace() throws {
        try refuseUnsafeFolder(folder)
        try refuseUnsafeFolder(photos)
        for file in [path] + companions {
            guard let entry = try FileSystem.entry(file) else { continue }
            if entry.sort == .link { throw problem(file, "It is a symbolic link, which could lead anywhere.") }
            if entry.sort == .folder { throw problem(file, "It is a folder.") }
            if entry.sort == .other { throw problem(file, "It is no ordinary file.") }
            if entry.owner != geteuid() { throw problem(file, "It belongs to another user.") }
        }
    }

    /// Refuses to make a file beside the log of one that is gone: SQLite would fold it into the new one and ruin both.
    func refuseOrphanedLog() throws {
        for log in [path + "-wal", path + "-journal"] {
            guard let entry = try FileSystem.entry(log), entry.bytes > 0 else { continue }
            // A log comes after its file, so that what another program has just made is no orphan.
            guard try FileSystem.entry(path) == nil else { return }
            throw problem(path, "It is gone, but its last changes are in \(log): bring it back or move that file away.")
        }
    }

    private func refuseUnsafeFolder(_ folder: String) throws {
        guard let entry = try FileSystem.entry(folder) else { return }
        let isForAll = entry.permissions & S_IWOTH != 0
        // In a folder like /tmp nobody can remove or rename what belongs to another.
        let isSticky = entry.permissions & S_ISVTX != 0
        if entry.sort == .link { throw unsafe(folder, "It is a symbolic link, which could lead anywhere.") }
        if entry.sort != .folder { throw unsafe(folder, "It is no folder.") }
        if entry.owner != geteuid(), entry.owner != 0 { throw unsafe(folder, "It belongs to another user.") }
        if isForAll, !isSticky { throw unsafe(folder, "Every user of this machine can write to it.") }
    }

    private func problem(_ file: String, _ reason: Message) -> StoreProblem { .cannotOpen(path: file, reason: reason) }

    private func unsafe(_ folder: String, _ reason: Message) -> StoreProblem {
        .unsafeFolder(path: folder, reason: reason)
    }
}
