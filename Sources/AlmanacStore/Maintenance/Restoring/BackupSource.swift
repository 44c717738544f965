import FileIO
import Model
import SQLite

/// A backup to restore from, as a temporary copy that is checked and migrated. The backup file is not changed.
final class BackupSource {
    let location: StoreLocation
    let connection: Connection
    let photos: PersistentDataStore
    /// The folder of the temporary copy, removed with this object.
    private let folder: WorkingFolder

    /// Creates a checked and migrated temporary copy of a backup.
    /// - Parameters:
    ///   - present: The database to restore.
    init(_ location: StoreLocation, _ present: StoreOpener, handle: InterruptHandle) throws {
        self.location = location
        photos = PersistentDataStore(folder: location.photos)
        folder = try WorkingFolder(nextTo: present.location)
        do {
            let (migrator, cards) = (present.migrator, present.cards)
            let opening = StoreOpener(location: location, migrator: migrator, cards: cards)
            try opening.rejectForeignFile()
            let source = try Connection(at: location.path, mode: opening.readingMode)
            _ = try migrator.pending(on: source)
            _ = try DatabaseCopy(source: source, handle: handle).write(to: folder.draft.path)
            connection = try Connection(at: folder.draft.path, mode: .readWrite)
            // The triggers of another program in the backup may never end.
            try connection.interruptible(by: handle) {
                try migrator.apply(to: connection)
                try connection.transaction { try SearchIndex(connection, cards).update() }
            }
            try rejectLostPhotos()
        } catch {
            throw Self.rethrowing(error, at: location.path)
        }
    }

    /// Writes the backup in place of a database that is missing or unusable.
    func replace(_ location: StoreLocation) throws {
        let copy = AtomicFile(location.path)
        defer { copy.discardDatabase() }
        try connection.vacuum(into: copy.path)
        for log in location.companions { FileSystem.remove(log) }
        try copy.replaceTarget()
    }

    private func rejectLostPhotos() throws {
        guard let manifest = try PhotoManifest(in: photos.folder) else { return }
        for id in try PhotoUse.named(on: connection) where manifest.sizes[id] != nil && !photos.isIntact(id) {
            throw StoreProblem.badBackup(
                path: location.path, detail: "Its photo \(id.rawValue) is missing or damaged.")
        }
    }

    /// Returns the error as a problem with the backup, not with the current database.
    private static func rethrowing(_ error: any Error, at path: String) -> any Error {
        let problem = StoreLocation(path).distinguishingDamage(StoreProblem.describing(error, at: path))
        switch problem as? StoreProblem {
        case .damaged(let detail): return StoreProblem.badBackup(path: path, detail: detail)
        case let changed? where changed.isOfMigrations:
            return StoreProblem.badBackup(path: path, detail: changed.explanation.what)
        default: return problem
        }
    }
}
