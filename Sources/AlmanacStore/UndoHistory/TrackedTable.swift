import Model
import SQLite

/// A table whose changes are recorded, as the schema describes it.
struct TrackedTable {
    let name: String
    let columns: [String]
    /// What tells its rows apart.
    let keys: [String]
    let primaryKey: [String]

    init(_ name: String, on connection: Connection) throws {
        let rows = try connection.all(
            "SELECT name, pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY pk, cid", { $0[1] = name }
        ) {
            (column: $0[0] as String, isKey: ($0[1] as Int) > 0)
        }
        self.name = name
        primaryKey = rows.filter(\.isKey).map(\.column)
        // What follows from others is written by the search index; of an account only its card is recorded.
        columns = rows.map(\.column).filter {
            name == "account" ? ["id", "person_id"].contains($0) : !Self.derived.contains($0)
        }
        // A favorite is whose it is and of what; its number is only its place in the list.
        keys = name == "favorite" ? columns.filter { $0 != "id" } : primaryKey
    }

    private static let derived = Set(
        [
            Tables.persons.derived.map(\.name), Tables.planets.derived.map(\.name), Tables.groups.derived.map(\.name),
            Tables.notes.derived.map(\.name),
        ].joined())

    /// Columns that only ever grow, so that they are no reason to refuse, and are not taken back.
    private static let growing: Set = ["version", "modified"]

    var isRecord: Bool { Tables.kind(of: name) != nil }

    /// The columns that count when the present is compared with what a change has left.
    var compared: [String] {
        columns.filter { !Self.growing.contains($0) && !(name == "favorite" && $0 == "id") }
    }

    /// The table of what its rows held.
    var past: String { "\(name)_past" }

    /// That the present row is the one of which the image tells.
    func isRow(_ image: String) -> String {
        let equal = name == "favorite" ? "IS" : "="
        return keys.map { "present.\($0) \(equal) \(image).\($0)" }.joined(separator: " AND ")
    }

    /// The kind and the number of the record that a present row belongs to.
    /// - Parameter column: The one by which the row refers to a record of the kind.
    func record(of column: String, kind: Kind) -> (kind: String, id: String) {
        if let own = Tables.kind(of: name) { return ("'\(own.rawValue)'", "present.id") }
        if name == "membership" { return ("'group'", "present.group_id") }
        return ("'\(kind.rawValue)'", "present.\(column)")
    }
}
