import FileIO
import SQLite

extension StoreLocation {
    /// Whether the rollback journal belongs to another program. SQLite would delete the file that it names.
    var hasForeignJournal: Bool { RollbackJournal.namesSuperJournal(nextTo: path) }

    /// Whether the WAL belongs to another database, or to another state of this database. SQLite would apply such a WAL
    /// when opening the database.
    ///
    /// The test reads the file with and without the WAL and writes neither. A file that is unreadable without its WAL
    /// may be partially checkpointed, and a WAL that is being written may look invalid. In both cases, the value is
    /// `false`.
    var hasForeignWAL: Bool {
        get throws {
            guard try hasUncheckpointedWAL, let alone = try? Connection(at: path, mode: .immutable),
                let identity = try? StoreIdentity(of: alone)
            else { return false }
            let isInUse = try FileSystem.isLocked(path)
            do {
                let together = try Connection(at: path, mode: .readOnly)
                guard try identity.isBefore(StoreIdentity(of: together)) else { return true }
                return try isExchanged && isDamaged(alone, together, isInUse: isInUse)
            } catch let error as SQLiteError {
                return [.corrupt, .notADatabase, .error, .mismatch].contains(error.code)
            } catch {
                return false
            }
        }
    }

    /// Whether the file may have been replaced after the WAL was written.
    private var isExchanged: Bool {
        get throws(SystemError) {
            guard let file = try FileSystem.entry(path), let log = try FileSystem.entry(path + "-wal") else {
                return false
            }
            return file.changed > log.modified
        }
    }

    // All pages are checked only if no program has the file open, because an interrupted checkpoint looks like a
    // replaced file.
    /// Returns whether applying the WAL would damage an intact file or lose its last change. A WAL that contains every
    /// page cannot damage the file.
    private func isDamaged(_ alone: Connection, _ together: Connection, isInUse: Bool) throws -> Bool {
        let last = CommitMark(of: alone, since: .none)
        guard try !last.isKnown || last.exists(in: together) else {
            return try !WALFile(path + "-wal").isComplete && isIntact(alone)
        }
        return try !isInUse && !WALFile(path + "-wal").isCheckpointed(into: alone) && !isIntact(together)
            && isIntact(alone)
    }

    private func isIntact(_ connection: Connection) -> Bool {
        (try? connection.first("PRAGMA integrity_check(1)") { $0[0] as String }) == "ok"
    }
}
