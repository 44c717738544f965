import FileIO
import Glibc
import Model
import SQLite

/// A writer of backups, which are verified copies of the database and its photos.
struct BackupWriter {
    let photos: PersistentDataStore
    /// The photos of an earlier backup. The new backup contains hard links to these photos instead of copies.
    ///
    /// The photos of the database itself are always copied, so that damage to a file does not affect its backup.
    var earlier: PersistentDataStore?
    /// Whether other programs wait if they change the database during the backup.
    var delaysWriters = true
    var handle = InterruptHandle()

    /// Writes a backup. If it fails, removes its files.
    func write(_ connection: Connection, to target: StoreLocation) throws -> BackupReport {
        let folder = try WorkingFolder(forNew: target)
        try target.rejectOrphanedWAL()
        try rejectLackOfSpace(for: connection, in: target.folder)
        let (copy, counts) = try DatabaseCopy(source: connection, delaysWriters: delaysWriters, handle: handle)
            .write(to: folder.draft.path)
        let (copied, missing) = try copyPhotos(of: copy, to: folder.draft.photos)
        let bytes = try FileSystem.entry(copy.path)?.bytes ?? 0
        try folder.moveToTarget()
        return BackupReport(
            path: target.path, bytes: bytes, counts: TableCounts.ofRecords(counts), photos: copied,
            photosMissing: missing)
    }

    /// Throws if the disk does not have enough space for the copy, which would otherwise fill the disk.
    private func rejectLackOfSpace(for connection: Connection, in folder: String) throws {
        // A damaged header can contain any count of free pages.
        let needed = try connection.first(
            """
            SELECT max(page_count - max(freelist_count, 0), 0) * page_size
            FROM pragma_page_count, pragma_freelist_count, pragma_page_size
            """
        ) { $0[0] as Int }
        guard let needed, let free = FileSystem.freeBytes(in: folder), needed > free else { return }
        throw StoreProblem.insufficientSpace(needed: needed, free: free)
    }

    private func copyPhotos(of copy: Connection, to folder: String) throws -> (copied: Int, missing: Int) {
        let sizes = try PersistentDataStore(folder: folder).adopt(
            PhotoUse.named(on: copy), from: photos, sharing: earlier, handle: handle)
        if !sizes.isEmpty { try PhotoManifest(sizes).write(in: folder) }
        return (sizes.count, Set(try PhotoUse.all(on: copy).compactMap(\.id)).subtracting(sizes.keys).count)
    }

    /// Copies the files of a damaged database unchanged, for a later `salvage`.
    func copyDamaged(_ location: StoreLocation, to target: StoreLocation) throws {
        // The read transaction prevents a restart of the WAL. If it cannot begin, no other program can write.
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
