import FileIO
import Model
import SQLite

/// A backup to restore from: a temporary copy that is checked and migrated. The backup file is not changed.
final class BackupSource {
    let location: StoreLocation
    let connection: Connection
    let photos: PersistentDataStore
    /// The temporary copy, deleted with this object.
    private let making: AtomicFile

    /// - Parameters:
    ///   - present: The database to restore.
    ///   - folder: The folder of the temporary copy.
    init(
        _ location: StoreLocation, _ present: StoreOpening, besides folder: String, handle: InterruptHandle
    ) throws {
        self.location = location
        photos = PersistentDataStore(folder: location.photos)
        making = AtomicFile("\(folder)/\(FileSystem.name(of: location.path))")
        do {
            let (migrator, cards) = (present.migrator, present.cards)
            let opening = StoreOpening(location: location, migrator: migrator, cards: cards)
            try opening.refuseStranger()
            let source = try Connection(
                at: location.path, mode: opening.readingMode, busyLimit: StoreDatabase.busyLimit)
            _ = try migrator.pending(on: source)
            try DatabaseCopy(source: source, handle: handle).write(to: making.path) { _, _ in }
            connection = try Connection(at: making.path, mode: .readWrite)
            try migrator.apply(to: connection)
            try connection.transaction { try SearchIndex(connection, cards).update() }
            try refuseLostPhotos()
        } catch {
            making.discardWithLog()
            throw Self.explained(error, at: location.path)
        }
    }

    deinit { making.discardWithLog() }

    /// Writes the backup to the location of a database that does not exist or cannot be opened.
    func become(_ location: StoreLocation) throws {
        let copy = AtomicFile(location.path)
        defer { copy.discardWithLog() }
        try connection.vacuum(into: copy.path)
        for log in location.companions { FileSystem.remove(log) }
        try copy.replaceTarget()
    }

    private func refuseLostPhotos() throws {
        guard let manifest = try PhotoManifest(in: photos.folder) else { return }
        for id in try PhotoUse.named(on: connection) where manifest.sizes[id] != nil && !photos.isWhole(id) {
            throw StoreProblem.badBackup(
                path: location.path, detail: "Its photo \(id.rawValue) is gone or is not what was stored.")
        }
    }

    /// Returns the error as a problem of the backup, not of the current database.
    private static func explained(_ error: any Error, at path: String) -> any Error {
        let problem = StoreProblem.explaining(error, at: path)
        switch problem as? StoreProblem {
        case .damaged(let detail): return StoreProblem.badBackup(path: path, detail: detail)
        case let changed? where changed.isOfMigrations:
            return StoreProblem.badBackup(path: path, detail: changed.explanation.what)
        default: return problem
        }
    }
}
