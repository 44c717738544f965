import Model
import SQLite

extension Keeper {
    /// The photos are there before the copy gets its name: a backup under its name is complete, and is itself a store.
    @concurrent
    public func backup(to path: String) async throws -> BackupReport {
        let target = StoreLocation(path)
        return try StoreProblem.explained(at: path) {
            let connection = try opening.connectionForReading()
            guard try FileSystem.makeNewFolder(target.photos) else {
                throw StoreProblem.fileExists(path: target.photos)
            }
            // Stays only if there are photos.
            defer { FileSystem.removeFolder(target.photos) }
            let copies = PersistentDataStore(folder: target.photos)
            do {
                return try DatabaseCopy.write(connection, to: path) { try report(on: $0, at: path, photosTo: copies) }
            } catch {
                try copies.removeAll()
                throw error
            }
        }
    }

    private func report(
        on copy: Connection, at path: String, photosTo copies: PersistentDataStore
    ) throws -> BackupReport {
        let ids = Set(try PhotoUse.all(on: copy).compactMap(\.id))
        let copied = try ids.filter { try copyPhoto($0, to: copies) }.count
        return BackupReport(
            path: path, bytes: try FileSystem.entry(copy.path)?.bytes ?? 0, counts: try counts(copy),
            photos: copied, photosMissing: ids.count - copied)
    }

    /// Tells whether there was a sound photo to copy; one that is not is left for `check` to name.
    private func copyPhoto(_ id: BlobID, to copies: PersistentDataStore) throws -> Bool {
        guard let bytes = try? photos.load(id) else { return false }
        try copies.save(bytes, as: id)
        return true
    }

    private func counts(_ copy: Connection) throws -> [Kind: Int] {
        let counts = try copy.all("SELECT kind, count(*) FROM record GROUP BY kind") { row in
            (try row[0] as Kind, row[1] as Int)
        }
        return Dictionary(counts) { first, _ in first }
    }
}
