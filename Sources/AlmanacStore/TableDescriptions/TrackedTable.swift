import Model
import SQLite

/// A table with changes that the history records.
struct TrackedTable {
    struct Column {
        let name: String
        let type: String
        /// The default value as an SQL expression.
        let defaultValue: String?
    }

    let name: String
    /// The columns that are recorded. Generated and derived columns are excluded.
    let recordedColumns: [Column]
    let primaryKey: [String]

    init(_ name: String, on connection: Connection) throws {
        let rows = try connection.all(
            "SELECT name, type, dflt_value, pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid", binding: name
        ) {
            (column: Column(name: $0[0], type: $0[1], defaultValue: $0[2]), key: $0[3] as Int)
        }
        self.name = name
        primaryKey = rows.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.column.name)
        // For an account, only the card is recorded.
        recordedColumns = rows.map(\.column).filter {
            name == "account" ? ["id", "person_id"].contains($0.name) : !Self.isDerived($0.name)
        }
    }

    var columns: [String] { recordedColumns.map(\.name) }

    /// The columns that identify a row.
    ///
    /// A favorite is identified by its account and record. The ID of a favorite is only its position in the list.
    var keys: [String] { name == "favorite" ? columns.filter { $0 != "id" } : primaryKey }

    /// The name of the table that contains former values of the rows.
    var past: String { "\(name)_past" }

    /// Returns whether the search index derives the column from other columns.
    private static func isDerived(_ column: String) -> Bool { column == "display_name" || column.hasSuffix("_key") }
}

// MARK: - Records

extension TrackedTable {
    /// Whether each row is a record.
    var isRecord: Bool { Kind(table: name) != nil }

    /// The kind of the record that a row belongs to and the column with the ID of the record; `nil` if the kind varies
    /// by row.
    var owner: (kind: String, column: String)? {
        if let kind = Kind(table: name) { return (kind.rawValue, "id") }
        switch name {
        case "favorite", "planted": return nil
        case "membership": return ("group", "group_id")
        case "account": return ("person", "person_id")
        default:
            let kind = name.prefix { $0 != "_" }
            return (String(kind), "\(kind)_id")
        }
    }
}
