import Model
import SQLite

/// A point in the history of a record, immediately before a step.
struct HistoryPoint: Hashable {
    let id: Int64
    let step: Step.ID

    // Another program may have used the highest ID.
    /// The point immediately after the step.
    var after: HistoryPoint { HistoryPoint(id: id, step: Step.ID(rawValue: min(step.rawValue, .max - 1) + 1)) }

    /// A query that selects the points in the JSON array ?1 and their indexes. With the types, SQLite can create an
    /// automatic index for a join.
    static let selection = """
        SELECT key AS number, CAST(value ->> 0 AS INTEGER) AS record, CAST(value ->> 1 AS INTEGER) AS step
        FROM json_each(?1)
        """
}

extension [HistoryPoint] {
    var json: String { "[" + map { "[\($0.id),\($0.step.rawValue)]" }.joined(separator: ",") + "]" }
}
