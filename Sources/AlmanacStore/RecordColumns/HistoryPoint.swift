import Model
import SQLite

/// The state of a record immediately before a history step.
struct HistoryPoint: Hashable {
    let id: Int64
    let step: Step.ID

    /// The state after the step.
    var after: HistoryPoint { HistoryPoint(id: id, step: Step.ID(rawValue: step.rawValue + 1)) }

    /// Selects the points in the JSON array ?1 by their index.
    static let selection = """
        SELECT key AS number, value ->> 0 AS record, value ->> 1 AS step FROM json_each(?1)
        """
}

extension [HistoryPoint] {
    var json: String { "[" + map { "[\($0.id),\($0.step.rawValue)]" }.joined(separator: ",") + "]" }
}
