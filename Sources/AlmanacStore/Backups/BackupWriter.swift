import FileIO
import Glibc
import Model
import SQLite

/// Makes backups of one store: a checked and counted copy of the database, and the photos that it names beside it.
struct BackupWriter {
    let photos: PersistentDataStore
    /// The photos of an earlier backup, which this one shares so that many take the room of one; never with the store,
    /// so that what happens to a file there does not happen to its backup.
    var earlier: PersistentDataStore?
    var handle = InterruptHandle()

    /// The photos are there before the copy gets its name: a backup under its name is complete, and is itself a store.
    func write(_ connection: Connection, to target: StoreLocation) throws -> BackupReport {
        guard try FileSystem.entry(target.photos) == nil else { throw StoreProblem.fileExists(path: target.photos) }
        let making = AtomicFile(target.photos)
        var copied = 0
        do {
            return try DatabaseCopy(source: connection, handle: handle).write(to: target.path) { copy, counts in
                let missing: Int
                (copied, missing) = try copyPhotos(of: copy, to: making.path)
                if copied > 0 { try making.replaceTarget() }
                return BackupReport(
                    path: target.path, bytes: try FileSystem.entry(copy.path)?.bytes ?? 0,
                    counts: TableCounts.ofRecords(counts), photos: copied, photosMissing: missing)
            }
        } catch {
            let hasPhotos = try copied > 0 && FileSystem.entry(making.path) == nil
            let isUnconfirmed = (error as? SystemError)?.isUnconfirmed == true
            // A copy that has its name, though the disk did not confirm that, has its photos, too.
            if try !isUnconfirmed || FileSystem.entry(target.path) == nil {
                try FileSystem.removeTree(hasPhotos ? target.photos : making.path)
            }
            throw error
        }
    }

    private func copyPhotos(of copy: Connection, to folder: String) throws -> (copied: Int, missing: Int) {
        let copies = PersistentDataStore(folder: folder)
        var manifest = PhotoManifest()
        let ids = Set(try PhotoUse.all(on: copy).compactMap(\.id))
        for id in try PhotoUse.named(on: copy) {
            if handle.isInterrupted { throw CancellationError() }
            do {
                manifest.add(id, bytes: try take(id, into: copies))
            } catch is BlobProblem {
                // One that is not sound is left for `check` to name.
            }
        }
        if !manifest.sizes.isEmpty { try manifest.write(in: folder) }
        return (manifest.sizes.count, ids.count { manifest.sizes[$0] == nil })
    }

    private func take(_ id: BlobID, into copies: PersistentDataStore) throws -> Int {
        if let earlier {
            do {
                return try copies.adopt(id, from: earlier, isShared: true)
            } catch is BlobProblem {
                // It has come since, or was damaged there.
            }
        }
        return try copies.adopt(id, from: photos)
    }

    /// Copies the files as they are, to the byte, when they cannot be copied as a database: for `salvage`.
    func copyDamaged(_ location: StoreLocation, to target: StoreLocation) throws {
        // A reader keeps SQLite from beginning the log anew meanwhile; where it cannot even begin, nobody else can either.
        let reader = try? Connection(at: location.path, mode: .readOnly)
        try? reader?.execute("BEGIN; SELECT 1 FROM sqlite_schema")
        defer { withExtendedLifetime(reader) {} }
        try PersistentDataStore(folder: target.photos).adoptAll(of: photos)
        // The database first: what is folded into it after that is in the log still.
        for suffix in ["", "-wal", "-journal"] where try FileSystem.entry(location.path + suffix) != nil {
            let making = AtomicFile(target.path + suffix)
            defer { making.discard() }
            try File.create(making.path).write(restOf: try File.open(location.path + suffix))
            try making.moveToTarget()
        }
    }
}
