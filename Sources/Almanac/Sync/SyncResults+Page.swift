import Display
import Interchange
import Localization
import Model
import Navigation
import Sync

extension [SyncResult] {
    /// Returns the page that reports on a synchronization. In human-readable output, the page omits problems, which are
    /// reported separately.
    func page(isDryRun: Bool, _ clock: Clock) -> Page {
        var blocks = flatMap { result in
            [.message(result.summary(isDryRun: isDryRun))] + result.conflictBlocks(clock) + result.plannedBlocks
        }
        if !isDryRun, contains(where: { !$0.report.received.isEmpty }) {
            blocks.append(.message(["Use “undo” to reverse the changes to your contacts."]))
        }
        let rows = map { $0.rowForPrograms(isDryRun: isDryRun, clock) }
        let table = Table("remotes", columns: Self.columns, rows: rows, keys: Self.keys)
        return Page("", blocks, forPrograms: [.table(table)])
    }

    /// The worst outcome of the remotes.
    var outcome: Page.Outcome {
        let outcomes = map(\.outcome)
        return [.unapproved, .negative, .undecided].first { outcomes.contains($0) } ?? .success
    }

    private static let columns = [
        Column("name", "Remote"), Column("isInSync", "In sync"), Column("problem", "Problem"),
        Column("received", "Received"), Column("sent", "Sent"), Column("unsent", "Unsent"),
        Column("deletions", "Unconfirmed deletions"), Column("conflicts", "Conflicts"),
        Column("problems", "Problems"), Column("notices", "Notices"), Column("changes", "Changes"),
    ]
    private static let keys = columns.map(\.key)
}

extension SyncResult {
    private var name: String { remote.name }

    // MARK: - Sentences

    /// Returns the sentences about received, sent, and unsent changes, and the notices.
    func summary(isDryRun: Bool) -> [Message] {
        var sentences: [Message] = []
        if let received = report.received.words {
            sentences.append(
                isDryRun ? "This would receive from \(name): \(received)." : "Received from \(name): \(received).")
        }
        if let sent = report.sent.words {
            sentences.append(isDryRun ? "This would send to \(name): \(sent)." : "Sent to \(name): \(sent).")
        }
        if sentences.isEmpty { sentences = [outcome == .success ? "\(name) is in sync." : "\(name) is not in sync."] }
        if report.unsent > 0 {
            let number = Message(report.unsent, "change")
            sentences.append(
                isDryRun
                    ? "\(name) is read-only: \(number) would not be sent."
                    : Message(
                        report.unsent, one: "\(name) is read-only: \(report.unsent) change was not sent.",
                        other: "\(name) is read-only: \(report.unsent) changes were not sent."))
        }
        return sentences + report.notices.map { $0.message(isDryRun: isDryRun) }.excerpt
    }

    /// Returns the problems, the deletions that require confirmation, and the number of conflicts.
    func problems(isDryRun: Bool) -> [Message] {
        var sentences: [Message] = []
        if let problem {
            sentences.append((["Cannot synchronize \(name)."] + problem.sentencesWithoutOutcome).joined())
        }
        if let deletions = report.unconfirmed {
            sentences.append(
                "\(deletions.sentence(about: name)) Use “sync \(ShellWords.quote(name)) --allow-removals” to delete them."
            )
        }
        if !conflicts.isEmpty {
            let number = Message(conflicts.count, "unresolved conflict")
            sentences.append("\(name) has \(number). Use “conflicts” for details, and “resolve” to decide.")
        }
        return sentences + report.problems.map { $0.message(isDryRun: isDryRun) }.excerpt
    }

    // MARK: - Tables

    fileprivate func conflictBlocks(_ clock: Clock) -> [Block] {
        let rows = conflictRows(clock)
        return Block.excerpt(
            "conflicts", "Conflicts", SyncConflict.columns, Array(rows.prefix(Self.limit)), of: rows.count)
    }

    /// Returns all unresolved conflicts, followed by those that a dry run finds, which are not numbered.
    private func conflictRows(_ clock: Clock) -> [Row] {
        let new = report.conflicts.filter { found in
            !conflicts.contains { $0.record.id == found.record && found.properties.contains($0.property) }
        }
        return conflicts.flatMap { $0.rows(clock) } + new.flatMap(\.rows)
    }

    /// The changes of a dry run.
    fileprivate var plannedBlocks: [Block] {
        let changes = report.plannedChanges
        let rows = changes.prefix(Self.limit).flatMap(\.rows)
        let table = Block.excerpt("changes", "Changes", PlannedChange.columns, rows, of: rows.count)
        guard changes.count > Self.limit else { return table }
        return table + [.message(["Only the first \(Self.limit) of \(changes.count) contacts are listed."])]
    }

    /// The maximum number of conflict rows or changed contacts in a human-readable table.
    private static let limit = 100

