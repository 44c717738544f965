import FileIO
import Localization
import Model
import SQLite

extension DatabaseMaintainer {
    @concurrent
    public func repair(in context: CommandContext) async throws -> RepairReport {
        let findings = try await check(.deep)
        guard !findings.isEmpty else { return RepairReport(backup: nil, repaired: [], left: []) }
        let backup = try await cancellable { try makeBackupOrCopy(.repair, handle: $0).path }
        var repairs = try rethrowing { try repairFiles(findings, backup: backup) }
        let wrong = Set(findings.map(\.name))
        if wrong.allSatisfy({ $0.remedy != .salvage }) {
            repairs += try removeForeignTriggers()
            let database = try opening.open(.readWrite).database
            defer { database.close() }
            repairs += try await database.recording(in: context, at: migrator.clock) { [migrator, cards] connection in
                try Repairs(connection: connection, model: migrator.model(), cards: cards).repair(wrong)
            }
        }
        return RepairReport(backup: backup, repaired: repairs, left: try await check(.deep))
    }

    /// Repairs a mismatched WAL, file permissions, and photos.
    private func repairFiles(_ findings: [Finding], backup: String) throws -> [Message] {
        var repairs: [Message] = []
        if findings.contains(where: { $0.name == .foreignLog }) {
            // The backup contains the mismatched WAL.
            for log in location.companions { FileSystem.remove(log) }
            repairs.append("Moved the mismatched WAL to \(backup)-wal.")
        }
        for (path, permissions) in try PermissionCheck(location: location).exposed() {
            try FileSystem.restrictToOwner(path)
            repairs.append("Restricted \(path) to its owner (the mode was 0\(String(permissions, radix: 8))).")
        }
        if findings.contains(where: { [.photoMissing, .photoChanged].contains($0.name) }) {
            repairs += try repairPhotos()
        }
        return repairs
    }

    /// Removes the triggers of other programs that are not accepted, and restores changed triggers. The backup contains
    /// them.
    private func removeForeignTriggers() throws -> [Message] {
        try rethrowing {
            let connection = try Connection(at: location.path, mode: .readWrite)
            let model = try migrator.model()
            let own = Dictionary(try ForeignTrigger.all(of: model).map { ($0.name, $0.sql) }) { first, _ in first }
            return try connection.transaction {
                try ForeignTrigger.all(in: connection, unlike: model, except: location.acceptedTriggers).map {
                    trigger in
                    try connection.execute("DROP TRIGGER \(trigger.name.quotedIdentifier)")
                    guard let sql = own[trigger.name] else {
                        return "Removed the trigger \(trigger.name), which did not belong to Almanac."
                    }
                    try connection.execute(sql)
                    return "Restored the trigger \(trigger.name), which another program had changed."
                }
            }
        }
    }

    @concurrent
    public func acceptTrigger(_ name: String) async throws -> String {
        try rethrowing {
            let connection = try opening.connectionForReading()
            let foreign = try ForeignTrigger.all(
                in: connection, unlike: migrator.model(), except: location.acceptedTriggers)
            guard let trigger = foreign.first(where: { $0.name == name }) else {
                throw StoreProblem.noForeignTrigger(name: name)
            }
            try location.acceptedTriggers.insert(trigger, in: connection)
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
