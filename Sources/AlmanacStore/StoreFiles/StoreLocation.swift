import FileIO
import Glibc
import Localization
import Model
import SQLite

/// The location of a database: the file and, next to it, the folders of photos and backups.
public struct StoreLocation: Hashable, Sendable {
    public let path: String
    let state: StateFolder

    /// Creates the location of a database.
    /// - Parameter state: The path of the user’s state folder, or `nil` to disable approvals and stored sessions.
    public init(_ path: String, state: String? = nil) {
        self.path = path
        self.state = StateFolder(state)
    }

    public var approvals: Approvals { Approvals(folder: state) }

    var folder: String { FileSystem.folder(of: path) }

    /// The folder of photos. A backup also has this folder, so that it can be opened as a database.
    public var photos: String { path + Self.photoSuffix }

    /// The folder of automatic backups.
    public var backups: String { path + Self.backupSuffix }

    static let photoSuffix = ".photos"
    static let backupSuffix = ".backups"

    /// The files that SQLite creates next to the database.
    var companions: [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

    /// Removes the database with its photos and backups, if it exists.
    public func remove() throws(SystemError) {
        for folder in [photos, backups] where try FileSystem.entry(folder) != nil { try FileSystem.removeTree(folder) }
        for file in [path] + companions { FileSystem.remove(file) }
    }

    /// Whether a WAL exists. If so, the database is open or was not closed properly.
    var hasWAL: Bool {
        get throws(SystemError) { try FileSystem.entry(path + "-wal") != nil }
    }

    /// Whether the WAL may contain changes that are not in the database file.
    var hasUncheckpointedWAL: Bool {
        get throws(SystemError) { try FileSystem.entry(path + "-wal")?.bytes ?? 0 > 0 }
    }

    /// Whether the rollback journal of an interrupted transaction must be applied.
    var hasHotJournal: Bool {
        get throws(SystemError) { try FileSystem.entry(path + "-journal")?.bytes ?? 0 > 0 }
    }

    var isWritable: Bool { FileSystem.canWrite(path) && FileSystem.canWrite(folder) }
}

extension AtomicFile {
    /// Removes a temporary database and SQLite’s files next to it.
    func discardDatabase() {
        discard()
        for log in StoreLocation(path).companions { FileSystem.remove(log) }
    }
}

extension StoreLocation {
    /// Whether the folder’s group shares the database, its photos, and its backups.
    ///
    /// The owner shares a database by allowing the group to access the file and its folder. New files inherit the group
    /// of the folder (setgid). The folders that Almanac creates next to a shared database are shared, too.
    var isShared: Bool {
        guard FileSystem.isShared(folder: folder) else { return false }
        let name = FileSystem.name(of: folder)
        if name.hasSuffix(Self.backupSuffix) || AtomicFile.target(ofLocked: name) != nil { return true }
        guard let file = try? FileSystem.entry(path) else { return false }
        return file.permissions & 0o077 == 0o060 && file.group == (try? FileSystem.entry(folder))?.group
    }

    /// A sentence that lists the files next to the database that the user cannot read and write, or `nil` if all are
    /// accessible. Another user may have created them before the database was shared.
    var inaccessibleCompanions: Message? {
        let files = companions.filter { access($0, F_OK) == 0 && access($0, R_OK | W_OK) != 0 }
        guard !files.isEmpty else { return nil }
        return "You do not have permission to read and write \(files.joined(separator: ", "))."
    }

    /// The first file with several names (hard links) among the database and the files that SQLite creates next to it,
    /// or the database if there is no such file.
    var fileWithSeveralNames: String {
        ([path] + companions).first { (try? FileSystem.entry($0))??.links ?? 0 > 1 } ?? path
    }

