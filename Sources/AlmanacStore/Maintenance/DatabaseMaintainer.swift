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
    var cards: any CardInterpreter { opening.cards }

    /// Creates a maintainer for the database at a location.
    /// - Parameter cards: An interpreter that reads the cards of persons for the search index.
    public init(of location: StoreLocation, clock: StoreClock = .system, cards: any CardInterpreter) {
        self.init(of: location, migrator: Migrator(clock: clock, cards: cards), cards: cards)
    }

    init(of location: StoreLocation, migrator: Migrator, cards: any CardInterpreter) {
        self.location = location
        opening = StoreOpener(location: location, migrator: migrator, cards: cards)
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
            ? quick : quick + [SearchCheck(cards: cards), HistoryCheck(), StepCheck(backups: backups)]
    }

    func rethrowing<Result>(_ body: () throws -> Result) throws -> Result {
        try location.distinguishingDamage { try StoreProblem.rethrowing(at: location.path, body) }
    }
}
