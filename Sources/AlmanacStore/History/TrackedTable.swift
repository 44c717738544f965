import Model
import SQLite

/// A table whose changes are recorded, as the schema describes it.
struct TrackedTable {
    struct Column {
        let name: String
        let isText: Bool
    }

    let name: String
    let columns: [Column]
    /// What tells its rows apart.
    let keys: [Column]
    let primaryKey: [Column]

    init(_ name: String, on connection: Connection) throws {
        let rows = try connection.all(
            "SELECT name, type = 'TEXT', pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY pk, cid", { $0[1] = name }
        ) {
            (column: Column(name: $0[0], isText: $0[1]), isKey: ($0[2] as Int) > 0)
        }
        self.name = name
        primaryKey = rows.filter(\.isKey).map(\.column)
        // What follows from others is written by the search index; of an account only its card is recorded.
        columns = rows.map(\.column).filter {
            name == "account" ? ["id", "person_id"].contains($0.name) : !Self.derived.contains($0.name)
        }
        // A favorite is whose it is and of what; its number is only its place in the list.
        keys = name == "favorite" ? columns.filter { $0.name != "id" } : primaryKey
    }

    private static let derived = Set(
        [Tables.persons.derived.map(\.name), Tables.planets.derived.map(\.name), Tables.groups.derived.map(\.name),
         Tables.notes.derived.map(\.name)].joined())

    /// Columns that only ever grow, so that they are no reason to refuse, and are not taken back.
    private static let growing: Set = ["version", "modified"]

    var isRecord: Bool { Tables.kind(of: name) != nil }

    /// The columns that count when the present is compared with what a change has left.
    var compared: [Column] {
        columns.filter { !Self.growing.contains($0.name) && !(name == "favorite" && $0.name == "id") }
    }

    /// A column of a row of the past. SQLite's JSON functions end a text at U+0000, so one that has it takes a detour in
    /// which a backslash stands as \s and U+0000 as \0.
    func past(_ image: String, _ column: Column) -> String {
        let plain = "\(image) ->> '\(column.name)'"
        guard column.isText else { return "(\(plain))" }
        let escaped = #"replace(replace(\#(image) -> '\#(column.name)', '\\', '\\s'), '\u0000', '\\0')"#
        let whole = #"replace(replace(json_extract(\#(escaped), '$'), '\0', char(0)), '\s', '\')"#
        return #"iif(instr(\#(image), '\u0000'), \#(whole), \#(plain))"#
    }

    /// That the present row is the one whose image is given.
    func isRow(_ image: String) -> String {
        let equal = name == "favorite" ? "IS" : "="
        return keys.map { "present.\($0.name) \(equal) \(past(image, $0))" }.joined(separator: " AND ")
    }

    /// The kind and the number of the record that a present row belongs to.
    /// - Parameter column: The one by which the row refers to a record of the kind.
    func record(of column: String, kind: Kind) -> (kind: String, id: String) {
        if let own = Tables.kind(of: name) { return ("'\(own.rawValue)'", "present.id") }
        if name == "membership" { return ("'group'", "present.group_id") }
        return ("'\(kind.rawValue)'", "present.\(column)")
    }
}
