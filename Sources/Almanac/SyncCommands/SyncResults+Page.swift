import Display
import Localization
import Model
import Sync

extension [SyncResult] {
    /// Returns the page that reports on a synchronization.
    ///
    /// - Parameter isQuiet: Whether only problems, conflicts, and unconfirmed deletions are reported.
    func page(isDryRun: Bool, isQuiet: Bool = false) -> Page {
        let shown = isQuiet ? filter { $0.status != .done } : self
        var blocks: [Block] = []
        for result in shown {
            let sentences = isQuiet ? result.problems : result.summary(isDryRun: isDryRun) + result.problems
            blocks += sentences.isEmpty ? [] : [.message(sentences)]
            blocks += result.conflictBlocks + (isQuiet ? [] : result.plannedBlocks)
        }
        if !isDryRun, !isQuiet, contains(where: { !$0.report.received.isEmpty }) {
            blocks.append(.message(["Use “undo” to reverse the changes of your contacts."]))
        }
        let table = Table("remotes", columns: Self.columns, rows: shown.map(\.rowForPrograms), keys: Self.keys)
        var page = Page("", blocks, forPrograms: [.table(table)])
        page.outcome = outcome
        return page
    }

    /// The worst outcome of the remotes.
    private var outcome: Page.Outcome {
        let statuses = map(\.status)
        return statuses.contains(.failed) ? .negative : statuses.contains(.declined) ? .undecided : .success
    }

    private static let keys = [
        "name", "problem", "received", "sent", "unsent", "deletions", "conflicts", "problems", "notices", "changes",
    ]

    private static let columns = [
        Column("name", "Remote"), Column("problem", "Problem"), Column("received", "Received"), Column("sent", "Sent"),
        Column("unsent", "Unsent"), Column("deletions", "Unconfirmed deletions"), Column("conflicts", "Conflicts"),
        Column("problems", "Problems"), Column("notices", "Notices"), Column("changes", "Changes"),
    ]
}

extension SyncResult {
    private var name: String { remote.name }

    // MARK: - Sentences

    /// What was received and sent, and what the user should know about it.
    fileprivate func summary(isDryRun: Bool) -> [Message] {
        var sentences: [Message] = []
        if let received = report.received.words {
            sentences.append(
                isDryRun ? "\(name) would receive here: \(received)." : "Received from \(name): \(received).")
        }
        if let sent = report.sent.words {
            sentences.append(isDryRun ? "This would send to \(name): \(sent)." : "Sent to \(name): \(sent).")
        }
        if sentences.isEmpty, status == .done { sentences = ["\(name) is in sync."] }
        if report.unsent > 0 {
            sentences.append(
                Message(
                    report.unsent, one: "\(name) is read-only: \(report.unsent) change was not sent.",
                    other: "\(name) is read-only: \(report.unsent) changes were not sent."))
        }
        return sentences + report.notices.map(\.message).excerpt
    }

    /// The problems, and the deletions that need a confirmation.
    fileprivate var problems: [Message] {
        var sentences: [Message] = []
        if let problem {
            sentences.append((["Cannot synchronize \(name)."] + problem.sentences).joined())
        }
        if let deletions = report.unconfirmed {
            sentences.append("\(deletions.sentence(about: name)) Use “sync \(name) --allow-removals” to delete them.")
        }
        return sentences + report.problems.map(\.message).excerpt
    }

    // MARK: - Tables

    fileprivate var conflictBlocks: [Block] {
        let rows = report.conflicts.flatMap(\.rows)
        guard !rows.isEmpty else { return [] }
        return Block.excerpt(
            "conflicts", "Conflicts", CardConflict.columns, Array(rows.prefix(Self.limit)), of: rows.count)
            + [.message(["Use “conflicts” to list their numbers, and “resolve” to decide."])]
    }

    /// The changes of a dry run.
    fileprivate var plannedBlocks: [Block] {
        let rows = report.plannedChanges.prefix(Self.limit).flatMap(\.rows)
        return Block.excerpt("changes", "Changes", PlannedChange.columns, rows, of: rows.count)
            + (report.plannedChanges.count > Self.limit
                ? [.message(["Only the first \(Self.limit) of \(report.plannedChanges.count) contacts are listed."])]
                : [])
    }

    /// The maximum number of contacts in a table for people.
    private static let limit = 100

    // MARK: - Output for programs

    fileprivate var rowForPrograms: Row {
        Row([
            Field("name", "Remote", .text(name)),
            Field("problem", "Problem", .words(orNone: problem?.sentences.joined())),
            Field("received", "Received", report.received.value), Field("sent", "Sent", report.sent.value),
            Field("unsent", "Unsent", .integer(report.unsent)),
            Field("deletions", "Unconfirmed deletions", report.unconfirmed?.value ?? .none),
            Field("conflicts", "Conflicts", .list(report.conflicts.flatMap(\.rows).map { .parts($0.fields) })),
            Field("problems", "Problems", .list(report.problems.map(\.value))),
            Field("notices", "Notices", .list(report.notices.map { .words($0.message) })),
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
        case .received: "Stopped: \(count) of the \(total) contacts of \(remote) would be deleted here."
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
    fileprivate var value: Value {
        .parts([
            Field("address", "Card", .text(address.rawValue)), Field("name", "Name", .text(orNone: title)),
            Field("sentence", "Message", .words(message)),
        ])
    }
}
