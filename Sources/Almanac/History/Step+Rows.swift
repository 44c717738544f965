import Display
import Localization
import Model
import Navigation

extension Step {
    static let columns = [
        Column("number", "Step", .trailing), Column("time", "Time", isIdentifying: true),
        Column("command", "Command", isIdentifying: true), Column("state", "State"),
        Column("records", "Records", .trailing),
        Column("author", "By"),
    ]

    static let columnsForPrograms = [
        Column("number", "Step", .trailing), Column("time", "Time"), Column("author", "By"),
        Column("command", "Command"),
        Column("records", "Records", .trailing), Column("undone", "Undone"),
    ]

    static let keysForPrograms = [
        "number", "time", "command", "author", "outside", "undone", "undoes", "redoes", "records",
    ]

    /// The name of the account that made the changes, or `nil` for a guest or another program.
    var author: String? { if case .command(_, let name) = origin { name } else { nil } }

    var authorWords: Message {
        if origin == .outside { return "another program" }
        return author.map { "\($0)" } ?? "guest"
    }

    /// The command line, or `nil` for changes by another program.
    var command: String? { if case .command(let line, _) = origin { line } else { nil } }

    /// A phrase such as `step 12 (delete persons/7)`.
    var words: Message {
        command.map { "step \(id.rawValue) (\($0))" } ?? "step \(id.rawValue) (\(authorWords))"
    }

    /// A phrase such as `12 records`, or `nil` if there are no records.
    var recordWords: Message? { hasMoreRecords ? "more than \(Self.countLimit) records" : count(records, "record") }

    private var stateWords: Message? {
        if isUndone { return "undone" }
        switch role {
        case .edit: return nil
        case .undo(let id): return "undoes step \(id.rawValue)"
        case .redo(let id): return "redoes step \(id.rawValue)"
        case .purge: return "permanent"
        }
    }

    func row(_ clock: Clock) -> Row {
        Row(
            address: Path(id.route).description,
            [
                Field("number", "Step", .text(String(id.rawValue))),
                Field("time", "Time", .time(time, clock)),
                Field("command", "Command", .text(orNone: command ?? "")),
                Field("state", "State", .words(orNone: stateWords)),
                Field("records", "Records", hasMoreRecords ? .text("\(Self.countLimit)+") : .integer(records)),
                Field("author", "By", .words(authorWords)),
            ])
    }

    func fieldsForPrograms(_ clock: Clock) -> [Field] {
        var undoes = Int?.none
        var redoes = Int?.none
        switch role {
        case .edit, .purge: break
        case .undo(let id): undoes = Int(id.rawValue)
        case .redo(let id): redoes = Int(id.rawValue)
        }
        return [
            Field("number", "Step", .integer(Int(id.rawValue))),
            Field("time", "Time", .time(time, clock)),
            Field("command", "Command", .text(orNone: command ?? "")),
            Field("author", "By", .text(orNone: author ?? "")),
            Field("outside", "Another program", .flag(origin == .outside)),
            Field("undone", "Undone", .flag(isUndone)),
            Field("undoes", "Undoes", .integer(orNone: undoes)),
            Field("redoes", "Redoes", .integer(orNone: redoes)),
            Field("records", "Records", .integer(orNone: hasMoreRecords ? nil : records)),
        ]
    }
}

extension Step {
    /// Returns a summary of the step and a hint on how to undo it.
    ///
    /// - Parameter changes: The changes of the step, or at least the first ten.
    func statusLine(_ changes: [RecordChange]) -> Message {
        // A note that was added together with its subject is mentioned last.
        let isAddition = changes.allSatisfy { $0.action == .added }
        let isNote = { (change: RecordChange) in isAddition && change.record.id.kind == .note }
        let ordered = changes.filter { !isNote($0) } + changes.filter(isNote)
        let sentences: [Message] =
            if changes.count <= 2 {
                ordered.map(\.sentence)
            } else if let addition = addition(among: changes), let others = count(records - 1, "other record") {
                [addition.sentence, "\(Action.changed.verb) \(others)."]
            } else {
                ["\(Action.changed.verb) \(recordWords ?? "no records")."]
            }
        return (sentences + ["Use “undo” to reverse this."]).joined()
    }

