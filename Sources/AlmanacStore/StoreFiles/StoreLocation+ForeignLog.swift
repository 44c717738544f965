import FileIO
import SQLite

extension StoreLocation {
    /// Whether the log beside the file is that of another store, or of another state of this one, into which SQLite would
    /// fold it at the next opening.
    ///
    /// Looks at the file with the log and without it, and writes neither. What cannot be read without the log may be
    /// half folded, and what is being written at this moment may look odd: neither makes a log foreign.
    var hasForeignLog: Bool {
        get throws {
            guard try hasUnfoldedLog, let alone = try? Connection(at: path, mode: .immutable),
                let identity = try? StoreIdentity(of: alone)
            else { return false }
            let isInUse = try FileSystem.isLocked(path)
            do {
                let together = try Connection(at: path, mode: .readOnly)
                guard try identity.isBefore(StoreIdentity(of: together)) else { return true }
                return try isExchanged && ruins(alone, together, isInUse: isInUse)
            } catch let error as SQLiteError {
                return [.corrupt, .notADatabase, .error, .mismatch].contains(error.code)
            } catch {
                return false
            }
        }
    }

    /// Whether the file may be another than that for which the log was written: it has changed behind it.
    private var isExchanged: Bool {
        get throws(SystemError) {
            guard let file = try FileSystem.entry(path), let log = try FileSystem.entry(path + "-wal") else {
                return false
            }
            return file.changed > log.modified
        }
    }

    /// Whether a file that is whole would not be so any more, or not know its last change. A log that has every page needs
    /// none of the file's. All pages are looked at only where nobody has the file open: somebody who was interrupted while
    /// the log was taken in leaves it as an exchange does.
    private func ruins(_ alone: Connection, _ together: Connection, isInUse: Bool) throws -> Bool {
        let last = CommitMark(of: alone, since: .none)
        guard try !last.canTell || last.isThere(in: together) else {
            return try !WALFile(path + "-wal").isComplete && isWhole(alone)
        }
        return try !isInUse && !WALFile(path + "-wal").isFolded(into: alone) && !isWhole(together) && isWhole(alone)
    }

    private func isWhole(_ connection: Connection) -> Bool {
        (try? connection.first("PRAGMA integrity_check(1)") { $0[0] as String }) == "ok"
    }
}
