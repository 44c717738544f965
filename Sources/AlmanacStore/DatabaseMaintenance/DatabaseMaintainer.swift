import FileIO
import Localization
import Model
import SQLite

/// Database maintenance: backup, check, repair, restore, and migration.
///
/// The maintainer opens separate connections, so it also works on a database that cannot be opened normally.
public struct DatabaseMaintainer: DatabaseMaintenance {
    let location: StoreLocation
    let opening: StoreOpener
    let photos: PersistentDataStore

    var migrator: Migrator { opening.migrator }

    /// Creates a maintainer for the database at a location.
    public init(of location: StoreLocation, clock: StoreClock = .system) {
        self.init(of: location, migrator: Migrator(clock: clock))
    }

    init(of location: StoreLocation, migrator: Migrator) {
        self.location = location
        opening = StoreOpener(location: location, migrator: migrator)
        photos = PersistentDataStore(folder: location.photos)
    }

    @concurrent
    public func migrations() async throws -> [MigrationState] {
        try rethrowing {
            let connection = try opening.connectionForReading()
            _ = try migrator.pending(on: connection)
            return try migrator.states(of: connection)
        }
    }

    @concurrent
    public func migrate() async throws -> [MigrationState] {
        try opening.migrate()
    }

    @concurrent
    public func check(_ depth: CheckDepth) async throws -> [Finding] {
        try await cancellable { handle in
            try rethrowing { try damageAsFinding { try findings(depth, handle) } }
        }
    }

    func findings(_ depth: CheckDepth, _ handle: InterruptHandle) throws -> [Finding] {
        guard !location.hasForeignJournal else {
            let fault: Message = "\(location.path)-journal does not belong to the database. Nothing else was checked."
            return [Finding(.foreignLog, fault)]
        }
        let hasForeignWAL = try location.hasForeignWAL
        let connection = try opening.connectionForChecking(besideForeignLog: hasForeignWAL)
        var findings: [Finding] = []
        if hasForeignWAL {
            findings.append(
                Finding(.foreignLog, "\(location.path)-wal does not match the database. It was not read."))
        }
        do {
            guard try migrator.pending(on: connection).isEmpty else {
                throw StoreProblem.notMigrated(path: location.path)
            }
        } catch let problem as StoreProblem where problem.isOfMigrations {
            findings.append(Finding(.migrationChanged, problem.explanation.what))
        }
        // All checks read the same snapshot, because another program may be writing.
        return try connection.interruptible(by: handle) {
            try connection.transaction(.deferred) {
                let views = try ForeignView.all(in: connection, unlike: migrator.model())
                let backups = try folder.backups().filter(\.isSound).map(\.path)
                return try findings
                    + checks(depth, withoutViews: !views.isEmpty, backups: backups).flatMap { check in
                        MaintenanceProgress.report(MaintenanceProgress(check.part))
                        return try damageAsFinding { try check.findings(in: connection) }
                    }
            }
        }
    }

    func damageAsFinding(_ findings: () throws -> [Finding]) throws -> [Finding] {
        do {
            return try findings()
        } catch let error as SQLiteError where [.corrupt, .full, .mismatch].contains(error.code) {
            return [Finding(error.code == .mismatch ? .badValue : .damagedPage, "SQLite reports: \(error.message).")]
        } catch let error as SQLiteError where error.extendedCode == SQLiteError.shortRead {
            return [Finding(.damagedPage, "SQLite reports: \(error.message).")]
        } catch let error as SQLiteError where error.code == .error {
            // A table or column is missing.
            return [Finding(.schemaChanged, "SQLite reports: \(error.message).")]
        } catch StoreProblem.damaged(let detail) {
            return [Finding(.damagedPage, detail)]
        } catch let problem as StoreProblem where problem.isInHeader && mayBeDamage(problem) {
            return [Finding(.damagedPage, problem.explanation.why ?? problem.explanation.what)]
        }
    }

    @concurrent
    public func removeUnused(_ photos: Set<BlobID>) async throws {
        guard !photos.isEmpty else { return }
        for id in photos.subtracting(try photosInUse()) { self.photos.remove(id) }
    }

    @concurrent
    public func cleanUp() async throws {
        try rethrowing {
            WorkingFolder.removeAbandoned(in: location.folder)
            try AtomicFile.sweep(location.folder, now: migrator.clock.milliseconds())
            try folder.sweep()
        }
        try photos.sweep(keeping: try photosInUse(), clock: migrator.clock)
    }

    private func photosInUse() throws -> Set<BlobID> {
        try rethrowing { Set(try PhotoUse.named(on: opening.connectionForReading())) }
    }

    /// Returns the checks for a depth.
    /// - Parameter withoutViews: Whether to omit the checks that may read views and virtual tables.
    private func checks(_ depth: CheckDepth, withoutViews: Bool, backups: [String]) -> [any StoreCheck] {
        let schema = SchemaCheck(migrator: migrator, approvals: location.approvals)
        if withoutViews { return [PageCheck(depth: depth), HeaderCheck(location: location), schema] }
        let quick: [any StoreCheck] = [
            PageCheck(depth: depth), HeaderCheck(location: location), RowIDCheck(), ForeignKeyCheck(), schema,
            PermissionCheck(location: location), TextCheck(), ValueCheck(), DraftCheck(),
            PhotoCheck(store: photos, clock: migrator.clock, depth: depth), RemoteCheck(), BackupCheck(folder: folder),
        ]
        return depth == .quick
            ? quick : quick + [SearchCheck(), HistoryCheck(), StepCheck(backups: backups)]
    }

