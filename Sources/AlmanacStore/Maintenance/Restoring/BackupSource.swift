import FileIO
import Model
import SQLite

/// A backup to restore from: its schema brought up to date and all of it checked, while its file stays as it is.
final class BackupSource {
    let location: StoreLocation
    let connection: Connection
    let photos: PersistentDataStore
    /// A copy of the database that is gone with this.
    private let making: AtomicFile

    /// - Parameters:
    ///   - present: The store to restore.
    ///   - folder: The folder of a temporary copy.
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

    /// Becomes the store that is not there any more.
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

    /// What is wrong with the file is said of the backup, not of the store.
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
