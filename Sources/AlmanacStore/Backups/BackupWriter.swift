import FileIO
import Glibc
import Model
import SQLite

/// A writer of backups, which are verified copies of the database and its photos.
struct BackupWriter {
    let photos: PersistentDataStore
    /// The photos of an earlier backup, if any. The new backup contains hard links to these photos instead of copies.
    ///
    /// The photos of the database itself are always copied, so that damage to a file does not affect its backup.
    var earlier: PersistentDataStore?
    /// Whether to block other writers and repeat the copy if another program changes the database during the backup.
    var delaysWriters = true
    /// Whether the backup file also contains the photos. If `false`, the photos are in a folder next to the file.
    var packsPhotos = false
    var handle = InterruptHandle()

    /// Writes a backup. If it fails, removes its files.
    func write(_ connection: Connection, to target: StoreLocation) throws -> BackupReport {
        let folder = try WorkingFolder(forNew: target)
        try target.rejectOrphanedWAL()
        try rejectLackOfSpace(for: connection, in: target.folder)
        var packed: Set<BlobID>?
        let (copy, counts) = try DatabaseCopy(source: connection, delaysWriters: delaysWriters, handle: handle)
            .write(to: folder.draft.path) { path in
                guard packsPhotos else { return [:] }
                let photos = try packPhotos(into: path)
                packed = photos.ids
                return photos.ids.isEmpty ? [:] : [PhotoArchive.name: photos.rows]
            }
        let copied = try packed ?? copyPhotos(of: copy, to: folder.draft.photos)
        let missing = Set(try PhotoUse.all(on: copy).compactMap(\.id)).subtracting(copied)
        let bytes = try FileSystem.entry(copy.path)?.bytes ?? 0
        try folder.moveToTarget()
        return BackupReport(
            path: target.path, bytes: bytes, counts: TableCounts.ofRecords(counts), photos: copied.count,
            photosMissing: missing.count)
    }

    /// Throws if the disk does not have enough space for the copy.
    private func rejectLackOfSpace(for connection: Connection, in folder: String) throws {
        // In a damaged header, the number of free pages can even be negative.
        let needed = try connection.first(
            """
            SELECT max(page_count - max(freelist_count, 0), 0) * page_size
            FROM pragma_page_count, pragma_freelist_count, pragma_page_size
            """
        ) { $0[0] as Int }
        guard let needed, let free = FileSystem.freeBytes(in: folder), needed > free else { return }
        throw StoreProblem.insufficientSpace(needed: needed, free: free)
    }

    /// Adds the intact photos to the copied database.
    /// - Returns: The IDs of the added photos, and the number of rows in the archive.
    private func packPhotos(into path: String) throws -> (ids: Set<BlobID>, rows: Int) {
        let copy = try Connection(at: path, mode: .readWrite)
        return try copy.interruptible(by: handle) {
            let ids = try PhotoArchive.add(PhotoUse.named(on: copy), of: photos, to: copy, handle: handle)
            return (ids, ids.isEmpty ? 0 : try copy.first("SELECT count(*) FROM sqlar") { $0[0] } ?? 0)
        }
    }

    /// Copies the intact photos to a folder.
    /// - Returns: The IDs of the copied photos.
    private func copyPhotos(of copy: Connection, to folder: String) throws -> Set<BlobID> {
        let sizes = try PersistentDataStore(folder: folder).adopt(
            PhotoUse.named(on: copy), from: photos, sharing: earlier, handle: handle)
        if !sizes.isEmpty { try PhotoManifest(sizes).write(in: folder) }
        return Set(sizes.keys)
    }

    /// Copies the files of a damaged database unchanged, for a later `salvage`.
    func copyDamaged(_ location: StoreLocation, to target: StoreLocation) throws {
        // The read transaction prevents other programs from restarting the WAL. If the transaction cannot begin, no
        // other program can write.
        let reader = try? Connection(at: location.path, mode: .readOnly)
        try? reader?.execute("BEGIN; SELECT 1 FROM sqlite_schema")
        defer { withExtendedLifetime(reader) {} }
        let folder = try WorkingFolder(forNew: target)
        let isShared = folder.draft.isShared
        try FileSystem.makeFolder(folder.draft.photos, isConfirmed: false, isShared: isShared)
        try PersistentDataStore(folder: folder.draft.photos).adoptAll(of: photos)
        // The database is copied first: pages that are checkpointed afterward are still in the WAL.
        for suffix in [""] + WorkingFolder.logs where try FileSystem.entry(location.path + suffix) != nil {
            try File.create(folder.draft.path + suffix, isShared: isShared)
                .write(restOf: try File.open(location.path + suffix))
        }
        try folder.moveToTarget()
    }
}

/// A writer of verified database copies. The pages, foreign keys, and row counts of each copy are checked.
struct DatabaseCopy {
    let source: Connection
    /// Whether to block other writers and repeat a copy during which another connection has written. If `false`, the
    /// row counts of such a copy are not compared.
    var delaysWriters = true
    var handle = InterruptHandle()

