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

    /// The name of the account that made the change, or `nil` for a guest or another program.
    var author: String? { if case .command(_, let name) = origin { name } else { nil } }

    var authorWords: Message {
        if origin == .outside { return "another program" }
        return author.map { "\($0)" } ?? "guest"
    }

    /// The command line, or `nil` for a change by another program.
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
    /// - Parameter changes: The changes of the step, or at least the first three.
    func statusLine(_ changes: [RecordChange]) -> Message {
        let isNamed = changes.count == 1 || changes.count == 2 && changes[0].action != changes[1].action
        let sentences =
            isNamed ? changes.map(\.sentence) : ["\(Action.changed.verb) \(recordWords ?? "no records")."]
        return (sentences + ["Use “undo” to reverse this."]).joined()
    }

    private typealias Action = RecordChange.Action
}

extension RecordChange {
    /// A sentence that names the record and, for a changed record, its changed fields.
    fileprivate var sentence: Message {
        let name: Message = "\(record.name) (\(record.address))"
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
    let address: RecordID
    let changes: [RecordChange]

    init(step: Step, about address: RecordID, changes: [RecordChange]) {
        self.step = step
        self.address = address
        let groups = changes.filter { $0.record.address != address }
        self.changes = changes.filter { $0.record.address == address } + groups.map(RecordStep.membersOnly)
    }

    private static func membersOnly(_ change: RecordChange) -> RecordChange {
        RecordChange(
            record: change.record, action: change.action,
            fields: change.fields.filter { ["membership", "planet"].contains($0.key) })
    }

    /// The name of the record after the step, or the name before its deletion.
    var name: String? { changes.first { $0.record.address == address }?.record.name }

    static let columns = [
        Column("number", "Step", .trailing), Column("time", "Time"), Column("action", "Change"),
        Column("field", "Field", isIdentifying: true), Column("old", "Before"),
        Column("new", "After", isIdentifying: true),
    ]

    static let columnsForPrograms = Step.columnsForPrograms + RecordChange.columnsForPrograms

    /// Returns a row for each changed field. Only the first row contains the step.
    func rows(_ clock: Clock) -> [Row] {
        let head = step.row(clock)
        let fields = changes.flatMap { $0.fieldRows(of: $0.record.address == address ? nil : $0.record.name) }
        return fields.enumerated().map { index, fields in
            Row(address: head.address, index == 0 ? head.fields + fields : fields)
        }
    }

    /// Returns a row for each changed record.
    func rowsForPrograms(_ clock: Clock) -> [Row] {
        changes.map { Row(step.fieldsForPrograms(clock) + $0.fieldsForPrograms) }
    }
}
