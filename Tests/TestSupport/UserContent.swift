import SQLite

/// The user data of a database: all rows without versions or modification times.
public struct UserContent: Equatable, CustomStringConvertible {
    public let rows: [String: [String]]

    public init(of store: TemporaryStore, withTargets: Bool = true) throws {
        try self.init(of: store.connection(), withTargets: withTargets)
    }

    /// - Parameter withTargets: Whether to include the persons to whom relations refer. A name is ambiguous while two
    ///   persons have it, so these references depend on every person who existed.
    public init(of file: Connection, withTargets: Bool = true) throws {
        var rows: [String: [String]] = [:]
        for table in try UserTables.names(on: file) {
            let columns = try file.all(
                "SELECT name FROM pragma_table_xinfo(?1) WHERE name NOT IN ('version', 'modified')", { $0[1] = table }
            ) { $0[0] as String }
            let row = columns.map { column in
                let value = column == "target_id" ? (withTargets ? Self.target : "NULL") : column
                return "'\(column)=' || \(column == "id" ? "id" : "quote(\(value)) || hex(\(value))")"
            }
            rows[table] = try file.all("SELECT \(row.joined(separator: "||' '||")) AS row FROM \(table) ORDER BY row") {
                $0[0]
            }
        }
        self.rows = rows
    }

    /// The existing person to whom a relation refers. The ID of a deleted person is kept, as the person can be restored.
    private static let target = """
        coalesce(
            (SELECT id FROM person WHERE id = target_id),
            (SELECT heir_id FROM person_merge WHERE person_merge.person_id = target_id))
        """

    /// Returns the rows that only one of the two contents contains.
    public func differences(from other: UserContent) -> [String] {
        Set(rows.keys).union(other.rows.keys).sorted().flatMap { table in
            let (here, there) = (Set(rows[table] ?? []), Set(other.rows[table] ?? []))
            return here.subtracting(there).map { "+ \(table) \($0)" }
                + there.subtracting(here).map { "- \(table) \($0)" }
        }
    }

    public var description: String { rows.description }
}

/// The tables that contain user data.
public enum UserTables {
    /// The tables that are not part of the history, and the reason for each.
    public static let exempt = [
        "change": "is the history",
        "misspelling": "is derived from the records",
        "draft": "contains unsaved changes",
        "former_card": "contains former versions of persons",
        "migration": "describes the schema",
        "name_key": "is derived from the records",
        "name_rules": "contains settings",
        "present_step": "is empty between transactions",
        "remote": "describes a remote, which undo does not change",
        "remote_card": "describes the cards of a remote",
        "search_pending": "is empty when the index is right",
        "step": "is the history",
        "sync_candidate": "describes the state of a synchronization",
        "sync_conflict": "contains values that are also in the history or in a remote",
        "sync_intent": "describes the state of a synchronization",
        "trace": "is derived from the records",
    ]

    public static func names(on file: Connection) throws -> [String] {
        try file.all(
            """
            SELECT name FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name
            """
        ) { $0[0] as String }.filter { exempt[$0] == nil && !$0.hasSuffix("_past") }
    }
}
