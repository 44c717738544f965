import FileIO
import Model
import SQLite

extension StoreLocation {
    // SQLite reports an invalid page number and the lack of a row ID with the code of a full disk.
    /// Runs the body and reports damage to the database as such, even if SQLite reports a full disk.
    func distinguishingDamage<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw distinguishingDamage(error)
        }
    }

    /// Returns `StoreProblem.damaged` instead of `StoreProblem.full` if the disk is not full and the database is
    /// damaged. Other errors are returned unchanged.
    func distinguishingDamage(_ error: any Error) -> any Error {
        guard case StoreProblem.full = error, !FileSystem.isFull(path), isReportedAsFull else { return error }
        return StoreProblem.damaged(detail: "A page number or a row ID is too large.")
    }

    private var isReportedAsFull: Bool {
        do {
            let connection = try Connection(at: path, mode: hasUncheckpointedWAL ? .readOnly : .immutable)
            let result = try connection.first("PRAGMA quick_check(1)") { $0[0] as String }
            return try result != "ok" || !RowIDLimit.tables(of: connection).isEmpty
        } catch let error as SQLiteError {
            return [.corrupt, .notADatabase, .full].contains(error.code)
        } catch {
            return false
        }
    }
}

/// The last row ID, after which SQLite can insert no row into a table.
enum RowIDLimit {
    /// Returns the names of the tables that contain the last row ID.
    static func tables(of connection: Connection) throws -> [String] {
        try connection.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND NOT wr AND name NOT GLOB 'sqlite_*'
            ORDER BY name
            """
        ) { $0[0] as String }
        .filter { table in
            try connection.hasRow("SELECT 1 FROM \(table.quotedIdentifier) WHERE rowid = ?1", binding: Int64.max)
        }
    }
}