    // MARK: - Machine-readable output

    fileprivate func rowForPrograms(isDryRun: Bool, _ clock: Clock) -> Row {
        Row([
            Field("name", "Remote", .text(name)), Field("isInSync", "In sync", .flag(outcome == .success)),
            Field("problem", "Problem", .words(orNone: problem?.sentencesWithoutOutcome.joined())),
            Field("received", "Received", report.received.value), Field("sent", "Sent", report.sent.value),
            Field("unsent", "Unsent", .integer(report.unsent)),
            Field("deletions", "Unconfirmed deletions", report.unconfirmed?.value ?? .none),
            Field("conflicts", "Conflicts", .list(conflictRows(clock).map { .parts($0.fields) })),
            Field("problems", "Problems", .list(report.problems.map { $0.value(isDryRun: isDryRun) })),
            Field("notices", "Notices", .list(report.notices.map { .words($0.message(isDryRun: isDryRun)) })),
            Field("changes", "Changes", .list(report.plannedChanges.map { .parts($0.fieldsForPrograms) })),
        ])
    }
}

extension [Message] {
    /// The first messages, followed by the number of the others.
    fileprivate var excerpt: [Message] {
        let limit = 20
        return count > limit + 1 ? prefix(limit) + ["\(count - limit) more."] : self
    }
}

extension SyncReport.Counts {
    /// A phrase such as `2 created, 1 deleted`, or `nil` if there are no changes.
    fileprivate var words: Message? {
        let parts: [Message] = [
            created > 0 ? "\(created) created" : nil, changed > 0 ? "\(changed) changed" : nil,
            deleted > 0 ? "\(deleted) deleted" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    fileprivate var value: Value {
        .parts([
            Field("created", "Created", .integer(created)), Field("changed", "Changed", .integer(changed)),
            Field("deleted", "Deleted", .integer(deleted)),
        ])
    }
}

extension UnconfirmedDeletions {
    fileprivate func sentence(about remote: String) -> Message {
        switch direction {
        case .received where isOfEmptyBook:
            """
            Stopped: \(remote) is empty, possibly because its folder is not mounted. This would delete \
            \(Message(count, "contact")) from this database.
            """
        case .received: "Stopped: \(count) of the \(total) contacts of \(remote) would be deleted from this database."
        case .sent: "Stopped: \(count) of \(total) contacts would be deleted from \(remote)."
        }
    }

    fileprivate var value: Value {
        .parts([
            Field("direction", "Direction", .words(direction.words)), Field("count", "Count", .integer(count)),
            Field("total", "Total", .integer(total)),
        ])
    }
}

extension CardProblem {
    fileprivate func value(isDryRun: Bool) -> Value {
        .parts([
            Field("address", "Card", .text(address.rawValue)), Field("name", "Name", .text(orNone: title)),
            Field("sentence", "Message", .words(message(isDryRun: isDryRun))),
        ])
    }
}

// Human-readable output has a row for each changed field. Machine-readable output has one row for each change.
extension PlannedChange {
    static let columns = [
        Column("direction", "Direction"), Column("action", "Change"), Column("name", "Name", isIdentifying: true),
        Column("field", "Field"), Column("old", "Before"), Column("new", "After"),
    ]

    /// The rows of the change. Only the first row contains the direction, the action, and the name.
    var rows: [Row] {
        let heading = [
            Field("direction", "Direction", .words(direction.words)), Field("action", "Change", .words(action.words)),
            Field("name", "Name", .text(title)),
        ]
        // A deletion is listed without the fields of the contact.
        let fields = action == .delete ? [] : changes.map(\.fields)
        return fields.isEmpty
            ? [Row(heading)] : fields.enumerated().map { Row(($0 == 0 ? heading : []) + $1) }
    }

    var fieldsForPrograms: [Field] {
        [
            Field("direction", "Direction", .words(direction.words)), Field("action", "Change", .words(action.words)),
            Field("name", "Name", .text(title)),
            Field("fields", "Fields", .list(changes.map { .parts($0.fields) })),
        ]
    }

    private var changes: [Comparison.Difference] {
        differences.flatMap { PropertyValues.differences($0.property, $0.old, $0.new) }
    }
}

extension Comparison.Difference {
    /// The title, the old value, and the new value as fields of a row.
    fileprivate var fields: [Field] {
        [
            Field("field", "Field", .words(Message(title: title))), Field("old", "Before", values[0]),
            Field("new", "After", values[1]),
        ]
    }
}

extension PlannedChange.Direction {
    var words: Message {
        switch self {
        case .received: "received"
        case .sent: "sent"
        }
    }
}

extension PlannedChange.Action {
    fileprivate var words: Message {
        switch self {
        case .create: "created"
        case .change: "changed"
        case .delete: "deleted"
        }
    }
}
