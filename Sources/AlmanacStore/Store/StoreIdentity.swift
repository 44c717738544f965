import Model
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
    /// Whether the log beside the file is that of another store, into which SQLite would fold it at the next opening.
    ///
    /// Looks at the file with the log and without it, and writes neither. What cannot be read without the log may be
    /// half folded, and what is being written at this moment may look odd: neither makes a log foreign.
    var hasForeignLog: Bool {
        get throws {
            guard try hasUnfoldedLog else { return false }
            guard let alone = try? StoreIdentity(of: Connection(at: path, mode: .immutable)) else { return false }
            let together = Result { try StoreIdentity(of: Connection(at: path, mode: .readOnly)) }
            switch together {
            case .success(let identity): return !alone.isBefore(identity)
            case .failure(let error as SQLiteError):
                return [.corrupt, .notADatabase, .error, .mismatch].contains(error.code)
            case .failure: return false
            }
        }
    }
}
