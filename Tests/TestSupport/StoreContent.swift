import FoundationEssentials
import SQLite

/// The content of a database for comparison: every row of every table and the photos that the rows refer to.
///
/// Values that differ between runs are excluded: times, random identifiers, the order of changes, and command lines.
public struct StoreContent: Hashable, Sendable {
    private var tables: [String: [String]]

    public init(of path: String) throws {
        let connection = try Connection(at: path, mode: .readWrite)
        tables = [:]
        let names = try connection.all(Self.tables) { $0[0] as String }
        for table in names {
            tables[table] = try Self.rows(of: table, on: connection)
        }
        tables["photos"] = try connection.all(Self.photos) { $0[0] as String }.map { photo in
            let file = "\(path).photos/\(photo.prefix(2))/\(photo)"
            let bytes = try? Data(contentsOf: URL(filePath: file))
            return "\(photo): \(bytes?.base64EncodedString() ?? "missing")"
        }
    }

    /// Returns the names of the tables that differ.
    public func differences(from other: StoreContent) -> [String] {
        Set(tables.keys).union(other.tables.keys).filter { tables[$0] != other.tables[$0] }.sorted()
    }

    public func leavingOut(_ names: Set<String>) -> StoreContent {
        var rest = self
        for name in names { rest.tables[name] = nil }
        return rest
    }

    /// Returns the problems that SQLite finds in a database file.
    public static func damage(of path: String) throws -> [String] {
        let connection = try Connection(at: path, mode: .readWrite)
        let orphans = try connection.all("PRAGMA foreign_key_check") { "an orphan in \($0[0] as String)" }
        return try connection.all("PRAGMA integrity_check") { $0[0] as String }.filter { $0 != "ok" } + orphans
    }

    // MARK: - Queries

    /// A query that returns the names of the tables, except the shadow tables of FTS5.
    private static let tables = """
        SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE 'search!_%' ESCAPE '!'
        ORDER BY name
        """

    private static let photos = """
        SELECT photo FROM person WHERE photo IS NOT NULL
        UNION SELECT picture FROM planet WHERE picture IS NOT NULL
        """

    private static let chanceColumns: Set<String> = [
        "uuid", "created", "modified", "applied", "almanac", "time", "token", "command", "change_id",
    ]

    private static func rows(of table: String, on connection: Connection) throws -> [String] {
        let columns = try connection.all("SELECT name FROM pragma_table_info(?1)", { $0[1] = table }) {
            $0[0] as String
        }
        let values = columns.filter { !chanceColumns.contains($0) && (table, $0) != ("change", "id") }.map {
            "quote(\"\($0)\")"
        }
        return try connection.all("SELECT \(values.joined(separator: " || ',' || ")) FROM \"\(table)\"") { $0[0] }
            .sorted()
    }
}