    /// Returns the addition if the step added exactly one record and only changed other records. Returns `nil`
    /// otherwise, or if `changes` is incomplete.
    private func addition(among changes: [RecordChange]) -> RecordChange? {
        let others = changes.filter { $0.action != .added }
        guard changes.count == records, others.count == records - 1, others.allSatisfy({ $0.action == .changed })
        else { return nil }
        return changes.first { $0.action == .added }
    }

    private typealias Action = RecordChange.Action
}

extension RecordChange {
    /// A sentence that names the record and, for a changed record, its changed fields.
    fileprivate var sentence: Message {
        let name: Message = "\(record.name) (\(record.id))"
        guard action == .changed else { return "\(action.verb) \(name)." }
        let titles = fields.map(\.title).unique.map(Message.init(title:)).joined(separator: ", ")
        return "\(action.verb) \(name): \(titles)."
    }
}

extension RecordChange.Action {
    fileprivate var verb: Message {
        switch self {
        case .added: "Added"
        case .changed: "Changed"
        case .deleted: "Deleted"
        case .purged: "Purged"
        }
    }
}

/// A step in the history of one record: the changes to the record and its memberships.
struct RecordStep: Hashable, Sendable {
    let step: Step
    let recordID: RecordID
    let changes: [RecordChange]

    init(step: Step, about id: RecordID, changes: [RecordChange]) {
        self.step = step
        self.recordID = id
        let groups = changes.filter { $0.record.id != id }
        self.changes = changes.filter { $0.record.id == id } + groups.map(RecordStep.membersOnly)
    }

    private static func membersOnly(_ change: RecordChange) -> RecordChange {
        RecordChange(
            record: change.record, action: change.action,
            fields: change.fields.filter { ["membership", "planet"].contains($0.key) })
    }

    /// The name of the record after the step, or before its deletion; `nil` if the step did not change the record
    /// itself.
    var name: String? { changes.first { $0.record.id == recordID }?.record.name }

    static let columns = [
        Column("number", "Step", .trailing), Column("time", "Time"), Column("action", "Change"),
        Column("field", "Field", isIdentifying: true), Column("old", "Before"),
        Column("new", "After", isIdentifying: true),
    ]

    static let columnsForPrograms = Step.columnsForPrograms + RecordChange.columnsForPrograms

    /// Returns a row for each changed field. Only the first row contains the step.
    func rows(_ clock: Clock) -> [Row] {
        let head = step.row(clock)
        let fields = changes.flatMap { $0.fields.rows($0.action, of: $0.record.id == recordID ? nil : $0.record.name) }
        return fields.enumerated().map { index, fields in
            Row(address: head.address, index == 0 ? head.fields + fields : fields)
        }
    }

    /// Returns a row for each changed record.
    func rowsForPrograms(_ clock: Clock) -> [Row] {
        changes.map { Row(step.fieldsForPrograms(clock) + $0.fieldsForPrograms) }
    }
}

// Human-readable output has a row for each field of a change. Machine-readable output has one row for each change.
extension RecordChange {
    static let columns = [
        Column("name", "Record"), Column("action", "Change"), Column("field", "Field", isIdentifying: true),
        Column("old", "Before"), Column("new", "After", isIdentifying: true), Column("id", "ID", isWhole: true),
    ]

    static let columnsForPrograms = [
        .id, Column("name", "Name"), Column("action", "Change"), Column("fields", "Fields"),
    ]

    /// The rows of the change. Only the first row contains the record.
    var rows: [Row] {
        fields.rows(action).enumerated().map { index, fields in
            Row(
                address: record.id.description,
                index > 0
                    ? fields
                    : [
                        Field("name", "Record", .text(record.name)),
                        Field("id", "ID", .text(record.id.description)),
                    ] + fields)
        }
    }

    var fieldsForPrograms: [Field] {
        [
            Field("id", "ID", .text(record.id.description)),
            Field("name", "Name", .text(record.name)),
            Field("action", "Change", .text(action.rawValue)),
            Field("fields", "Fields", fields.value),
        ]
    }

