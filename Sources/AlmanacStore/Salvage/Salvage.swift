import FileIO
import Localization
import Model
import SQLite

/// An operation that recovers readable data from a damaged database into a new one. The constraints of the new database
/// apply to the recovered rows.
///
/// The operation reads pages from a copy of the files, without SQLite, even if the header or the schema table is
/// damaged.
struct Salvage {
    let damaged: StoreLocation
    let target: StoreLocation
    let migrator: Migrator
    let context: CommandContext
    let handle: InterruptHandle
    /// The temporary folder for a copy of the damaged database, and for the new database until it is moved to the
    /// target.
    let folder: WorkingFolder

    private var copy: String { folder.draft.path + ".damaged" }

    func run() throws -> SalvageReport {
        let (hasForeignWAL, hasForeignJournal) = (try damaged.hasForeignWAL, damaged.hasForeignJournal)
        let logs = WorkingFolder.logs.filter { $0 == "-wal" ? !hasForeignWAL : !hasForeignJournal }
        for suffix in [""] + logs where try FileSystem.entry(damaged.path + suffix) != nil {
            try File.create(copy + suffix).write(readableOf: try File.open(damaged.path + suffix))
        }
        try rollBack()
        let connection = try Connection(at: folder.draft.path, mode: .temporary)
        try migrator.apply(to: connection)
        let growth = FileProgress(of: folder.draft.path, to: copy, part: "recovering")
        let (tables, repairs) = try connection.interruptible(by: handle) {
            try connection.withProgressListener(growth.report) { try fill(connection) }
        }
        growth.report()
        let ignored: [Message] =
            (hasForeignWAL ? ["Ignored \(damaged.path)-wal, which does not match the database."] : [])
            + (hasForeignJournal ? ["Ignored \(damaged.path)-journal, which does not belong to the database."] : [])
        let photos = try copyPhotos(of: connection)
        try folder.moveToTarget()
        return SalvageReport(
            path: target.path, tables: tables, photos: photos.copied, photosMissing: photos.missing,
            repaired: ignored + repairs)
    }

    /// Recovers the rows, then repairs the new database.
    private func fill(_ connection: Connection) throws -> ([SalvageReport.Rows], [Message]) {
        let triggers = try connection.all(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
        ) { (name: $0[0] as String, sql: $0[1] as String) }
        return try connection.withForeignKeysOff {
            try connection.transaction {
                // Drops the triggers, because the history is recovered and the search index is rebuilt.
                for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name.quotedIdentifier)") }
                var rows = try RowRecovery(
                    of: PageFile(copy), into: connection, migrator.migrations, handle: handle)
                guard rows.hasPages else { throw StoreProblem.notADatabase(path: damaged.path) }
                try rows.run()
                let reports = try rows.reports()
                try RowIDSequences(rows.sequences).raise(connection)
                let recovered = try recoverFromHistory(rows, on: connection)
                try rows.insertRepaired()
                let reset = try RowIDSequences.reset(in: connection)
                let left = try HistoryRepair(connection: connection, now: migrator.clock.now).run()
                for trigger in triggers { try connection.execute(trigger.sql) }
                let saved = try saveLeftovers(connection, rows.refusedLines())
                return (reports, recovered + reset + left + saved)
            }
        }
    }

    private func saveLeftovers(_ connection: Connection, _ refused: [String]) throws -> [Message] {
        try connection.execute("INSERT INTO search_pending (kind, record_id) SELECT kind, id FROM record")
        return try connection.recording(ActiveStep(context, at: migrator.clock.now)) {
            let recovery = OrphanRecovery(connection: connection)
            return try recovery.saveOrphans() + recovery.saveAsNotes(refused, "that violated a constraint")
        }
    }

    /// Removes outdated rows that the history records as deleted, and recovers missing rows of damaged tables from the
    /// history.
    private func recoverFromHistory(_ rows: RowRecovery, on connection: Connection) throws -> [Message] {
        let (damaged, detached) = (rows.damaged, rows.detached)
        return try RecordedTableStatements.all(of: connection).compactMap { table in
            if detached.contains(table.name) { try connection.run(table.removal) }
            guard damaged.contains(table.name) else { return nil }
            let count = try connection.run(table.recovery)
            guard count > 0 else { return nil }
            return Message(
                count, one: "Recovered \(count) lost row of \(table.name) from the history.",
                other: "Recovered \(count) lost rows of \(table.name) from the history.")
        }
    }

    /// Applies the rollback journal of an unfinished transaction to the copy, if there is one.
    private func rollBack() throws {
        guard try StoreLocation(copy).hasHotJournal else { return }
        // If the journal or the first page is damaged, the pages are read as they are.
        _ = try? Connection(at: copy, mode: .readWrite)
    }

    /// Copies the intact photos.
    private func copyPhotos(of connection: Connection) throws -> (copied: Int, missing: Int) {
        let target = PersistentDataStore(folder: folder.draft.photos)
        let named = try PhotoUse.named(on: connection)
        var copied = Set(
            try target.adopt(named, from: PersistentDataStore(folder: damaged.photos), handle: handle).keys)
        // The archive of a single-file backup may be damaged, too.
        if let archive = try? PhotoArchive(of: Connection(at: copy, mode: .readOnly)) {
            for id in named where !copied.contains(id) {
                guard let bytes = try? archive.load(id) else { continue }
                try target.save(bytes, as: id)
                copied.insert(id)
            }
        }
        return (copied.count, Set(try PhotoUse.all(on: connection).compactMap(\.id)).subtracting(copied).count)
    }
}

