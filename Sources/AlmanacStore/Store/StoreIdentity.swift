import Files
import SQLite

/// What tells one store from every other: when each migration was applied to it, to the millisecond.
struct StoreIdentity {
    private let applied: [String]

    init(of connection: Connection) throws {
        applied = try connection.all("SELECT applied FROM migration ORDER BY version") { $0[0] }
    }

    /// Gives it to a database that is to take the store's place, so that its log is not taken for another's.
    func mark(_ connection: Connection) throws {
        for (offset, time) in applied.enumerated() {
            try connection.run("UPDATE migration SET applied = ?2 WHERE version = ?1") {
                $0[1] = offset + 1
                $0[2] = time
            }
        }
    }

    /// Whether this can be an earlier state of the other.
    func isBefore(_ other: StoreIdentity) -> Bool { other.applied.starts(with: applied) }
}

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
            do {
                let together = try Connection(at: path, mode: .readOnly)
                return try !identity.isBefore(StoreIdentity(of: together)) || isRuined(alone, by: together)
            } catch let error as SQLiteError {
                return [.corrupt, .notADatabase, .error, .mismatch].contains(error.code)
            } catch {
                return false
            }
        }
    }

    /// Whether a file that is whole would not be so any more, or not know its last change. That is looked for only where the
    /// file has changed behind its log, but not by taking the log in: it was exchanged, unless somebody was interrupted
    /// amid that.
    private func isRuined(_ alone: Connection, by together: Connection) throws -> Bool {
        guard let file = try FileSystem.entry(path), let log = try FileSystem.entry(path + "-wal"),
            file.changed > log.modified, try !LogFile(path + "-wal").isFolded(into: alone)
        else { return false }
        let last = CommitMark(of: alone, since: .none)
        let isContinued = try !last.canTell || last.isThere(in: together)
        return !(isContinued && isWhole(together)) && isWhole(alone)
    }

    private func isWhole(_ connection: Connection) -> Bool {
        (try? connection.first("PRAGMA integrity_check(1)") { $0[0] as String }) == "ok"
    }
}
