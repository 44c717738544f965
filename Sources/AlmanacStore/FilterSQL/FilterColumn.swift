import Model

/// Where the values of a field of the filter language are.
enum FilterColumn: Sendable {
    /// An expression; NULL where nothing is known.
    case value(String)
    /// Texts of other rows, of which one that fits is enough; empty ones are none.
    case texts(String, from: String)
    /// The same of rows of `name_key`, which are folded.
    case names(from: String)

    /// A column that is empty where nothing is known.
    static func text(_ column: String) -> FilterColumn { .value("nullif(\(column), '')") }

    /// The names of a record of some kind.
    static func names(of kind: Kind, _ id: String) -> FilterColumn {
        .names(from: "name_key WHERE kind = '\(kind.rawValue)' AND record_id = \(id)")
    }

    /// Topics and texts of the notes about a record.
    static func notes(about id: String, as column: String) -> FilterColumn {
        .texts(
            "value",
            from: """
                (SELECT topic AS value FROM note WHERE \(column) = \(id)
                    UNION ALL SELECT text FROM note WHERE \(column) = \(id)) WHERE TRUE
                """)
    }
}
