import Localization
import Model
import SQLite

/// A check that the history steps equal their copies in backups.
///
/// The time, author, and command of a step are stored only once, so no other check detects a change to them. Damage to
/// the database does not affect a backup.
struct StepCheck: StoreCheck {
    var part: Title { "history" }
    /// The paths of the backups, newest first.
    let backups: [String]
    /// The number of steps that are read at a time.
    private static let batch = 1000

    private struct StoredStep: Equatable {
        let id: Int64
        let time: String
        let token: Int64
        let role: String
        let original: Int64?
        let authorID: Int64?
        let author: String?
        /// The command. A purge removes its arguments, which contain values of the purged record.
        var command: String?

        // After the restore of an older backup, another step can have the number.
        func isCopy(of other: StoredStep) -> Bool { time == other.time || token != 0 && token == other.token }

        // A backup made before the purge can have been restored since.
        /// Returns whether the steps are equal, or were equal before the purge of a record.
        func matches(_ other: StoredStep) -> Bool { self == other || purged == other || self == other.purged }

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
