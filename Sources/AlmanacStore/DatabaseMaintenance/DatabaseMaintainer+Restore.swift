import FileIO
import Model
import SQLite

extension DatabaseMaintainer {
    @concurrent
    public func restore(from path: String, in context: CommandContext) async throws -> RestoreReport {
        try await cancellable { handle in
            try rethrowing {
                try FileSystem.makeFolder(location.folder)
                try location.rejectUnsafeLocation()
                try location.rejectOrphanedWAL()
                let source = try BackupSource(StoreLocation(path), opening, handle: handle)
                let counts = try TableCounts.ofRecords(TableCounts.read(from: source.connection))
                let named = try PhotoUse.named(on: source.connection)
                let exists = try FileSystem.entry(location.path).map { $0.bytes > 0 } ?? false
                let replacesData = try exists && isNotEmpty()
                func report(_ photos: Int, before: String?) -> RestoreReport {
                    RestoreReport(
                        path: path, counts: counts, photos: photos, photosMissing: named.count - photos,
                        removedTriggers: source.removedTriggers, before: before, replacesData: replacesData)
                }
                guard !context.isDryRun else {
                    return report(named.count { photos.holds($0) || source.photos.holds($0) }, before: nil)
                }
                let before = exists ? try makeBackupOrCopy(.restore, handle: handle) : nil
                // Photos are written before the rows that refer to them.
                let restored = try photos.adopt(named, from: source.photos, handle: handle).count
                try replaceEverything(with: source, isDamaged: before?.isDamaged ?? false)
                return report(restored, before: before?.path)
            }
        }
    }

    /// Returns whether the database contains data, or may contain data because it is damaged.
    private func isNotEmpty() throws -> Bool {
        do {
            return try hasAnything()
        } catch is StoreProblem {
            return true
        }
    }

    /// Replaces the content in one transaction, so that other programs can continue. If the journal or WAL is foreign,
    /// or if the file cannot be opened or is too damaged for the transaction, replaces the file instead.
    private func replaceEverything(with source: BackupSource, isDamaged: Bool) throws {
        // If SQLite cannot begin a transaction on the file, no other program can be using the file.
        do {
            guard !location.hasForeignJournal, try !location.hasForeignWAL else { return try source.replace(location) }
            let present = try Connection(at: location.path, mode: .readWrite)
            if let sequences = try? RowIDSequences(of: present) {
                try source.connection.transaction { try sequences.raise(source.connection) }
            }
            // An invalid migration list is not copied.
            if (try? migrator.pending(on: present)) != nil, let identity = try? StoreIdentity(of: present) {
                try identity.mark(source.connection)
            }
            try present.replaceContent(with: source.connection)
        } catch let error as SQLiteError
            where [.corrupt, .notADatabase, .cantOpen].contains(error.code)
            || isDamaged && error.extendedCode == SQLiteError.shortRead
        {
            try source.replace(location)
        } catch let error as SQLiteError
            where isDamaged && ![.busy, .locked, .interrupt, .outOfMemory, .full, .ioError].contains(error.code)
        {
            try source.replace(location)
        }
    }

    @concurrent
    public func restore(
        _ recordIDs: [RecordID], from path: String, in context: CommandContext
    ) async throws -> [RestoredRecord] {
        let source = try await cancellable { handle in
            try rethrowing {
                try BackupSource(StoreLocation(path), opening, handle: handle)
            }
        }
        let database = try opening.open(.readWrite).database
        defer { database.close() }
        return try await database.recording(in: context, at: migrator.clock) { [photos, migrator] present in
            let restoration = RecordRestoration(
                source: source, target: present, photos: photos, now: migrator.clock.now, isDryRun: context.isDryRun)
            return try recordIDs.map(restoration.restore)
        }
    }
}

/// A backup to restore from, as a temporary copy that is checked and migrated. The backup file is not changed.
final class BackupSource {
    let location: StoreLocation
    let connection: Connection
    /// The photos of the backup, in a temporary folder if the backup is a single file.
    let photos: PersistentDataStore
    /// The sorted names of the triggers that other programs had added or changed.
    let removedTriggers: [String]
    /// The folder of the temporary copy, removed with this object.
    private let folder: WorkingFolder

