import FileIO
import Localization
import Model
import SQLite

extension DatabaseMaintainer {
    @concurrent
    public func repair(in context: CommandContext) async throws -> RepairReport {
        let journal = try await moveForeignJournal()
        let migration = try await migrateWithoutForeignTriggers()
        var repairs = (journal?.repaired ?? []) + (migration?.repaired ?? [])
        let first = journal?.backup ?? migration?.backup
        let findings = try await check(.deep)
        guard !findings.isEmpty else { return RepairReport(backup: first, repaired: repairs, left: []) }
        let backup =
            if let first { first } else {
                try await cancellable { try makeBackupOrCopy(.repair, handle: $0).path }
            }
        repairs += try rethrowing { try repairFiles(findings, backup: backup) }
        let wrong = Set(findings.map(\.name))
        if wrong.allSatisfy({ $0.remedy != .salvage }) {
            repairs += try restoreViewsAndTriggers()
            let database = try opening.open(.readWrite).database
            defer { database.close() }
            repairs += try await database.recording(in: context, at: migrator.clock) { [migrator] connection in
                try Repairs(connection: connection, model: migrator.model()).repair(wrong)
            }
        }
        return RepairReport(backup: backup, repaired: repairs, left: try await check(.deep))
    }

    /// Removes a journal that belongs to another program, after copying the files.
    /// - Returns: The copy and the repair, or `nil` if there is no such journal.
    private func moveForeignJournal() async throws -> (backup: String, repaired: [Message])? {
        guard location.hasForeignJournal else { return nil }
        let copy = try await cancellable { try makeBackupOrCopy(.repair, handle: $0).path }
        FileSystem.remove(location.path + "-journal")
        return (copy, ["Moved the foreign journal to \(copy)-journal."])
    }

    /// Removes the triggers of other programs from a database with an older schema, and migrates the database. The
    /// triggers would prevent the migration.
    /// - Returns: The backup and the repairs, or `nil` if there is nothing to remove.
    private func migrateWithoutForeignTriggers() async throws -> (backup: String, repaired: [Message])? {
        let foreign = try rethrowing {
            // The check reports any other problem.
            guard let connection = try? opening.uncheckedConnection(),
                (try? migrator.pending(on: connection).isEmpty) == false
            else { return [ForeignTrigger]() }
            return try ForeignTrigger.all(before: migrator, in: connection, except: location.approvals)
        }
        if foreign.isEmpty { return nil }
        let backup = try await cancellable { try makeBackupOrCopy(.repair, handle: $0).path }
        let repairs = try rethrowing {
            let connection = try Connection(at: location.path, mode: .readWrite)
            let repairs = try connection.transaction { try foreign.map { try remove($0, connection) } }
            _ = try opening.migrate()
            return repairs
        }
        return (backup, repairs)
    }

    private func remove(_ trigger: ForeignTrigger, _ connection: Connection) throws -> Message {
        try connection.execute("DROP TRIGGER \(trigger.name.quotedIdentifier)")
        return "Removed the trigger \(trigger.name), which does not belong to Almanac."
    }

    /// Removes a mismatched WAL, restricts file permissions, and restores photos.
    private func repairFiles(_ findings: [Finding], backup: String) throws -> [Message] {
        var repairs: [Message] = []
        if findings.contains(where: { $0.name == .foreignLog }) {
            // The backup contains the mismatched WAL.
            for log in location.companions { FileSystem.remove(log) }
            repairs.append("Moved the mismatched WAL to \(backup)-wal.")
        }
        let allowed = location.allowedPermissions
        for (path, permissions) in try PermissionCheck(location: location).exposed() {
            try FileSystem.restrict(path, to: allowed)
            let mode = String(permissions, radix: 8)
            repairs.append(
                location.isShared
                    ? "Restricted \(path) to its owner and group (the mode was 0\(mode))."
                    : "Restricted \(path) to its owner (the mode was 0\(mode)).")
        }
        if findings.contains(where: { [.photoMissing, .photoChanged].contains($0.name) }) {
            repairs += try repairPhotos()
        }
        return repairs
    }

    /// Removes the unapproved triggers of other programs, and restores Almanac’s views and triggers. The backup
    /// contains the removed triggers.
    private func restoreViewsAndTriggers() throws -> [Message] {
        try rethrowing {
            let connection = try Connection(at: location.path, mode: .readWrite)
            let model = try migrator.model()
            return try connection.transaction {
                let foreign = try ForeignTrigger.all(in: connection, unlike: model, except: location.approvals)
                let changes = try foreign.map { trigger -> Message in
                    let removal = try remove(trigger, connection)
                    guard let original = trigger.original else { return removal }
                    try connection.execute(original)
                    return "Restored the trigger \(trigger.name), which another program had changed."
                }
                // A changed virtual table is part of the search index, which is rebuilt.
                for view in try ForeignView.all(in: connection, unlike: model) where view.original.isTable {
                    if view.replacesRows { throw view.problem }
                    try connection.execute(
                        "DROP \(view.isTable ? "TABLE" : "VIEW") \(view.name.quotedIdentifier)")
                }
                let views = try Repairs.recreate(.view, in: connection, like: model)
                return try changes + views
                    + ForeignTrigger.missing(in: connection, like: model).map { trigger in
                        try connection.execute(trigger.sql)
                        return "Recreated the trigger \(trigger.name)."
                    }
            }
        }
    }

    @concurrent
    public func acceptTrigger(_ name: String) async throws -> String {
        try rethrowing {
            let connection = try opening.uncheckedConnection()
            let foreign = try ForeignTrigger.all(
                in: connection, unlike: migrator.model(), except: location.approvals)
            guard let trigger = foreign.first(where: { $0.name == name }) else {
                throw StoreProblem.noForeignTrigger(name: name)
            }
            guard trigger.original == nil else { throw trigger.problem }
            try location.approvals.insert(trigger.key(in: connection))
            return trigger.sql
        }
    }

    /// Restores each missing or damaged photo from the newest backup that has an intact copy.
    private func repairPhotos() throws -> [Message] {
        let ids = try PhotoUse.named(on: opening.connectionForReading())
        let stores = try folder.backups().map { PersistentDataStore(folder: StoreLocation($0.path).photos) }
        return try ids.compactMap { id in
            guard !photos.isIntact(id) else { return nil }
            guard let sound = stores.first(where: { $0.isIntact(id) }) else { return nil }
            _ = try photos.adopt(id, from: sound)
            return "Restored the photo \(id.rawValue) from \(sound.folder)."
        }
    }
}