extension DatabaseMaintainer {
    @concurrent
    public func salvage(_ path: String, to target: String, in context: CommandContext) async throws -> SalvageReport {
        try await cancellable { handle in
            try StoreProblem.rethrowing(at: path) {
                let damaged = StoreLocation(path)
                try damaged.rejectUnsafeLocation()
                guard let entry = try FileSystem.entry(path) else { throw StoreProblem.missingCopy(path: path) }
                guard entry.bytes > 0 else { throw StoreProblem.empty(path: path) }
                let place = StoreLocation(target)
                let folder = try StoreProblem.rethrowing(writingTo: target) { try WorkingFolder(forNew: place) }
                return try Salvage(
                    damaged: damaged, target: place, migrator: migrator, context: context,
                    handle: handle, folder: folder
                ).run()
            }
        }
    }
}

/// A repair of an incomplete history. Afterward, each change has a step, and each row of a past table has a change.
struct HistoryRepair {
    let connection: Connection
    let now: Timestamp

    func run() throws -> [Message] {
        let left = try removeOrphanedRows()
        try replaceSteps()
        guard left > 0 else { return [] }
        return [
            Message(
                left, one: "Omitted 1 history row whose change is missing.",
                other: "Omitted \(left) history rows whose changes are missing.")
        ]
    }

    /// Removes the rows of past tables whose change is missing.
    private func removeOrphanedRows() throws -> Int {
        // If these rows remained, they would be attributed to the next change with the same ID.
        try StoreTable.all(of: connection).filter { $0.name.hasSuffix("_past") }.reduce(0) { count, table in
            try count
                + connection.run(
                    "DELETE FROM \(table.name) WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.id = change_id)")
        }
    }

    /// Inserts a placeholder for each missing step. Its time is that of the preceding step or, if there is none, that
    /// of the following step. If there are no other steps, its time is that of the repair.
    private func replaceSteps() throws {
        try connection.run(
            """
            INSERT INTO step (id, time, command, token)
            SELECT lost.id,
                coalesce(
                    (SELECT time FROM step WHERE step.id < lost.id ORDER BY step.id DESC LIMIT 1),
                    (SELECT time FROM step WHERE step.id > lost.id ORDER BY step.id LIMIT 1),
                    ?1),
                '(lost)', random() | 1
            FROM (SELECT step_id AS id FROM change UNION SELECT of_step FROM step WHERE of_step IS NOT NULL) AS lost
            WHERE NOT EXISTS (SELECT 1 FROM step WHERE step.id = lost.id)
            """, binding: now)
    }
}
