import SQLite

/// The triggers that mark changed records for indexing, generated from the columns of the tables.
enum SearchTriggers {
    /// The tables that are not searched.
    private static let unsearchedTables: Set = [
        "planet_citation", "person_card", "person_merge", "group_card", "group_planet", "favorite", "planted",
        "account",
    ]
    /// The columns of record tables that are not searched, in addition to REAL columns.
    private static let unsearchedColumns: Set = [
        "id", "uuid", "created", "modified", "version", "photo", "picture", "estimated", "uncertainties", "moons",
        "rings",
        "system_stars", "search", "person_filter", "planet_filter", "episode", "crew",
    ]

    /// The names of the triggers of a recorded table.
    static func names(of table: String) -> [String] {
        unsearchedTables.contains(table) ? [] : ["inserted", "updated", "deleted"].map { "\(table)_\($0)" }
    }

    static func triggers(of table: StoreTable) -> [GeneratedTrigger] {
        guard let owner = table.name == "membership" ? (kind: "person", column: "person_id") : table.owner,
            !unsearchedTables.contains(table.name)
        else { return [] }
        func mark(_ image: String) -> String {
            "INSERT INTO search_pending VALUES ('\(owner.kind)', \(image).\(owner.column))"
        }
        let searched = table.recordedColumns.filter { $0.type != "REAL" && !unsearchedColumns.contains($0.name) }.map(
            \.name)
        let columns = table.isRecord ? "OF \(searched.joined(separator: ", ")) " : ""
        let name = table.name
        return [
            GeneratedTrigger("\(name)_inserted", "AFTER INSERT ON \(name)", [mark("new")]),
            GeneratedTrigger(
                "\(name)_updated", "AFTER UPDATE \(columns)ON \(name)",
                table.isRecord ? [mark("new")] : [mark("old"), mark("new")]),
            GeneratedTrigger("\(name)_deleted", "AFTER DELETE ON \(name)", [mark("old")]),
        ]
    }
}