    /// Creates a checked and migrated temporary copy of a backup.
    /// - Parameter present: The database to restore the backup to.
    init(_ location: StoreLocation, _ present: StoreOpener, handle: InterruptHandle) throws {
        self.location = location
        folder = try WorkingFolder(nextTo: present.location)
        do {
            let migrator = present.migrator
            let opening = StoreOpener(location: location, migrator: migrator)
            try opening.rejectForeignFile()
            let source = try Connection(at: location.path, mode: opening.readingMode)
            _ = try migrator.pending(on: source)
            _ = try DatabaseCopy(source: source, handle: handle).write(to: folder.draft.path)
            connection = try Connection(at: folder.draft.path, mode: .readWrite)
            removedTriggers = try Self.removeForeignTriggers(of: connection, migrator)
            let unpacked = PersistentDataStore(folder: folder.draft.photos)
            let archive = try PhotoArchive(of: connection)
            let isOneFile = try connection.interruptible(by: handle) {
                try archive?.move(to: unpacked, handle: handle) ?? false
            }
            photos = isOneFile ? unpacked : PersistentDataStore(folder: location.photos)
            try connection.interruptible(by: handle) {
                try migrator.apply(to: connection)
                try connection.transaction {
                    try SearchIndexer(connection).update()
                    _ = try RowIDSequences.reset(in: connection)
                }
            }
            try rejectLostPhotos()
        } catch {
            throw Self.rethrowing(error, at: location.path)
        }
    }

    /// Removes the triggers of other programs, which would change the restored data, and restores Almanac’s triggers
    /// and views.
    /// - Returns: The names of the removed triggers. The generated triggers of an older schema may differ, so their
    ///   names are omitted.
    private static func removeForeignTriggers(of copy: Connection, _ migrator: Migrator) throws -> [String] {
        let model = try migrator.model()
        let own = Dictionary(try ForeignTrigger.all(of: model).map { ($0.name, $0) }) { first, _ in first }
        let isCurrent = try migrator.pending(on: copy).isEmpty
        return try copy.transaction {
            let foreign = try ForeignTrigger.all(in: copy, unlike: model, except: Approvals(folder: StateFolder(nil)))
            for trigger in foreign { try copy.execute("DROP TRIGGER \(trigger.name.quotedIdentifier)") }
            try GeneratedSchema.update(copy)
            if isCurrent { _ = try Repairs.recreate(.view, in: copy, like: model) }
            // The triggers that an older schema lacks are created by its pending migrations.
            let originals =
                try isCurrent ? ForeignTrigger.missing(in: copy, like: model) : foreign.compactMap { own[$0.name] }
            for original in originals {
                let (hasTrigger, hasTable) = (try copy.hasObject(original.name), try copy.hasObject(original.table))
                if hasTable, !hasTrigger { try copy.execute(original.sql) }
            }
            return foreign.filter { isCurrent || !$0.isOfOlderSchema }.map(\.name)
        }
    }

    /// Writes the backup in place of a database that is missing or unusable.
    func replace(_ location: StoreLocation) throws {
        let copy = AtomicFile(location.path)
        defer { copy.discardDatabase() }
        try connection.vacuum(into: copy.path)
        if location.isShared { try FileSystem.setPermissions(0o660, of: copy.path) }
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
        case .missing: return StoreProblem.missingCopy(path: path)
        case .damaged(let detail): return StoreProblem.badBackup(path: path, detail: detail)
        case let changed? where changed.isOfMigrations:
            return StoreProblem.badBackup(path: path, detail: changed.explanation.what)
        default: return problem
        }
    }
}

extension Connection {
    /// Returns whether the database has a table, index, trigger, or view with the given name.
    func hasObject(_ name: String) throws -> Bool {
        try hasRow("SELECT 1 FROM sqlite_schema WHERE name = ?1", binding: name)
    }
}
