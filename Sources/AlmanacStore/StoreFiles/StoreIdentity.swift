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
