import SQLite

/// The triggers that note which records the search index must read again, generated from the columns of the tables.
enum SearchTriggers {
    private static let records = ["person", "people_group", "planet", "note"]
    /// Tables of values that belong to a record.
    private static let lists = [
        "planet_alias", "planet_field", "person_email", "person_phone", "person_address", "person_url",
        "person_messenger", "person_relation", "person_field", "person_uid", "membership",
    ]
    /// Columns of records that no search reads, like every column of REAL numbers.
    private static let unsearched: Set = [
        "id", "uuid", "created", "modified", "version", "photo", "picture", "estimated", "moons", "rings",
        "system_stars", "search", "person_filter", "planet_filter",
    ]

    /// All of them, for the tables that exist.
    static func all(on connection: Connection) throws -> [GeneratedTrigger] {
        try (records + lists).flatMap { try triggers(of: TrackedTable($0, on: connection)) }
    }

    private static func triggers(of table: TrackedTable) -> [GeneratedTrigger] {
        guard let owner = table.name == "membership" ? (kind: "person", column: "person_id") : table.owner else {
            return []
        }
        func note(_ image: String) -> String {
            "INSERT INTO search_pending VALUES ('\(owner.kind)', \(image).\(owner.column))"
        }
        let searched = table.recordedColumns.filter { $0.type != "REAL" && !unsearched.contains($0.name) }.map(\.name)
        let columns = table.isRecord ? "OF \(searched.joined(separator: ", ")) " : ""
        let name = table.name
        return [
            GeneratedTrigger("\(name)_inserted", "AFTER INSERT ON \(name)", [note("new")]),
            GeneratedTrigger(
                "\(name)_updated", "AFTER UPDATE \(columns)ON \(name)",
                table.isRecord ? [note("new")] : [note("old"), note("new")]),
            GeneratedTrigger("\(name)_deleted", "AFTER DELETE ON \(name)", [note("old")]),
        ]
    }
}