    /// The permissions that the files and folders may have.
    var allowedPermissions: UInt32 { isShared ? 0o770 : 0o700 }
}

extension StoreLocation {
    /// Throws if other users could read, replace, or redirect the files.
    func rejectUnsafeLocation() throws {
        let isShared = isShared
        for folder in [folder, photos, backups] { try rejectUnsafeFolder(folder, isShared: isShared) }
        for file in [path] + companions {
            guard let entry = try FileSystem.entry(file) else { continue }
            if entry.sort == .link { throw problem(file, "It is a symbolic link.") }
            if entry.sort == .folder { throw problem(file, "It is a folder.") }
            if entry.sort == .other { throw problem(file, "It is not a regular file.") }
            if entry.links > 1 { throw StoreProblem.severalNames(path: file) }
            if entry.owner != geteuid(), !isShared { throw problem(file, "It belongs to another user.") }
        }
    }

    /// Throws if the WAL or journal of a deleted database exists, because SQLite would apply it to a new database.
    func rejectOrphanedWAL() throws {
        for log in [path + "-wal", path + "-journal"] {
            guard let entry = try FileSystem.entry(log), entry.bytes > 0 else { continue }
            // A WAL is created after its file. If the file exists now, another program has just created both.
            guard try FileSystem.entry(path) == nil else { return }
            throw problem(
                path,
                "The file is missing, but \(log) belongs to it. Restore the file, or move \(log) elsewhere."
            )
        }
    }

    private func rejectUnsafeFolder(_ folder: String, isShared: Bool) throws {
        guard let entry = try FileSystem.entry(folder) else { return }
        let isForAll = entry.permissions & S_IWOTH != 0
        // In a sticky folder such as /tmp, users cannot remove or rename the files of other users.
        let isSticky = entry.permissions & S_ISVTX != 0
        if entry.sort == .link { throw unsafe(folder, "It is a symbolic link.") }
        if entry.sort != .folder { throw unsafe(folder, "It is not a folder.") }
        if entry.owner != geteuid(), entry.owner != 0, !isShared { throw unsafe(folder, "It belongs to another user.") }
        if isForAll, !isSticky { throw unsafe(folder, "All users of this machine can write to it.") }
    }

    private func problem(_ file: String, _ reason: Message) -> StoreProblem { .cannotOpen(path: file, reason: reason) }

    private func unsafe(_ folder: String, _ reason: Message) -> StoreProblem {
        .unsafeFolder(path: folder, reason: reason)
    }
}

extension StoreLocation {
    /// Runs the body and reports damage to the database as such, even if SQLite reports a full disk.
    func distinguishingDamage<Result>(_ body: () throws -> Result) throws -> Result {
        // SQLite also reports an invalid page number or a lack of free row IDs as a full disk.
        do {
            return try body()
        } catch {
            throw distinguishingDamage(error)
        }
    }

    /// Returns `StoreProblem.damaged` instead of `StoreProblem.full` if the disk is not full and the database is
    /// damaged. Other errors are returned unchanged.
    func distinguishingDamage(_ error: any Error) -> any Error {
        guard case StoreProblem.full = error, !FileSystem.isFull(path), isReportedAsFull else { return error }
        return StoreProblem.damaged(detail: "A page number or a row ID is too large.")
    }

    private var isReportedAsFull: Bool {
        do {
            let connection = try Connection(at: path, mode: hasUncheckpointedWAL ? .readOnly : .immutable)
            let result = try connection.first("PRAGMA quick_check(1)") { $0[0] as String }
            return try result != "ok" || !RowIDLimit.tables(of: connection).isEmpty
        } catch let error as SQLiteError {
            return [.corrupt, .notADatabase, .full].contains(error.code)
        } catch {
            return false
        }
    }
}

/// The highest possible row ID. If a table contains it, there is no next row ID for SQLite to assign.
enum RowIDLimit {
    /// Returns the names of the tables that contain the highest possible row ID.
    static func tables(of connection: Connection) throws -> [String] {
        try connection.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND NOT wr AND name NOT GLOB 'sqlite_*'
            ORDER BY name
            """
        ) { $0[0] as String }
        .filter { table in
            try connection.hasRow("SELECT 1 FROM \(table.quotedIdentifier) WHERE rowid = ?1", binding: Int64.max)
        }
    }
}
