import FileIO
import Localization
import Model
import SQLite

extension DatabaseMaintainer {
    @concurrent
    public func repair(in context: CommandContext) async throws -> RepairReport {
        let findings = try await check(.deep)
        guard !findings.isEmpty else { return RepairReport(backup: nil, mended: [], left: []) }
        let backup = try await cancellable { try keepWhatever(.repair, handle: $0) }
        var mended = try explained { try mendFiles(findings, backup: backup) }
        let wrong = Set(findings.map(\.name))
        if wrong.allSatisfy({ $0.remedy != .leaving }) {
            let database = try opening.open(.readWrite).database
            defer { database.close() }
            mended += try await database.recording(in: context, at: migrator.clock) { [migrator, cards] connection in
                let model = try Connection.inMemory()
                try migrator.apply(to: model)
                return try Repairs(connection: connection, model: model, cards: cards).mend(wrong)
            }
        }
        return RepairReport(backup: backup, mended: mended, left: try await check(.deep))
    }

    /// Repairs the files next to the database.
    private func mendFiles(_ findings: [Finding], backup: String) throws -> [Message] {
        var mended: [Message] = []
        if findings.contains(where: { $0.name == .foreignLog }) {
            // The backup contains it.
            for log in location.companions { FileSystem.remove(log) }
            mended.append("The log of another store, or of another state of it, was moved away, to \(backup)-wal.")
        }
        for (path, permissions) in try ModeCheck(location: location).exposed() {
            try FileSystem.restrictToOwner(path)
            mended.append("\(path) is its owner's alone now; its mode was 0\(String(permissions, radix: 8)).")
        }
        if findings.contains(where: { [.photoMissing, .photoChanged].contains($0.name) }) {
            mended += try mendPhotos()
        }
        return mended
    }

    /// Restores missing or damaged photos from the newest backup that has them.
    private func mendPhotos() throws -> [Message] {
        let ids = try PhotoUse.named(on: opening.connectionForReading())
        let stores = try folder.backups().map { PersistentDataStore(folder: StoreLocation($0.path).photos) }
        return try ids.compactMap { id in
            guard !photos.isWhole(id) else { return nil }
            guard let sound = stores.first(where: { $0.isWhole(id) }) else { return nil }
            _ = try photos.adopt(id, from: sound)
            return "The photo \(id.rawValue) came back from \(sound.folder)."
        }
    }
}
