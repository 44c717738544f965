import FileIO
import Localization
import Model
import SQLite

/// An operation that recovers readable data from a damaged database into a new one. The constraints of the new database
/// apply to the recovered rows.
///
/// The operation reads a copy of the files, so that SQLite neither changes nor locks the damaged database.
struct Salvage {
    let damaged: StoreLocation
    let target: StoreLocation
    let migrator: Migrator
    let cards: any CardInterpreter
    let context: CommandContext
    let handle: InterruptHandle
    /// The temporary copy of the damaged database.
    let copy: AtomicFile
    /// The new database (`temporary`) and its photos (`album`) before they are moved to the target.
    let temporary: AtomicFile
    let album: AtomicFile

    func run() throws -> SalvageReport {
        defer {
            copy.discardDatabase()
            temporary.discardDatabase()
        }
        for suffix in ["", "-wal", "-journal"] where try FileSystem.entry(damaged.path + suffix) != nil {
            try File.create(copy.path + suffix).write(readableOf: try File.open(damaged.path + suffix))
        }
        let connection = try Connection(at: temporary.path, mode: .temporary)
        try migrator.apply(to: connection)
        let growth = FileProgress(of: temporary.path, to: copy.path, part: "recovering")
        let (tables, repairs) = try connection.interruptible(by: handle) {
            try connection.withProgressListener(growth.report) { try fill(connection) }
        }
        growth.report()
        let photos = try finish(connection)
        return SalvageReport(
            path: target.path, tables: tables, photos: photos.copied, photosMissing: photos.missing, repaired: repairs)
    }

    /// Moves the photos and then the new database into place. If that fails, removes the photos.
    private func finish(_ connection: Connection) throws -> (copied: Int, missing: Int) {
        do {
            let photos = try copyPhotos(of: connection)
            if photos.copied > 0 { try album.replaceTarget() }
            try temporary.moveToTarget()
            return photos
        } catch {
            try FileSystem.removeTree(album.path)
            if try FileSystem.entry(target.path) == nil { try FileSystem.removeTree(target.photos) }
            throw error
        }
    }

    // SQLite allows no writes in a transaction that has read a damaged page.
    /// Copies the tables without a transaction, then repairs the new database in a transaction.
    private func fill(_ connection: Connection) throws -> ([SalvageReport.Rows], [Message]) {
        try attach(to: connection)
        let triggers = try connection.all(
            "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
        ) { (name: $0[0] as String, sql: $0[1] as String) }
        return try connection.withForeignKeysOff {
            // Drops the triggers, because the history is copied and the search index is rebuilt.
            for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name.quotedIdentifier)") }
            let tables = try StoreTable.all(of: connection).filter { !$0.isDerived && $0.name != "migration" }
            let rows = try tables.map { try TableSalvage(table: $0, connection: connection).run() }
            try (try? RowIDSequences(of: connection, schema: "damaged"))?.raise(connection)
            let repairs = try connection.transaction {
                let damaged = Set(rows.filter { !$0.isWhole }.map(\.table))
                let recovered = try recover(damaged, on: connection)
                let left = try HistoryRepair(connection: connection, now: migrator.clock.now).run()
                for trigger in triggers { try connection.execute(trigger.sql) }
                return try recovered + left + saveLeftovers(connection, rows.flatMap(\.refused))
            }
            return (rows.map(\.report), repairs)
        }
    }

    private func saveLeftovers(_ connection: Connection, _ refused: [String]) throws -> [Message] {
        try connection.execute("INSERT INTO search_pending (kind, record_id) SELECT kind, id FROM record")
        return try connection.recording(ActiveStep(context, at: migrator.clock.now), cards) {
            let recovery = OrphanRecovery(connection: connection)
            return try recovery.saveOrphans() + recovery.saveAsNotes(refused, "that violated a constraint")
        }
    }

    /// Recovers rows of damaged tables from the history.
    private func recover(_ damaged: Set<String>, on connection: Connection) throws -> [Message] {
        try RecordedTableStatements.all(of: connection).filter { damaged.contains($0.name) }.compactMap { table in
            let count = try connection.run(table.recovery)
            guard count > 0 else { return nil }
            return Message(
                count, one: "Recovered \(count) lost row of \(table.name) from the history.",
                other: "Recovered \(count) lost rows of \(table.name) from the history.")
        }
    }

    private func attach(to connection: Connection) throws {
        do {
            try connection.tolerateDamage()
            try connection.run("ATTACH ?1 AS damaged", binding: copy.path)
            _ = try connection.first("SELECT count(*) FROM damaged.sqlite_schema") { $0[0] as Int }
        } catch let error as SQLiteError where error.code == .notADatabase {
            throw StoreProblem.notADatabase(path: damaged.path)
        } catch let error as SQLiteError where error.code == .corrupt {
            throw StoreProblem.damaged(
                detail: "Cannot read the list of tables. SQLite reports: \(error.message).")
        }
    }

    /// Copies the intact photos.
    private func copyPhotos(of connection: Connection) throws -> (copied: Int, missing: Int) {
        let copied = try PersistentDataStore(folder: album.path).adopt(
            PhotoUse.named(on: connection), from: PersistentDataStore(folder: damaged.photos), handle: handle)
        return (copied.count, Set(try PhotoUse.all(on: connection).compactMap(\.id)).subtracting(copied.keys).count)
    }
}

extension DatabaseMaintainer {
    @concurrent
    public func salvage(_ path: String, to target: String, in context: CommandContext) async throws -> SalvageReport {
        try await cancellable { handle in
            try StoreProblem.rethrowing(at: path) {
                let damaged = StoreLocation(path)
                let place = StoreLocation(target)
                try damaged.rejectUnsafeLocation()
                guard let entry = try FileSystem.entry(path) else { throw StoreProblem.missing(path: path) }
                guard entry.bytes > 0 else { throw StoreProblem.empty(path: path) }
                for existing in [target, place.photos] where try FileSystem.entry(existing) != nil {
                    throw StoreProblem.fileExists(path: existing)
                }
                return try Salvage(
                    damaged: damaged, target: place, migrator: migrator, cards: cards, context: context,
                    handle: handle, copy: AtomicFile(target), temporary: AtomicFile(target),
                    album: AtomicFile(place.photos)
                ).run()
            }
        }
    }
}
