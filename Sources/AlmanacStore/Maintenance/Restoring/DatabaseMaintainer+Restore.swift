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
                let counts = try TableCounts.ofRecords(TableCounts.of(source.connection))
                let named = try PhotoUse.named(on: source.connection)
                func report(_ photos: Int, before: String?) -> RestoreReport {
                    RestoreReport(
                        path: path, counts: counts, photos: photos, photosMissing: named.count - photos,
                        removedTriggers: source.removedTriggers, before: before)
                }
                guard !context.isDryRun else {
                    return report(named.count { photos.holds($0) || source.photos.holds($0) }, before: nil)
                }
                let exists = try FileSystem.entry(location.path).map { $0.bytes > 0 } ?? false
                let before = exists ? try makeBackupOrCopy(.restore, handle: handle) : nil
                // Photos are written before the rows that refer to them.
                let restored = try photos.adopt(named, from: source.photos, handle: handle).count
                try replaceEverything(with: source, isDamaged: before?.isDamaged ?? false)
                return report(restored, before: before?.path)
            }
        }
    }

    // If SQLite cannot begin a transaction on the file, no other program can be using the file.
    /// Replaces the content in one transaction, so that other programs can continue. If a log is foreign, or if
    /// SQLite cannot begin the transaction, replaces the file.
    private func replaceEverything(with source: BackupSource, isDamaged: Bool) throws {
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
        _ addresses: [RecordID], from path: String, in context: CommandContext
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
                source: source, present: present, photos: photos, now: migrator.clock.now, isDryRun: context.isDryRun)
            return try addresses.map(restoration.restore)
        }
    }
}
