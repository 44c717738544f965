import Localization
import Model
import SQLite

/// A check that the history has no gaps and that each row still has its last recorded values.
///
/// No other check detects altered bytes in text that is not indexed.
struct HistoryCheck: StoreCheck {
    var part: Title { "history" }
    /// The records that are not compared with the history.
    var omitted: Set<RecordID> = []

    func findings(in connection: Connection) throws -> [Finding] {
        try gaps(in: "step", connection) + gaps(in: "change", connection)
            + RecordedTableStatements.all(of: connection).flatMap { try findings(in: $0, connection) }
    }

    /// Returns a finding for each gap in the row IDs of a history table.
    private func gaps(in table: String, _ connection: Connection) throws -> [Finding] {
        // History rows are never removed, so their numbers are consecutive.
        try connection.all(
            """
            SELECT before + 1, id - 1 FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM \(table))
            WHERE id > before + 1
            """
        ) { row in
            let (first, last) = (row[0] as Int64, row[1] as Int64)
            let which: Message = first == last ? "\(first)" : "\(first) to \(last)"
            return Finding(
                .historyGap,
                table == "step" ? "Missing history steps: \(which)." : "Missing history changes: \(which).")
        }
    }

    private func findings(in table: RecordedTableStatements, _ connection: Connection) throws -> [Finding] {
        try connection.all(table.differences) { row -> Finding? in
            let kind: Kind = try row[0]
            let recordID = (row[1] as Int64?).map { RecordID(kind: kind, number: $0) }
            if let recordID, omitted.contains(recordID) { return nil }
            let (wasDeleted, exists) = (row[2] as Bool, row[3] as Bool)
            let name: Message =
                recordID.map { "A row of \($0) in table \(table.name)" } ?? "A row in table \(table.name)"
            let detail: Message =
                if wasDeleted {
                    "\(name) exists, but was recorded as deleted."
                } else if exists, let recordID {
                    "\(recordID) differs from its last recorded state: \(row[4] as String)of \(table.name)."
                } else if exists {
                    "A row differs from its last recorded state: \(row[4] as String)of \(table.name)."
                } else {
                    "\(name) is missing, but was not recorded as deleted."
                }
            return Finding(.historyDiffers, detail)
        }.compactMap(\.self)
    }
}

/// A check that the history steps equal their copies in backups.
///
/// The time, author, and command of a step are stored only once, so no other check detects a change to them. Damage to
/// the database does not affect a backup.
struct StepCheck: StoreCheck {
    var part: Title { "history" }
    /// The paths of the backups, newest first.
    let backups: [String]
    /// The number of steps to read at a time.
    private static let batch = 1000

    private struct StoredStep: Equatable {
        let id: Int64
        let time: String
        let token: Int64
        let role: String
        let original: Int64?
        let authorID: Int64?
        let author: String?
        /// The command, or `nil` for a change by another program. A purge removes the arguments of the command, because
        /// they may contain values of the purged record.
        var command: String?

        // After an older backup is restored, another step can have the same number.
        func isCopy(of other: StoredStep) -> Bool { time == other.time || token != 0 && token == other.token }

        /// Returns whether the steps are equal, or were equal before the purge of a record.
        func matches(_ other: StoredStep) -> Bool {
            // A backup made before the purge may have been restored in the meantime.
            self == other || purged == other || self == other.purged
        }

        private var purged: StoredStep {
            var step = self
            step.command = command.map { String($0.prefix { $0 != " " }) }
            return step
        }
    }

    func findings(in connection: Connection) throws -> [Finding] {
        var reported: Set<Int64> = []
        return try backups.flatMap { path in
            // A damaged backup is reported when it is verified.
            guard let backup = try? Connection(at: path, mode: .immutable) else { return [] as [Finding] }
            var findings: [Finding] = []
            var last: Int64 = 0
            while let copies = try? Self.steps(in: backup, after: last, upTo: .max, limit: Self.batch),
                let end = copies.last
            {
                let steps = try Self.steps(in: connection, after: last, upTo: end.id, limit: -1)
                let present = Dictionary(steps.map { ($0.id, $0) }) { first, _ in first }
                for copy in copies {
                    guard let step = present[copy.id], step.isCopy(of: copy), !step.matches(copy),
                        reported.insert(step.id).inserted
                    else { continue }
                    findings.append(Self.finding(step, copy, path))
                }
                last = end.id
            }
            return findings
        }
    }

    private static func finding(_ step: StoredStep, _ copy: StoredStep, _ path: String) -> Finding {
        let command: Message = step.command == copy.command ? "" : " The copied command is “\(copy.command ?? "")”."
        return Finding(.historyDiffers, "History step \(step.id) differs from its copy in \(path).\(command)")
    }

    private static func steps(
        in connection: Connection, after first: Int64, upTo last: Int64, limit: Int
    ) throws -> [StoredStep] {
        try connection.all(
            """
            SELECT id, time, token, role, of_step, author_id, author, command
            FROM step WHERE id > ?1 AND id <= ?2
            ORDER BY id LIMIT ?3
            """, binding: first, last, limit
        ) {
            StoredStep(
                id: $0[0], time: $0[1], token: $0[2], role: $0[3], original: $0[4], authorID: $0[5], author: $0[6],
                command: $0[7])
        }
    }
}

