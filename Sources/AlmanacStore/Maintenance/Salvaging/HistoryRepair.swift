import Localization
import Model
import SQLite

/// A repair of an incomplete history. Afterward, each change has a step, and no number is reused.
struct HistoryRepair {
    let connection: Connection
    let now: Timestamp

    func run() throws -> [Message] {
        let left = try removeOrphanedRows()
        try replaceSteps()
        guard left > 0 else { return [] }
        return [
            Message(
                left, one: "Omitted 1 history row whose change is missing.",
                other: "Omitted \(left) history rows whose changes are missing.")
        ]
    }

    // If these rows remained, they would be attributed to the next change with the same number.
    /// Removes the rows of past tables whose change is missing.
    private func removeOrphanedRows() throws -> Int {
        try StoreTable.all(of: connection).filter { $0.name.hasSuffix("_past") }.reduce(0) { count, table in
            try count
                + connection.run(
                    "DELETE FROM \(table.name) WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.id = change_id)")
        }
    }

    /// Inserts a placeholder for each missing step, with the time of the preceding step if there is one.
    private func replaceSteps() throws {
        try connection.run(
            """
            INSERT INTO step (id, time, command, token)
            SELECT lost.id,
                coalesce(
                    (SELECT time FROM step WHERE step.id < lost.id ORDER BY step.id DESC LIMIT 1),
                    (SELECT time FROM step WHERE step.id > lost.id ORDER BY step.id LIMIT 1),
                    ?1),
                '(lost)', random() | 1
            FROM (SELECT step_id AS id FROM change UNION SELECT of_step FROM step WHERE of_step IS NOT NULL) AS lost
            WHERE NOT EXISTS (SELECT 1 FROM step WHERE step.id = lost.id)
            """, binding: now)
    }
}
