import Model
import SQLite

struct StepReader {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func step(_ id: Step.ID) throws -> Step {
        let step = try connection.first("\(Self.selection) WHERE step.id = ?1", binding: id, row: Self.read)
        guard let step else { throw HistoryProblem.noStep(id) }
        return step
    }

    /// Checks that a step exists, without counting its records.
    func require(_ id: Step.ID) throws {
        guard try connection.hasRow("SELECT 1 FROM step WHERE id = ?1", binding: id) else {
            throw HistoryProblem.noStep(id)
        }
    }

    func steps(_ ids: [Step.ID]) throws -> [Step.ID: Step] {
        let steps = try connection.all(
            "\(Self.selection) WHERE step.id IN (SELECT value FROM json_each(?1))",
            binding: ids.map(\.rawValue).json, row: Self.read)
        return Dictionary(steps.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Returns the last step if it belongs to the command with the token, or `nil` otherwise.
    func step(by token: Int64) throws -> Step? {
        try connection.first(
            "\(Self.selection) WHERE step.id = (SELECT max(id) FROM step) AND step.token = ?1",
            binding: token, row: Self.read)
    }

    /// Returns steps, newest first. If the page is read backward, returns newer steps, oldest first.
    ///
    /// - Parameter time: The earliest time of the steps, or `nil` for all steps.
    func steps(
        about recordID: RecordID?, since time: Timestamp? = nil, at start: PageCursor<Step.ID>, limit: Int
    ) throws -> [Step] {
        let end = start.key ?? Step.ID(rawValue: .max)
        let earliest = time ?? Timestamp(rawValue: "")
        let (beyond, direction) = start.isBackwards ? (">", "ASC") : ("<", "DESC")
        guard let recordID else {
            return try connection.all(
                "\(Self.selection) WHERE step.id \(beyond) ?1 AND step.time >= ?3 ORDER BY step.id \(direction) LIMIT ?2",
                binding: end, limit, earliest, row: Self.read)
        }
        let bound = start.isBackwards ? ChangeBound.below("?1") : ChangeBound.above("?1")
        // The times of steps need not be in order, because a clock can be wrong.
        let isLater = time == nil ? "" : "AND (SELECT since.time FROM step AS since WHERE since.id = step_id) >= ?5"
        let memberships = Membership.union {
            """
            SELECT * FROM (
                SELECT DISTINCT step_id FROM \($0.table)_past CROSS JOIN change ON change.id = change_id
                WHERE ?3 = '\($0.kind)' AND \($0.member) = ?4 AND step_id \(beyond) ?1 AND change_id \(beyond) \(bound)
                    \(isLater)
                ORDER BY change_id \(direction) LIMIT ?2)
            """
        }
        return try connection.all(
            """
            \(Self.selection) WHERE step.id IN (
                SELECT * FROM (
                    SELECT DISTINCT step_id FROM change WHERE kind = ?3 AND record_id = ?4 AND step_id \(beyond) ?1
                        \(isLater)
                    ORDER BY step_id \(direction) LIMIT ?2)
                UNION
                \(memberships)
                UNION
                SELECT * FROM (
                    SELECT DISTINCT step_id FROM person_merge CROSS JOIN change
                        ON change.kind = 'person' AND change.record_id = person_merge.person_id
                    WHERE ?3 = 'person' AND heir_id = ?4 AND step_id \(beyond) ?1
                        \(isLater)
                    ORDER BY step_id \(direction) LIMIT ?2))
                AND step.time >= ?5
            ORDER BY step.id \(direction) LIMIT ?2
            """, binding: end, limit, recordID.kind, recordID.number, earliest, row: Self.read)
    }

    // MARK: - Reading

    static let selection = """
        SELECT step.id, time, command, author, role, of_step, \(isUndone),
            EXISTS (SELECT 1 FROM change WHERE step_id = step.id AND action = 'purged'),
            (SELECT count(*) FROM (
                SELECT DISTINCT kind, record_id FROM change WHERE step_id = step.id AND record_id IS NOT NULL
                LIMIT \(Step.countLimit + 1)))
        FROM step
        """

    static func read(_ row: borrowing Row) throws -> Step {
        let command: String? = row[2]
        let role: StepRole = try row[4]
        return Step(
            id: try row[0], time: try row[1],
            origin: command.map { .command($0, by: row[3]) } ?? .outside,
            role: try role.read(from: row, at: 5), isUndone: row[6], hasPurgedChanges: row[7], records: row[8])
    }
}

extension StepRole {
    fileprivate func read(from row: borrowing Row, at index: Int) throws -> Step.Role {
        switch self {
        case .edit: .edit
        case .undo: .undo(of: try row[index])
        case .redo: .redo(of: try row[index])
        case .purge: .purge
        }
    }
}

/// SQL expressions that bound the IDs of changes in a range of steps. Changes of later steps have greater IDs.
enum ChangeBound {
    /// Returns an exclusive lower bound for the IDs of changes in a step and all later steps.
    static func below(_ step: String) -> String {
        "ifnull((SELECT id FROM change WHERE step_id < \(step) ORDER BY step_id DESC LIMIT 1), 0)"
    }

    /// Returns an exclusive upper bound for the IDs of changes in a step and all earlier steps.
    static func above(_ step: String) -> String {
        "ifnull((SELECT id FROM change WHERE step_id > \(step) ORDER BY step_id LIMIT 1), \(Int64.max))"
    }
}
