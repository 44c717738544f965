import FileIO
import Model
import SQLite

// The automatic backups that still contain purged records.
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
            let verifier = BackupVerifier(location: location, migrator: migrator, cards: cards)
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

    /// Returns whether a backup contains any of the records, or cannot be read.
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
