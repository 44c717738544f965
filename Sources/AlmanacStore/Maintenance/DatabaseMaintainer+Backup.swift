import FileIO
import Model
import SQLite

extension DatabaseMaintainer {
    var folder: BackupFolder { BackupFolder(path: location.backups, clock: opening.migrator.clock) }

    @concurrent
    public func backup(to path: String) async throws -> BackupReport {
        try await cancellable { handle in
            try location.distinguishingDamage {
                let source = try StoreProblem.rethrowing(at: location.path) { try opening.connectionForReading() }
                return try StoreProblem.rethrowing(writingTo: path) {
                    try BackupWriter(photos: photos, handle: handle).write(source, to: StoreLocation(path))
                }
            }
        }
    }

    @concurrent
    public func backUpBefore(_ reason: BackupReason, in context: CommandContext) async throws -> BackupReport? {
        guard !context.isDryRun else { return nil }
        return try await backUp(before: reason)
    }

    private func backUp(before reason: BackupReason) async throws -> BackupReport? {
        guard try hasAnything() else { return nil }
        return try await cancellable { try makeBackup(reason, handle: $0) }
    }

    @concurrent
    public func discard(_ backup: BackupReport) async throws {
        try rethrowing { try folder.remove(StoreLocation(backup.path)) }
    }

    @concurrent
    public func backUpDaily() async throws -> BackupReport? {
        guard isDailyBackupDue, try hasAnything() else { return nil }
        do {
            try rethrowing { try folder.make() }
            let lock = try File.open(folder.path)
            // Another program may have made the backup since the first check.
            guard !lock.isLockedElsewhere, isDailyBackupDue else { return nil }
            let report = try await cancellable { try makeBackup(.daily, delaysWriters: false, handle: $0) }
            recordDailyBackup(nil)
            return report
        } catch let error where !(error is CancellationError) {
            let problem = StoreProblem.describing(error, at: folder.path)
            recordDailyBackup(problem)
            throw problem
        }
    }

    /// Whether no backup was made today. The value is `false` if the database cannot be written.
    public var isDailyBackupDue: Bool {
        let today = opening.migrator.clock.now.day
        guard location.isWritable, let backups = try? folder.backups() else { return false }
        return !backups.contains { $0.isWhole && $0.time.day == today }
    }

    /// Whether to make the daily backup in the background. The value is `false` on a shared file system, where a backup
    /// blocks writes, and for an hour after the last attempt, which may have failed.
    public var isBackgroundBackupDue: Bool {
        guard isDailyBackupDue, !FileSystemType(of: location.folder).isShared else { return false }
        guard let attempt = try? FileSystem.entry(folder.path)?.modified else { return true }
        let age = .milliseconds(opening.migrator.clock.milliseconds()) - attempt
        return !(.zero ... .seconds(3600)).contains(age)
    }

    @concurrent
    public func backups() async throws -> [Backup] {
        try rethrowing { try folder.backups() }
    }

    /// Makes an automatic backup and removes old backups.
    func makeBackup(
        _ reason: BackupReason, delaysWriters: Bool = true, handle: InterruptHandle
    ) throws -> BackupReport {
        try rethrowing {
            let place = try folder.newPlace(for: reason)
            let earlier = try folder.backups().first(where: \.isWhole).map { StoreLocation($0.path).photos }
            let report = try BackupWriter(
                photos: photos, earlier: earlier.map { PersistentDataStore(folder: $0) },
                delaysWriters: delaysWriters, handle: handle
            )
            .write(try opening.connectionForReading(), to: place)
            try folder.prune(after: place.path)
            return report
        }
    }

    /// Makes an automatic backup of a database that may be damaged. If the backup fails because of damage, copies the
    /// files unchanged for `salvage`.
    /// - Returns: The path of the backup, and whether the backup is a copy of damaged files.
    func makeBackupOrCopy(_ reason: BackupReason, handle: InterruptHandle) throws -> (path: String, isDamaged: Bool) {
        do {
            return (try makeBackup(reason, handle: handle).path, false)
        } catch let problem as StoreProblem where mayBeDamage(problem) {
            return try rethrowing {
                let place = try folder.newPlace(for: reason, isWhole: false)
                do {
                    try BackupWriter(photos: photos).copyDamaged(location, to: place)
                } catch {
                    try folder.remove(place)
                    throw error
                }
                return (place.path, true)
            }
        }
    }

    // The header contains the versions of the file format and of the schema, and the application ID. SQLite
    // also reports some invalid page numbers and row IDs as a full disk.
    /// Returns whether damage to the file can cause a problem, even if it usually has another cause.
    func mayBeDamage(_ problem: StoreProblem) -> Bool {
        switch problem {
        case .full, .io, .failed, .tooLong: true
        case .cannotOpen(let path, _): path == location.path
        case .readOnly: location.isWritable
        case .foreign, .newer: hasKnownMigrations
        default: problem.isDamage
        }
    }

    /// Whether the database has an Almanac schema of a supported version, whatever its header contains.
    private var hasKnownMigrations: Bool {
        let connection = try? Connection(at: location.path, mode: .immutable)
        return connection.map(migrator.hasKnownMigrations) ?? false
    }

    /// Returns whether the database contains records or a history.
    private func hasAnything() throws -> Bool {
        try rethrowing {
            try opening.connectionForReading().hasRow("SELECT 1 FROM record UNION ALL SELECT 1 FROM change LIMIT 1")
        }
    }

    /// Runs an operation with a handle that interrupts it when the task is cancelled.
    func cancellable<Result>(_ work: (InterruptHandle) throws -> Result) async throws -> Result {
        let handle = InterruptHandle()
        do {
            return try await withTaskCancellationHandler {
                try work(handle)
            } onCancel: {
                handle.interrupt()
            }
        } catch {
            throw handle.isInterrupted ? CancellationError() : error
        }
    }
}
