import Localization
import Model
import SQLite
import Text

public struct HistoryStore: HistoryDataSource {
    let database: StoreDatabase
    let clock: StoreClock

    public func steps(
        about id: RecordID?, since time: Timestamp?, matching text: String, at start: PageCursor<Step.ID>,
        limit: Int
    ) async throws -> ResultPage<Step> {
        try await database.reading { connection in
            let reader = StepReader(connection)
            let steps = try matching(text, from: start, limit: limit + 1, key: \.id, words: \.words) {
                try reader.steps(about: id, since: time, at: $0, limit: $1)
            }
            return ResultPage(read: steps, limit: limit, at: start)
        }
    }

    public func step(_ id: Step.ID) async throws -> Step {
        try await database.reading { try StepReader($0).step(id) }
    }

    public func step(of context: CommandContext) async throws -> Step? {
        let token = ActiveStep(context, at: clock.now).token
        return try await database.reading { try StepReader($0).step(by: token) }
    }

    public func nextUndo() async throws -> Step? {
        try await database.reading { try StepReader($0).nextUndo() }
    }

    public func nextRedo() async throws -> Step? {
        try await database.reading { try StepReader($0).nextRedo() }
    }
}

extension ResultPage {
    /// Creates a page from items in reading order.
    /// - Parameter read: The items from the start of the page, including one more than the limit if there are more.
    init<Key>(read: [Item], limit: Int, at start: PageCursor<Key>) {
        let items = Array(read.prefix(limit))
        self.init(start.isBackwards ? items.reversed() : items, hasMore: read.count > limit)
    }
}

extension Step {
    /// The step’s text, which a search of the history matches.
    fileprivate var words: String {
        switch origin {
        case .command(let line, let author): "\(line) \(author ?? "")"
        case .outside: ""
        }
    }
}

