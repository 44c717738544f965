import Model
import SQLite

/// A record of some kind just before a step.
struct HistoryPoint: Hashable {
    let id: Int64
    let step: Step.ID

    /// After what the step has made of it.
    var after: HistoryPoint { HistoryPoint(id: id, step: Step.ID(rawValue: step.rawValue + 1)) }

    /// Those in the JSON array ?1, by their place in it.
    static let selection = """
        SELECT key AS number, value ->> 0 AS record, value ->> 1 AS step FROM json_each(?1)
        """
}

extension [HistoryPoint] {
    /// For `json_each`.
    var json: String { "[" + map { "[\($0.id),\($0.step.rawValue)]" }.joined(separator: ",") + "]" }
}