    /// Writes the copy.
    /// - Parameter complete: A closure that changes tables of the copy at the given path before the copy is checked,
    ///   and returns the row counts of these tables.
    /// - Returns: The checked copy and its row counts.
    func write(
        to path: String, complete: (String) throws -> [String: Int] = { _ in [:] }
    ) throws -> (copy: Connection, counts: [String: Int]) {
        let copied = try make(at: path)
        let completed = try complete(path)
        let expected = copied?.merging(completed) { $1 }
        let copy = try checked(path, expected)
        return (copy, try expected ?? TableCounts.read(from: copy))
    }

    /// Copies the database and returns the row counts of its tables, or `nil` if the counts are uncertain, because
    /// another connection has written during the copy and the copy was not repeated.
    private func make(at path: String) throws -> [String: Int]? {
        try source.interruptible(by: handle) {
            let before = try dataVersion
            let counts = try source.transaction(.deferred) { try TableCounts.read(from: source) }
            try vacuum(into: path)
            guard try dataVersion != before else { return counts }
            guard delaysWriters else { return nil }
            FileSystem.remove(path)
            let barrier = try Connection(at: source.path, mode: .readWrite)
            try barrier.execute("BEGIN IMMEDIATE")
            let quiet = try source.transaction(.deferred) { try TableCounts.read(from: source) }
            try vacuum(into: path)
            return quiet
        }
    }

    private func vacuum(into path: String) throws {
        let growth = FileProgress(of: path, to: source.path, part: "copying")
        try source.withProgressListener(growth.report) { try source.vacuum(into: path) }
        growth.report()
    }

    /// A number that changes when another connection commits.
    private var dataVersion: Int {
        get throws { try source.first("PRAGMA data_version") { $0[0] } ?? 0 }
    }

    /// Opens and checks the copy.
    /// - Throws: `StoreProblem.damaged` if the copy is damaged or a row count differs.
    func checked(_ path: String, _ expected: [String: Int]?) throws -> Connection {
        let copy = try Connection(at: path, mode: .immutable)
        MaintenanceProgress.report(MaintenanceProgress("checking the copy"))
        try copy.interruptible(by: handle) {
            let findings = try PageCheck(depth: .deep).findings(in: copy) + ForeignKeyCheck().findings(in: copy)
            if let finding = findings.first { throw StoreProblem.damaged(detail: finding.detail) }
            guard let expected else { return }
            let counts = try TableCounts.read(from: copy)
            if let table = expected.keys.sorted().first(where: { counts[$0] != expected[$0] }) {
                throw StoreProblem.damaged(
                    detail: "The copy has \(counts[table] ?? 0) of the \(expected[table] ?? 0) rows of \(table).")
            }
        }
        return copy
    }
}

/// Functions that count the rows of each table.
enum TableCounts {
    static func read(from connection: Connection) throws -> [String: Int] {
        let tables = try connection.all(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB 'sqlite_*'
            """
        ) { $0[0] as String }
        return try tables.reduce(into: [:]) { counts, table in
            counts[table] = try connection.first("SELECT count(*) FROM \(table.quotedIdentifier)") { $0[0] }
        }
    }

    /// Returns the number of records of each kind, given the row counts of the tables. Kinds without records are
    /// omitted.
    static func ofRecords(_ counts: [String: Int]) -> [Kind: Int] {
        Kind.allCases.reduce(into: [:]) { records, kind in
            if let count = counts[kind.table], count > 0 { records[kind] = count }
        }
    }
}

/// The manifest of a backup, which lists the SHA-256 and the size of each photo, one photo per line.
///
/// The manifest shows whether photos were lost from the backup or were already missing from the database.
struct PhotoManifest: Hashable {
    private(set) var sizes: [BlobID: Int] = [:]

    init(_ sizes: [BlobID: Int]) { self.sizes = sizes }

    // MARK: - File

    private static let limit = 256 << 20

    private static func path(in folder: String) -> String { "\(folder)/manifest" }

    /// Creates a manifest from the file in a folder. Returns `nil` if the folder contains no manifest, as is the case
    /// for the photo folder of a database.
    init?(in folder: String) throws {
        let path = Self.path(in: folder)
        guard try FileSystem.entry(path) != nil else { return nil }
        let text = String(decoding: try File.open(path).read(upTo: Self.limit), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let id = BlobID(rawValue: String(words[0])), let size = Int(words[1]) else {
                throw StoreProblem.damaged(detail: "\(path) contains an invalid line.")
            }
            sizes[id] = size
        }
    }

    func write(in folder: String) throws(SystemError) {
        let lines = sizes.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)\n" }
        let file = try File.create(Self.path(in: folder), isShared: FileSystem.isShared(folder: folder))
        try file.write(Array(lines.joined().utf8))
        try file.synchronize()
        try File.open(folder).synchronize()
    }
}