extension HistoryStore {
    public func changes(
        of step: Step.ID, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<RecordChange> {
        try await database.reading { connection in
            try StepReader(connection).require(step)
            return try ChangeReader(connection).changes(of: step, at: start, limit: limit)
        }
    }

    public func accountChanges(of step: Step.ID) async throws -> [AccountChange] {
        try await database.reading { try AccountHistory($0).changes(of: step) }
    }

    public func changes(of id: RecordID, in steps: [Step.ID]) async throws -> [Step.ID: [RecordChange]] {
        try await database.reading { try ChangeReader($0).changes(of: id, in: steps) }
    }

    // MARK: - Undo and redo

    public func undo(_ step: Step.ID, in context: CommandContext) async throws -> Step {
        try await reverse(in: context) { reader in
            let asked = try reader.step(step)
            let original = asked.role.original ?? step
            let latest = try reader.latest(about: original)
            switch (asked.role, latest.role) {
            case (.purge, _): throw HistoryProblem.purged(step)
            case (.edit, .edit), (.edit, .redo), (.redo, .redo): return (latest, .undo(of: original))
            case (.undo, .undo): return (latest, .redo(of: original))
            case (.undo, .redo): throw HistoryProblem.redoneAlready(original)
            default: throw HistoryProblem.undoneAlready(step)
            }
        }
    }

    public func redo(_ step: Step.ID, in context: CommandContext) async throws -> Step {
        try await reverse(in: context) { reader in
            let original = try reader.step(step).role.original ?? step
            let latest = try reader.latest(about: original)
            guard case .undo = latest.role else { throw HistoryProblem.notUndone(original) }
            return (latest, .redo(of: original))
        }
    }

    /// Reverses a step and records the reversal as a new step.
    /// - Parameter choose: A closure that returns the step to reverse and the role of the new step.
    private func reverse(
        in context: CommandContext,
        _ choose: @escaping @Sendable (StepReader) throws -> (step: Step, role: Step.Role)
    ) async throws -> Step {
        try await database.writing(in: context, foreignKeys: .off) { connection in
            let reader = StepReader(connection)
            let (step, role) = try choose(reader)
            let name = role.original ?? step.id
            if try reader.isPurged(step.id) { throw HistoryProblem.purged(name) }
            guard try reader.isIntact(step.id) else { throw HistoryProblem.lost(name) }
            let present = ActiveStep(context, as: role, at: clock.now)
            let made = try connection.recording(present, collectingIn: context.dryRun) {
                let made = try present.insert(on: connection)
                var reversal = Reversal(of: step.id, named: name, on: connection)
                do {
                    try reversal.run()
                    guard reversal.conflicts.isEmpty else {
                        throw HistoryProblem.changedSince(
                            name, try UndoConflict.differences(reversal.conflicts, on: connection), isRedo: role.isRedo)
                    }
                    try RestoredUIDs(connection: connection).requireFree(deletedBy: step.id)
                } catch RecordProblem.uidTaken(let record, let owner) {
                    throw HistoryProblem.uidTaken(name, record, by: owner, isRedo: role.isRedo)
                }
                return made
            }
            return try reader.step(made)
        }
    }
}

extension HistoryStore {
    public func trash(
        matching text: String, at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<DeletedRecord> {
        try await database.reading { connection in
            let trash = Trash(connection)
            let deletedRecords = try matching(
                text, from: start, limit: limit + 1, key: \.record.id, words: \.record.name
            ) { try trash.deletedRecords(of: try trash.deletions(at: $0, limit: $1)) }
            return ResultPage(read: deletedRecords, limit: limit, at: start)
        }
    }

    public func deletedRecords(of recordIDs: [RecordID]) async throws -> [DeletedRecord] {
        try await database.reading { connection in
            let trash = Trash(connection)
            return try trash.deletedRecords(of: try trash.deletions(of: recordIDs))
        }
    }

    @discardableResult
    public func restore(_ recordIDs: [RecordID], in context: CommandContext) async throws -> [RecordReference] {
        let today = Conventions.current.today()
        return try await database.writing(in: context, foreignKeys: .off) { connection in
            let step = ActiveStep(context, at: clock.now)
            try connection.recording(step, collectingIn: context.dryRun) {
                let deletions = try Trash(connection).deletions(of: recordIDs)
                var restoration = Restoration(on: connection)
                try restoration.restore(deletions)
                let notes = deletions.compactMap { Note.ID($0.id)?.rawValue }
                var contacts = LastContactUpdate(on: today, SearchIndexer(connection))
                for note in try Note.table.fetch(notes, tied: nil, from: connection) {
                    contacts.add(note.content, isNew: false)
                }
                try contacts.write()
                try RestoredUIDs(connection: connection).requireFree(deletions)
            }
            return try connection.references(to: recordIDs)
        }
    }

    @discardableResult
    public func purge(_ recordIDs: [RecordID], in context: CommandContext) async throws -> PurgeReport {
        if !context.isDryRun { try await database.rejectReaders() }
        return try await database.writing(in: context) { connection in
            let trash = Trash(connection)
            let deletions = try trash.deletions(of: recordIDs)
            if let dryRun = context.dryRun {
                dryRun.add(try trash.deletedRecords(of: deletions).map(RecordChange.init(purging:)))
                return PurgeReport()
            }
            let present = ActiveStep(context, as: .purge, at: clock.now)
            let photos = try trash.photos(of: recordIDs)
            let kept = PurgedCards(recordIDs, connection)
            let remotes = try kept.remotesToSynchronize(deletedBy: deletions)
            try connection.recording(present) {
                try kept.wipe()
                try trash.wipe(recordIDs)
                _ = try present.insert(on: connection)
            }
            try SearchIndexer(connection).removeDeleted()
            return PurgeReport(photos: photos, remotes: remotes)
        }
    }

    public func erase() async throws {
        let isNeeded = try await database.reading { try $0.hasRow("SELECT 1 FROM change WHERE action = 'purged'") }
        if isNeeded { try await database.erase() }
    }
}

extension RecordChange {
    fileprivate init(purging deleted: DeletedRecord) {
        self.init(record: deleted.record, action: .purged, fields: [])
    }
}

/// Returns the items that match the text, in reading order, up to a limit. Reads batches until it has found enough
/// items.
/// - Parameters:
///   - text: The text to match, or an empty string to match all items.
///   - key: A closure that returns the key of an item, from which the next batch continues.
///   - words: A closure that returns the searched text of an item.
///   - read: A closure that reads a batch.
func matching<Item, Key>(
    _ text: String, from start: PageCursor<Key>, limit: Int, key: (Item) -> Key, words: (Item) -> String,
    read: (PageCursor<Key>, Int) throws -> [Item]
) throws -> [Item] {
    guard let wanted = WordPrefixFilter(text) else { return try read(start, limit) }
    let batchSize = 200
    var found: [Item] = []
    var start = start
    while found.count < limit {
        let batch = try read(start, batchSize)
        found += batch.filter { wanted.matches(words($0)) }
        guard batch.count == batchSize, let last = batch.last.map(key) else { break }
        start = start.isBackwards ? .before(last) : .after(last)
    }
    return Array(found.prefix(limit))
}

/// A reader of the changes to accounts, except for those to their cards, which are changes to records.
struct AccountHistory {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The titles of the recorded columns.
    static let titles: [String: Title] = [
        "name": "Name", "passphrase_hash": "Passphrase", "person_id": "Contact card",
    ]

    func changes(of step: Step.ID) throws -> [AccountChange] {
        try connection.all(
            """
            SELECT old.name, new.name, old.passphrase_hash IS NOT NULL, new.passphrase_hash IS NOT NULL,
                old.passphrase_hash IS NOT new.passphrase_hash
            FROM change
            LEFT JOIN account_past AS old ON old.change_id = change.id AND old.is_new = 0
            LEFT JOIN account_past AS new ON new.change_id = change.id AND new.is_new = 1
            WHERE step_id = ?1 AND kind = 'person' AND record_id IS NULL AND table_name = 'account'
            ORDER BY change.id
            """, binding: step
        ) { row in
            let (old, new) = (row[0] as String?, row[1] as String?)
            return (new ?? old).map { name in
                var fields: [FieldChange] = []
                if old != new {
                    fields.append(FieldChange(key: "name", title: "Name", old: old ?? "", new: new ?? ""))
                }
                if row[4] {
                    let (former, present) = (row[2] as Bool, row[3] as Bool)
                    fields.append(
                        FieldChange(
                            key: "passphrase", title: "Passphrase", old: former ? Passphrase.mask : "",
                            new: present ? Passphrase.mask : ""))
                }
                let action: RecordChange.Action = old == nil ? .added : new == nil ? .deleted : .changed
                return AccountChange(name: name, action: action, fields: fields)
            }
        }.compactMap(\.self)
    }

    /// Returns the name of the account before a change or, if the change added the account, after it.
    func name(before change: Int64) throws -> String {
        let sql = "SELECT name FROM account_past WHERE change_id = ?1 ORDER BY is_new LIMIT 1"
        return try connection.first(sql, binding: change) { $0[0] as String? ?? "" } ?? ""
    }
}
