import SQLite

/// The tables whose changes are the user's, and those that are not.
public enum UserTables {
    /// Why a table is no part of the history.
    public static let exempt = [
        "account": "says who edits; only whose card it has is recorded",
        "change": "is the history",
        "misspelling": "follows from the records",
        "draft": "is what was not yet said",
        "migration": "is what the program has done to the schema",
        "name_key": "follows from the records",
        "present_step": "is empty between transactions",
        "search_pending": "is empty when the index is right",
        "session": "is who sits at the keyboard",
        "step": "is the history",
        "trace": "follows from the records",
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