/// The statements that compare a table with its last recorded state, restore missing rows, and remove deleted rows.
struct RecordedTableStatements {
    let name: String
    /// A query that selects the rows that differ: the kind and ID of the record, if any, whether the row was recorded
    /// as deleted, whether it exists, and the columns that differ. A row whose last recorded values were lost is not
    /// compared.
    let differences: String
    /// A statement that inserts missing rows that were not recorded as deleted. A row with the highest possible row ID
    /// is not inserted, because no row could be added after it.
    let recovery: String
    /// A statement that deletes the rows that were recorded as deleted.
    let removal: String

    static func all(of connection: Connection) throws -> [RecordedTableStatements] {
        let tables = try StoreTable.all(of: connection)
        return tables.compactMap { past in
            tables.first { $0.past == past.name }.map { RecordedTableStatements($0.recorded(in: past)) }
        }
    }

    private init(_ table: StoreTable) {
        name = table.name
        let (columns, keys, past) = (table.recordedNames, table.recordedKey, table.past)
        let list = keys.joined(separator: ", ")
        let isRow = keys.map { "present.\($0) IS last.\($0)" }.joined(separator: " AND ")
        let exists = "present.\(keys[0]) IS NOT NULL"
        let compared = columns.filter {
            !StoreTable.uncomparedColumns.contains($0) && (table.name != "favorite" || $0 != "id")
        }
        let differing = compared.map {
            "iif(\(Self.difference(in: $0)), '\($0) ', '')"
        }
        let last = """
            (SELECT \(list), max(change_id) AS change_id FROM \(past) GROUP BY \(list)) AS last
                LEFT JOIN change ON change.id = last.change_id
                LEFT JOIN \(past) AS past ON past.change_id = last.change_id AND past.is_new = 1
                LEFT JOIN \(name) AS present ON \(isRow)
            """
        // In a salvaged database, the former rows of accounts from before migration 40 have no name.
        let known = name == "account" ? "past.name" : "past.change_id"
        differences = """
            SELECT kind, record_id, was_deleted, is_there, columns FROM (
                SELECT change.id, change.kind, change.record_id, change.action = 'delete' AS was_deleted,
                    \(exists) AS is_there, \(differing.joined(separator: " || ")) AS columns
                FROM \(last)
                WHERE change.action = 'delete' OR change.action <> 'purged' AND \(known) IS NOT NULL) AS known
            WHERE iif(
                iif(was_deleted, is_there, columns <> ''), NOT \(Self.isForgotten(since: "known", in: name)), FALSE)
            """
        recovery = """
            INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
            SELECT \(columns.map { "past.\($0)" }.joined(separator: ", "))
            FROM \(last)
            WHERE iif(
                past.change_id IS NOT NULL AND change.action IS NOT 'purged' AND NOT \(exists)
                    AND past.\(keys[0]) IS NOT \(Int64.max),
                NOT \(Self.isForgotten(since: "change", in: name, if: "action IN ('delete', 'purged')")), FALSE)
            """
        removal = """
            DELETE FROM \(name) WHERE (\(list)) IN (
                SELECT \(keys.map { "last.\($0)" }.joined(separator: ", ")) FROM \(last)
                WHERE past.change_id IS NULL AND change.action = 'delete')
            """
    }

    /// Returns an SQL condition that is true if later changes to the record were purged or lost, so that the row’s
    /// state is unknown.
    private static func isForgotten(
        since change: String, in table: String, if condition: String = "TRUE"
    ) -> String {
        // Most changes to an account do not belong to a record, so later changes to the account cannot be found by
        // record. The table of lost changes is created only if a row differs.
        let isSame = table == "account" ? "TRUE" : "lost.kind = \(change).kind AND lost.record_id = \(change).record_id"
        return """
            ifnull(\(change).id < (
                WITH lost (kind, record_id, id) AS MATERIALIZED (
                    SELECT kind, record_id, max(id) FROM change
                    WHERE table_name = '\(table)' AND \(condition)
                        AND NOT EXISTS (SELECT 1 FROM \(table)_past WHERE change_id = change.id)
                    GROUP BY kind, record_id)
                SELECT max(id) FROM lost
                WHERE \(isSame)), FALSE)
            """
    }

    /// Returns an SQL condition that is true if a column differs from its last recorded value. A version incremented by
    /// another program is not a difference, nor is the modification time that was changed with it.
    private static func difference(in column: String) -> String {
        // In other programs, triggers are not recursive, so the increment of the version by a trigger is not recorded.
        switch column {
        case "version": "ifnull(present.version < past.version, TRUE)"
        case "modified": "present.modified IS NOT past.modified AND present.version IS past.version"
        default: "present.\(column) IS NOT past.\(column)"
        }
    }
}
