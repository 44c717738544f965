import Display
import Localization
import Model

/// Steps of the history as rows, for people and for programs.
extension Step {
    static let columns = [
        Column("number", "Step", .trailing), Column("time", "When", isIdentifying: true),
        Column("command", "What", isIdentifying: true), Column("state", "State"),
        Column("records", "Records", .trailing),
        Column("author", "By"),
    ]

    static let columnsForPrograms = [
        Column("number", "Step", .trailing), Column("time", "When"), Column("author", "By"), Column("command", "What"),
        Column("records", "Records", .trailing), Column("undone", "Undone"),
    ]

    static let keysForPrograms = [
        "number", "time", "command", "author", "outside", "undone", "undoes", "redoes", "records",
    ]

    /// The account that did it; nil for a guest and for another program.
    var author: String? { if case .command(_, let name) = origin { name } else { nil } }

    var authorWords: Message {
        if origin == .outside { return "another program" }
        return author.map { "\($0)" } ?? "guest"
    }

    /// The line that did it; nil for another program's.
    var command: String? { if case .command(let line, _) = origin { line } else { nil } }

    /// `step 12 (delete persons/7)`.
    var words: Message {
        command.map { "step \(id.rawValue) (\($0))" } ?? "step \(id.rawValue) (\(authorWords))"
    }

    /// `12 records`; nil when there are none.
    var recordWords: Message? { hasMoreRecords ? "more than \(Self.countLimit) records" : count(records, "record") }

    private var stateWords: Message? {
        if isUndone { return "undone" }
        switch role {
        case .edit: return nil
        case .undo(let id): return "undoes \(id.rawValue)"
        case .redo(let id): return "redoes \(id.rawValue)"
        case .purge: return "for ever"
        }
    }

    func row(_ clock: Clock) -> Row {
        Row(
            address: id.path.description,
            [
                Field("number", "Step", .text(String(id.rawValue))),
                Field("time", "When", .date(iso: time.rawValue, words: clock.words(time))),
                Field("command", "What", .text(orNone: command ?? "")),
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
            Field("time", "When", .date(iso: time.rawValue, words: clock.words(time))),
            Field("command", "What", .text(orNone: command ?? "")),
            Field("author", "By", .text(orNone: author ?? "")),
            Field("outside", "Another program", .flag(origin == .outside)),
            Field("undone", "Undone", .flag(isUndone)),
            Field("undoes", "Undoes", .integer(orNone: undoes)),
            Field("redoes", "Redoes", .integer(orNone: redoes)),
            Field("records", "Records", .integer(orNone: hasMoreRecords ? nil : records)),
        ]
    }
}
