import Display
import Interchange
import Model
import Wording

extension ImportReport {
    /// What was taken in, and what stands out.
    func page(isRehearsed: Bool) -> Page {
        let blocks = [
            table("cases", "", Self.caseColumns, cases.map(\.row)),
            table("rejections", "Not read", Self.remarkColumns, rejections.map(\.row), of: rejected),
            table("warnings", "Not taken at their word", Self.remarkColumns, warnings.map(\.row), of: warned),
        ].flatMap(\.self)
        return Page("", [.message([sentence(isRehearsed: isRehearsed)])] + blocks, forPrograms: [.record(fields)])
    }

    private func sentence(isRehearsed: Bool) -> Message {
        let kinds = Kind.allCases.compactMap { kind in
            counts[kind].map { "\($0) \(kind.words)" as Message }
        }
        let cards: Message = kinds.isEmpty ? "no card" : kinds.joined(separator: ", ")
        let others: [Message] = [
            count(groups, "new group"), count(notes, "note"), count(photos, "photo"),
            rejected > 0 ? "\(rejected) not read" : nil,
        ].compactMap(\.self)
        let all = ([cards] + others).joined(separator: "; ")
        if isRehearsed { return "Nothing was changed. There would be \(all)." }
        let changesSomething = counts.contains { $0.key != .same }
        return changesSomething ? "Imported: \(all). “undo” takes that back." : "Imported: \(all)."
    }

    private func table(_ key: String, _ title: Title, _ columns: [Column], _ rows: [Row], of total: Int? = nil)
        -> [Block]
    {
        guard !rows.isEmpty else { return [] }
        let heading: Message =
            if let total, total > rows.count {
                "\(title: title) (the first \(rows.count) of \(total)):"
            } else {
                "\(title: title):"
            }
        return (title.isEmpty ? [] : [.prose(heading)]) + [.table(Table(key, columns: columns, rows: rows))]
    }

    private static let caseColumns = [
        Column("kind", "Card"), Column("name", "Name"), Column("present", "Here"), Column("reasons", "Because of"),
        Column("place", "Where"),
    ]

    private static let remarkColumns = [Column("place", "Where"), Column("sentence", "What")]

    private var fields: [Field] {
        Kind.allCases.map { Field($0.rawValue, $0.rawValue, .integer(counts[$0, default: 0])) } + [
            Field("groups", "Groups", .integer(groups)), Field("notes", "Notes", .integer(notes)),
            Field("photos", "Photos", .integer(photos)), Field("rejected", "Not read", .integer(rejected)),
            Field("warned", "Warnings", .integer(warned)),
            Field("cases", "Cases", .list(cases.map { .parts($0.row.fields) })),
            Field("rejections", "Rejections", .list(rejections.map { .parts($0.row.fields) })),
            Field("warnings", "Warnings", .list(warnings.map { .parts($0.row.fields) })),
        ]
    }
}

extension ImportReport.Kind {
    fileprivate var words: Message {
        switch self {
        case .new: "new"
        case .changed: "changed"
        case .same: "the same"
        case .inDoubt: "in doubt"
        }
    }
}

extension ImportReport.Case {
    fileprivate var row: Row {
        Row([
            Field("kind", "Card", .words(kind.words)), Field("name", "Name", .text(name)),
            Field("present", "Here", present.map(Value.reference) ?? .none),
            Field("reasons", "Because of", .list((reasons?.phrases ?? []).map(Value.words))),
            Field("place", "Where", .text(orNone: place?.description ?? "")),
        ])
    }
}

extension ImportReport.Remark {
    private var place: String {
        guard let line, let card else { return file }
        return CardPlace(file: file, line: line, number: card).description
    }

    fileprivate var row: Row {
        Row([
            Field("place", "Where", .text(place)), Field("file", "File", .text(file)),
            Field("line", "Line", line.map(Value.integer) ?? .none),
            Field("card", "Card", card.map(Value.integer) ?? .none), Field("sentence", "What", .words(sentence)),
        ])
    }
}