    /// The change that results from undoing this change.
    var reversed: RecordChange {
        RecordChange(record: record, action: action.reversed, fields: fields.map(\.reversed))
    }
}

extension AccountChange {
    static let columns = [
        Column("name", "Account"), Column("action", "Change"), Column("field", "Field", isIdentifying: true),
        Column("old", "Before"), Column("new", "After", isIdentifying: true),
    ]

    static let columnsForPrograms = [Column("name", "Name"), Column("action", "Change"), Column("fields", "Fields")]

    /// The rows of the change. Only the first row contains the name of the account.
    var rows: [Row] {
        fields.rows(action).enumerated().map { index, fields in
            Row(index > 0 ? fields : [Field("name", "Account", .text(name))] + fields)
        }
    }

    var fieldsForPrograms: [Field] {
        [
            Field("name", "Name", .text(name)),
            Field("action", "Change", .text(action.rawValue)),
            Field("fields", "Fields", fields.value),
        ]
    }

    /// The change that results from undoing this change.
    var reversed: AccountChange {
        AccountChange(name: name, action: action.reversed, fields: fields.map(\.reversed))
    }
}

extension RecordChange.Action {
    fileprivate var reversed: Self {
        switch self {
        case .added: .deleted
        case .changed: .changed
        case .deleted: .added
        case .purged: .purged
        }
    }
}

extension FieldChange {
    fileprivate var reversed: FieldChange { FieldChange(key: key, title: title, old: new, new: old) }

    /// Returns excerpts of two long texts around their first difference. Short texts are returned unchanged.
    fileprivate static func excerpts(of old: String, _ new: String) -> (String, String) {
        let limit = 400
        guard max(old.utf8.count, new.utf8.count) > limit else { return (old, new) }
        let same = zip(old, new).prefix { $0 == $1 }.count
        let start = same > limit / 2 ? same - limit / 4 : 0
        func excerpt(_ text: String) -> String {
            let rest = text.dropFirst(start)
            let shown = rest.prefix(limit)
            return (start > 0 ? "…" : "") + shown + (shown.endIndex < rest.endIndex ? "…" : "")
        }
        return (excerpt(old), excerpt(new))
    }
}

extension [FieldChange] {
    /// The changes as a machine-readable value.
    fileprivate var value: Value { .list(map { .change($0.key, old: $0.old, new: $0.new) }) }

    /// Returns a row for each changed field, or a single row if no field has changed.
    ///
    /// - Parameter name: The name of the record to show before each field, or `nil` to omit it.
    fileprivate func rows(_ action: RecordChange.Action, of name: String? = nil) -> [[Field]] {
        let action = Field("action", "Change", .text(action.rawValue))
        let rows = map { field in
            let (old, new) = FieldChange.excerpts(of: field.old, field.new)
            return [
                Field(
                    "field", "Field", .words(name.map { "\($0): \(title: field.title)" } ?? Message(title: field.title))
                ),
                Field("old", "Before", .text(orNone: old)),
                Field("new", "After", .text(orNone: new)),
            ]
        }
        guard let first = rows.first else { return [[action]] }
        return [[action] + first] + rows.dropFirst()
    }
}

extension DryRunResult {
    /// A page with the changes to each record or with a summary, or `nil` if the dry run collected neither.
    var page: Page? {
        if let summary { return .message("Dry run. \(summary)") }
        guard let changes else { return nil }
        let sentence: Message =
            count(changes.items.count, "record").map {
                changes.hasMore
                    ? "Dry run. This would change more than \($0):" : "Dry run. This would change \($0):"
            } ?? "Dry run. Nothing would change."
        let rows = changes.items.flatMap(\.rows)
        let table = Table("changes", columns: RecordChange.columns, rows: rows)
        let programs = Table(
            "changes", columns: RecordChange.columnsForPrograms, rows: changes.items.map { Row($0.fieldsForPrograms) })
        return Page(
            "", [.message([sentence])] + (rows.isEmpty ? [] : [.table(table)]), forPrograms: [.table(programs)])
    }
}
