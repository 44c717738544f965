import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// What the migration must say of each table follows from the schema, and is derived from it here.
@Suite("Every table of the user's is recorded")
struct RecordingTests {
    private static let kinds = ["person": "person", "people_group": "group", "planet": "planet", "note": "note"]
    private static let derived: Set = ["display_name", "sort_key", "given_key", "organization_key", "digits"]

    @Test func inTheWayThatItsColumnsAskFor() async throws {
        let store = try await TemporaryStore()
        let file = try store.connection()
        let tables = try UserTables.names(on: file)
        #expect(tables.count == 20)
        for table in tables {
            let columns = try file.all("SELECT name, pk FROM pragma_table_info(?1) ORDER BY cid", { $0[1] = table }) {
                (name: $0[0] as String, isKey: ($0[1] as Int) > 0)
            }.filter { !Self.derived.contains($0.name) }
            let all = columns.map(\.name)
            let keys =
                table == "favorite" ? all.filter { $0 != "id" } : columns.filter(\.isKey).map(\.name)
            for (operation, text) in expected(table, all, keys) {
                let name = "\(table)_\(operation)_recorded"
                let present = try file.first(
                    "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?1", { $0[1] = name }
                ) { $0[0] as String }
                #expect(present.map { SQLTokens($0) } == SQLTokens("CREATE TRIGGER \(name) \(text)"), "\(name)")
            }
            let past = try file.all("SELECT name FROM pragma_table_info(?1)", { $0[1] = "\(table)_past" }) {
                $0[0] as String
            }
            #expect(past == ["change_id", "is_new"] + all)
        }
    }

    @Test func andNothingElseIsLeftOutWithoutAReason() async throws {
        let store = try await TemporaryStore()
        let file = try store.connection()
        for table in UserTables.exempt.keys {
            let isThere = try file.first("SELECT 1 FROM sqlite_schema WHERE name = ?1", { $0[1] = table }) {
                $0[0] as Bool
            }
            #expect(isThere == true, "\(table)")
        }
        let isCardRecorded = try file.first(
            "SELECT sql FROM sqlite_schema WHERE name = 'account_update_recorded'"
        ) { $0[0] as String }
        #expect(isCardRecorded?.contains("person_id") == true)
        let secrets = try file.all("SELECT name FROM pragma_table_info('account_past')") { $0[0] as String }
        #expect(secrets == ["change_id", "is_new", "id", "person_id"])
    }

    private func expected(_ table: String, _ all: [String], _ keys: [String]) -> [String: String] {
        func image(_ row: String) -> String {
            let values = ["(SELECT max(id) FROM change)", row == "new" ? "1" : "0"] + all.map { "\(row).\($0)" }
            return "INSERT INTO \(table)_past VALUES (\(values.joined(separator: ", ")));"
        }
        func change(_ action: String, _ rows: [String]) -> String {
            "INSERT INTO recording VALUES ('\(table)', '\(action)', \(owner(of: table, rows)));"
        }
        let rest = all.filter { !keys.contains($0) }
        func each(_ columns: [String], _ sign: String, _ separator: String) -> String {
            columns.map { "new.\($0) \(sign) old.\($0)" }.joined(separator: " \(separator) ")
        }
        let count =
            Self.kinds[table] == nil
            ? ""
            : """
            UPDATE \(table) SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
            WHERE id = new.id AND new.version = old.version;
            """
        return [
            "insert": "AFTER INSERT ON \(table) BEGIN \(change("insert", ["new"])) \(image("new")) END",
            "delete": "AFTER DELETE ON \(table) BEGIN \(change("delete", ["old"])) \(image("old")) END",
            "update": """
            AFTER UPDATE OF \(rest.joined(separator: ", ")) ON \(table)
            WHEN \(each(keys, "IS", "AND")) AND (\(each(rest, "IS NOT", "OR"))) BEGIN
                \(change("update", ["new", "old"])) \(image("old")) \(image("new")) \(count)
            END
            """,
            "move": """
            AFTER UPDATE OF \(keys.joined(separator: ", ")) ON \(table) WHEN \(each(keys, "IS NOT", "OR")) BEGIN
                \(change("delete", ["old"])) \(image("old")) \(change("insert", ["new"])) \(image("new"))
            END
            """,
        ]
    }

    /// The kind and the number of the record that a row belongs to.
    private func owner(of table: String, _ rows: [String]) -> String {
        let row = rows[0]
        // A favorite always has a record; what was planted may have lost it.
        let ties = (table == "planted" ? rows : [row]).flatMap { row in
            ["person", "group", "planet", "note"].map { "\(row).\($0)_id" }
        }
        if let kind = Self.kinds[table] { return "'\(kind)', \(row).id" }
        switch table {
        case "membership": return "'group', \(row).group_id"
        case "planted": return "\(row).kind, coalesce(\(ties.joined(separator: ", ")))"
        case "favorite":
            return """
                CASE WHEN \(row).person_id IS NOT NULL THEN 'person' WHEN \(row).group_id IS NOT NULL THEN 'group'
                    WHEN \(row).planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
                coalesce(\(ties.joined(separator: ", ")))
                """
        default:
            let kind = table.split(separator: "_")[0]
            return "'\(kind)', \(row).\(kind)_id"
        }
    }
}