    func rethrowing<Result>(_ body: () throws -> Result) throws -> Result {
        try location.distinguishingDamage { try StoreProblem.rethrowing(at: location.path, body) }
    }
}

extension DatabaseMaintainer {
    var folder: BackupFolder { BackupFolder(path: location.backups, clock: opening.migrator.clock) }

    @concurrent
    public func backup(to path: String) async throws -> BackupReport {
        try await cancellable { handle in
            try location.distinguishingDamage {
                let source = try StoreProblem.rethrowing(at: location.path) { try opening.connectionForReading() }
                return try StoreProblem.rethrowing(writingTo: path) {
                    try BackupWriter(photos: photos, packsPhotos: true, handle: handle)
                        .write(source, to: StoreLocation(path))
                }
            }
        }
    }

    @concurrent
    public func backUpBefore(_ reason: BackupReason, in context: CommandContext) async throws -> BackupReport? {
        guard !context.isDryRun, try hasAnything() else { return nil }
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

    /// Whether to make the daily backup. The value is `true` if no verified backup was made today and the database can
    /// be written.
    public var isDailyBackupDue: Bool {
        let today = opening.migrator.clock.now.day
        guard location.isWritable, let backups = try? folder.backups() else { return false }
        return !backups.contains { $0.isWhole && $0.time.day == today }
    }

    /// Whether to make the daily backup in the background. The value is `false` on a shared file system, where a backup
    /// blocks writes, and for an hour after the last attempt, even if it failed.
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

    /// Returns whether damage to the file can cause a problem, even if the problem usually has another cause.
    func mayBeDamage(_ problem: StoreProblem) -> Bool {
        // The header contains the versions of the file format and of the schema, and the application ID. SQLite also
        // reports some invalid page numbers and row IDs as a full disk.
        switch problem {
        case .full, .io, .failed, .tooLong: true
        case .cannotOpen(let path, _): path == location.path
        case .readOnly: location.isWritable
        case .foreign, .newer: hasKnownMigrations
        default: problem.isDamage
        }
    }

    /// Whether the database has an Almanac schema of a supported version, regardless of its header.
    private var hasKnownMigrations: Bool {
        let connection = try? Connection(at: location.path, mode: .immutable)
        return connection.map(migrator.hasKnownMigrations) ?? false
    }

    /// Returns whether the database contains records or a history.
    func hasAnything() throws -> Bool {
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

// The automatic backups that may still contain purged records.
extension DatabaseMaintainer {
    @concurrent
    public func backupsOfPurgedRecords() async throws -> [Backup] {
        try rethrowing {
            let purged = try opening.connectionForReading().all(Self.purged) { row in
                RecordID(kind: try row[0], number: row[1])
            }
            return try purged.isEmpty ? [] : folder.backups().filter { mayContain(purged, $0) }
        }
    }

    @concurrent
    public func removeBackupsOfPurgedRecords() async throws -> (new: BackupReport, removed: [Backup])? {
        let former = try await backupsOfPurgedRecords()
        guard !former.isEmpty else { return nil }
        let new = try await cancellable { handle in
            let new = try makeBackup(.daily, handle: handle)
            let verifier = BackupVerifier(location: location, migrator: migrator)
            guard let backup = try rethrowing({ try folder.backups() }).first(where: { $0.path == new.path }) else {
                throw StoreProblem.missing(path: new.path)
            }
            if let problem = try verifier.problem(of: backup, handle) {
                throw StoreProblem.badBackup(path: new.path, detail: problem)
            }
            return new
        }
        return try rethrowing {
            for backup in former { try folder.remove(StoreLocation(backup.path)) }
            try folder.updateLog { _ in }
            let left = Set(try folder.backups().map(\.path))
            return (new, former.filter { !left.contains($0.path) })
        }
    }

    /// Returns whether a backup contains any of the records, is a copy of a damaged database, or cannot be read.
    private func mayContain(_ records: [RecordID], _ backup: Backup) -> Bool {
        guard backup.isWhole else { return true }
        do {
            return try Connection(at: backup.path, mode: .immutable).hasRow(Self.present, binding: records.json)
        } catch {
            return true
        }
    }

    private static let tables = Kind.allCases.map { "'\($0.table)'" }.joined(separator: ", ")

    private static let purged = """
        SELECT DISTINCT kind, record_id FROM change WHERE action = 'purged' AND table_name IN (\(tables))
        """

    // The history of an older database does not contain every record.
    private static let present = """
        SELECT 1 FROM json_each(?1) AS wanted
        CROSS JOIN change ON change.kind = value ->> 0 AND record_id = value ->> 1
        WHERE action <> 'purged' AND table_name IN (\(tables))
        """
        + Kind.allCases.map {
            """

            UNION ALL SELECT 1 FROM json_each(?1) CROSS JOIN \($0.table) ON value ->> 0 = '\($0.rawValue)'
                AND \($0.table).id = value ->> 1
            """
        }.joined()
}
