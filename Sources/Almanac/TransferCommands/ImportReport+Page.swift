import Display
import Interchange
import Localization
import Model

extension ImportReport {
    /// Returns the page that reports on a contact import.
    func page(_ outcome: ImportOutcome) -> Page {
        let table = Table("cases", columns: Self.caseColumns, rows: cases.map(\.row))
        let known = cases.isEmpty ? [] : [Block.table(table)]
        var page = Page("", [.message([sentence(outcome)])] + known + notices, forPrograms: [.record(fields)])
        page.outcome = Page.Outcome(accepted: accepted, rejected: rejections.count)
        return page
    }

    /// The page of the review. Its numbered rows show the decisions.
    var review: Page {
        let table = Table(
            "cases", columns: Self.caseColumns, rows: cases.map(\.row),
            firstNumber: 1, placeholder: "No card matches an existing contact.")
        var hints: [Message] = []
        if omittedCases > 0 {
            hints.append("Only the first \(cases.count) of \(cases.count + omittedCases) cards are listed.")
        }
        hints.append(
            isOpen
                ? """
                Use “merge”, “skip”, or “keep-both” with row numbers, with “changed” or “possible”, or alone for all \
                undecided cards.
                """
                : "Use “import” to import the cards.")
        return Page(
            "Import", [.message([sentence(.dryRun)]), .table(table), .message(hints)] + notices,
            forPrograms: [.record(fields)])
    }

    private func sentence(_ outcome: ImportOutcome) -> Message {
        let kinds = Kind.allCases.compactMap { kind in
            counts[kind].map { "\($0) \(kind.words)" as Message }
        }
        let cards: Message = kinds.isEmpty ? "no cards" : kinds.joined(separator: ", ")
        let others: [Message] = [
            count(groups, "new group"), count(notes, "note"), count(photos, "photo"),
            rejections.count > 0 ? "\(rejections.count) rejected" : nil,
        ].compactMap(\.self)
        let all = ([cards] + others).joined(separator: "; ")
        return outcome.sentence(all)
    }

    private var notices: [Block] {
        rejections.blocks("rejections", "Rejected") + warnings.blocks("warnings", "Warnings")
    }

    private static let caseColumns = [
        Column("decision", "Decision"), Column("kind", "Card"), Column("name", "Name"),
        Column("present", "Existing contact"), Column("changes", "Changes"), Column("conflicts", "Conflicts"),
        Column("reasons", "Reason"), Column("place", "Location"),
    ]

    private var fields: [Field] {
        Kind.allCases.map { Field($0.rawValue, $0.rawValue, .integer(counts[$0, default: 0])) } + [
            Field("groups", "Groups", .integer(groups)), Field("notes", "Notes", .integer(notes)),
            Field("photos", "Photos", .integer(photos)), Field("rejected", "Rejected", .integer(rejections.count)),
            Field("warned", "Warnings", .integer(warnings.count)),
            Field("cases", "Cases", .list(cases.map { .parts($0.row.fields) })),
            Field("rejections", "Rejections", rejections.value),
            Field("warnings", "Warnings", warnings.value),
        ]
    }
}

extension ImportReport.Kind {
    fileprivate var words: Message {
        switch self {
        case .new: "new"
        case .changed: "changed"
        case .older: "older"
        case .same: "unchanged"
        case .possible: "possible duplicate"
        }
    }
}

extension ImportReport.Case {
    fileprivate var row: Row {
        Row(
            address: present?.address.description,
            [
                Field("decision", "Decision", decision.map { .text($0.rawValue) } ?? .none),
                Field("kind", "Card", .words(kind.words)), Field("name", "Name", .text(name)),
                Field("present", "Existing contact", present.map(Value.reference) ?? .none),
                Field("changes", "Changes", effects.changes.value),
                Field("conflicts", "Conflicts", effects.conflicts.value),
                Field("reasons", "Reason", .list((reasons?.phrases ?? []).map(Value.words))),
                Field("place", "Location", .text(orNone: place?.description ?? "")),
            ])
    }
}

extension [Title] {
    fileprivate var value: Value { .list(map { .words(Message(title: $0)) }) }
}

extension TableColumns {
    /// A table of the column mapping of the file.
    var table: Table {
        Table(
            "columns", columns: [Column("heading", "Column"), Column("field", "Field")],
            rows: columns.map { column in
                Row([
                    Field("heading", "Column", .text(column.heading)), Field("field", "Field", .text(column.words)),
                ])
            })
    }
}

extension ImportWarnings {
    /// Returns a table with a title, or no blocks if there are no items.
    func blocks(_ key: String, _ title: Title) -> [Block] {
        Block.excerpt(key, title, Self.columns, reported.map(\.row), of: count)
    }

    var value: Value { .list(reported.map { .parts($0.row.fields) }) }

    private static let columns = [Column("place", "Location"), Column("sentence", "Message", isProse: true)]
}

extension ImportWarning {
    fileprivate var row: Row {
        Row([
            Field("place", "Location", .text(place.description)), Field("file", "File", .text(place.file)),
            Field("line", "Line", .integer(orNone: place.line)),
            Field("column", "Column", .integer(orNone: place.column)),
            Field("card", "Card", .integer(orNone: place.number)), Field("sentence", "Message", .words(sentence)),
        ])
    }
}

extension Block {
    /// Returns a table with a title that mentions omitted rows, or no blocks if there are no rows.
    static func excerpt(
        _ key: String, _ title: Title, _ columns: [Column], _ rows: [Row], of total: Int
    ) -> [Block] {
        guard !rows.isEmpty else { return [] }
        let heading: Message =
            total > rows.count
            ? "\(title: title) (the first \(rows.count) of \(total)):" : "\(title: title):"
        return [.prose(heading), .table(Table(key, columns: columns, rows: rows))]
    }
}
