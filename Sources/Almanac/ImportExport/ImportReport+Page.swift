import Display
import Interchange
import Localization
import Model

extension ImportReport {
    /// Returns the page that reports on a contact import.
    func page(_ outcome: ImportOutcome) -> Page {
        let rows = cases.map { $0.row(outcome) }
        let table = Table("cases", columns: Self.caseColumns, rows: rows, minimumWidth: Self.narrowestTable)
        let known = cases.isEmpty ? [] : [Block.table(table)]
        var page = Page("", [.message([sentence(outcome)])] + known + notices, forPrograms: [.record(fields(outcome))])
        page.outcome = Page.Outcome(accepted: accepted, rejected: rejections.count)
        return page
    }

    /// The page of the review. Its numbered rows show the decisions.
    var review: Page {
        let table = Table(
            "cases", columns: Self.caseColumns, rows: cases.map { $0.row(.dryRun) },
            firstNumber: 1, placeholder: "No card matches an existing contact.", minimumWidth: Self.narrowestTable)
        var hints: [Message] = []
        if omittedCases > 0 {
            hints.append("Only the first \(cases.count) of \(cases.count + omittedCases) cards are listed.")
        }
        hints.append(
            isOpen
                ? """
                Use “merge”, “skip”, or “keep-both” with row numbers, “changed”, or “possible”. Without arguments, they \
                apply to all undecided cards.
                """
                : "Use “import” to import the cards.")
        return Page(
            "Import", [.message([sentence(.dryRun)]), .table(table), .message(hints)] + notices,
            forPrograms: [.record(fields(.dryRun))])
    }

    private func sentence(_ outcome: ImportOutcome) -> Message {
        let kinds = Kind.allCases.compactMap { kind in
            counts[kind].map { "\($0) \(kind.words)" as Message }
        }
        let decided = DuplicatePolicy.allCases.compactMap { policy in
            decisions[policy].map { "\($0) \(policy.outcome)" as Message }
        }
        let open = undecided.values.reduce(0, +)
        let answers = decided + (open > 0 ? ["\(open) undecided"] : [])
        let matches = kinds.joined(separator: ", ")
        let cards: Message =
            kinds.isEmpty
            ? "no cards" : answers.isEmpty ? matches : "\(matches) (\(answers.joined(separator: ", ")))"
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
        Column("name", "Name"), Column("decision", "Decision"), Column("kind", "Card", isProse: true),
        Column("present", "Existing contact"), Column("changes", "Changes", isProse: true),
        Column("conflicts", "Conflicts", isProse: true), Column("reasons", "Reason", isProse: true),
        Column("place", "Location", isProse: true),
    ]

    /// The terminal width below which the cases are shown as cards instead of a table.
    private static let narrowestTable = 100

    private func fields(_ outcome: ImportOutcome) -> [Field] {
        Kind.allCases.map { Field($0.rawValue, $0.rawValue, .integer(counts[$0, default: 0])) } + [
            Field("groups", "Groups", .integer(groups)), Field("notes", "Notes", .integer(notes)),
            Field("photos", "Photos", .integer(photos)), Field("rejected", "Rejected", .integer(rejections.count)),
            Field("warned", "Warnings", .integer(warnings.count)),
            Field("cases", "Cases", .list(cases.map { .parts($0.row(outcome).fields) })),
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

extension DuplicatePolicy {
    /// The outcome of the decision about a card, such as “skipped”.
    fileprivate var outcome: Message {
        switch self {
        case .skip: "skipped"
        case .merge: "merged"
        case .keepBoth: "kept separately"
        }
    }
}

extension ImportReport.Case {
    fileprivate func row(_ outcome: ImportOutcome) -> Row {
        // A dry run does not keep the contacts that it adds.
        let isKept = !isAddedByImport || outcome != .dryRun
        let present = isKept ? existing.map(Value.reference) : existing.map { Self.earlierCard($0.name) }
        return Row(
            address: isKept ? existing?.id.description : nil,
            [
                Field("decision", "Decision", decision.map { .text($0.rawValue) } ?? .none),
                Field("kind", "Card", .words(kind.words)), Field("name", "Name", .text(name)),
                Field("present", "Existing contact", present ?? .none),
                Field("changes", "Changes", effects.changes.value),
                Field("conflicts", "Conflicts", effects.conflicts.value),
                Field("reasons", "Reason", .list((reasons?.phrases ?? []).map(Value.words))),
                Field("place", "Location", .text(orNone: place?.description ?? "")),
            ])
    }

    /// Returns the name of a contact without an ID.
    private static func earlierCard(_ name: String) -> Value {
        let words: Message = "\(name) (another imported card)"
        return .parts([Field("id", "ID", .none), Field("name", "Name", .formatted(name, words: words.localized))])
    }
}

extension [Message] {
    fileprivate var value: Value { .list(map { .words($0) }) }
}

extension TableColumns {
    /// A table of the file’s column mapping.
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
    /// Returns a table with the given title, or no blocks if there are no items.
    func blocks(_ key: String, _ title: Title) -> [Block] {
        Block.excerpt(key, title, Self.columns, reported.map(\.row), of: count)
    }

    var value: Value { .list(reported.map { .parts($0.row.fields) }) }

    private static let columns = [
        Column("sentence", "Message", isProse: true), Column("place", "Location", isWhole: true),
    ]
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

extension CatalogReport {
    /// Whether the catalog adds or changes planets.
    var hasChanges: Bool { [Kind.added, .changed, .annotated].contains { counts[$0, default: 0] > 0 } }

    /// Returns the page that reports on a catalog import.
    ///
    /// - Parameter isUpdated: Whether the page ends with the command that downloads the catalog for the next update.
    func page(_ outcome: ImportOutcome, isUpdated: Bool = false) -> Page {
        let tables = Kind.allCases.flatMap { kind in
            let cases = cases(of: kind)
            let total = total(kind, cases.count)
            return Block.excerpt(kind.rawValue, kind.heading, Self.caseColumns, cases.map(\.row), of: total)
        }
        let notices =
            rejections.blocks("rejections", "Rejected") + warnings.blocks("warnings", "Warnings")
        let query: [Block] =
            isUpdated
            ? [.prose("This command downloads the current catalog:"), .verbatim(ExoplanetArchiveQuery.command)] : []
        let blocks = [.message(sentences(outcome))] + groupBlocks + tables + notices + query
        var page = Page("", blocks, forPrograms: [.record(fields)])
        let accepted = Kind.allCases.filter { $0 != .gone }.reduce(0) { $0 + counts[$1, default: 0] }
        page.outcome = Page.Outcome(accepted: accepted, rejected: rejections.count)
        return page
    }

    private func cases(of kind: Kind) -> [Case] { cases.filter { $0.kind == kind } }

    private var groupBlocks: [Block] {
        groups.map { change in
            let counts = [phrase(change.added, "added"), phrase(change.removed, "removed")]
            let changes = counts.compactMap(\.self).joined(separator: "; ")
            return .prose("\(change.group.name) (\(change.group.id)): \(changes).")
        }
    }

    /// Returns a phrase such as “12 added (Ada, Ben, Cleo, Dan, Eva, …)”, or `nil` if there are no names.
    private func phrase(_ names: [String], _ verb: Title) -> Message? {
        if names.isEmpty { return nil }
        let few = names.prefix(Self.namesOfGroup) + (names.count > Self.namesOfGroup ? ["…"] : [])
        return "\(names.count) \(title: verb) (\(few.joined(separator: ", ")))"
    }

    private static let namesOfGroup = 5

    /// Returns the number of cases of a kind. Unchanged planets are counted only if there is something to report about
    /// them.
    private func total(_ kind: Kind, _ told: Int) -> Int { kind == .same ? told : counts[kind, default: 0] }

    private func sentences(_ outcome: ImportOutcome) -> [Message] {
        let rows = Kind.allCases.filter { $0 != .gone && $0 != .possible }.compactMap { kind in
            counts[kind].map { "\($0) \(kind.words)" as Message }
        }
        let skipped = counts[.possible, default: 0] - undecided
        let all: [Message] = rows + (rejections.count > 0 ? ["\(rejections.count) rejected"] : [])
        let planets: Message = all.isEmpty ? "no planets" : all.joined(separator: ", ")
        let limited = limits.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let sentences: [Message?] = [
            isOpen
                ? "Nothing has been imported yet. Apart from possible duplicates, this would import: \(planets)."
                : outcome.sentence(planets),
            skipped > 0
                ? Message(
                    skipped, one: "Skipped 1 row that may be an existing planet with a new name.",
                    other: "Skipped \(skipped) rows that may be existing planets with new names.") : nil,
            counts[.gone].map {
                Message(
                    $0, one: "1 planet is no longer in the catalog. It was kept.",
                    other: "\($0) planets are no longer in the catalog. They were kept.")
            },
            kept > 0
                ? Message(
                    kept, one: "1 value that was edited by hand was kept.",
                    other: "\(kept) values that were edited by hand were kept.") : nil,
            rounded > 0
                ? Message(
                    rounded, one: "1 value differs only by rounding and was not changed.",
                    other: "\(rounded) values differ only by rounding and were not changed.") : nil,
            isSelection ? "The file does not list all planets of the catalog. Missing planets are not reported." : nil,
            limits.isEmpty ? nil : "Skipped values that are only limits: \(limited).",
            passed > 0
                ? Message(
                    passed, one: "Skipped 1 row that is not a default solution of the archive.",
                    other: "Skipped \(passed) rows that are not default solutions of the archive.") : nil,
            otherSolutions > 0
                ? Message(
                    otherSolutions,
                    one: "Skipped 1 other row of a planet, because the file has no default_flag column.",
                    other:
                        "Skipped \(otherSolutions) other rows of planets, because the file has no default_flag column."
                ) : nil,
            otherSolutions > 0 ? "Use --solution first, newest, or complete to choose the rows." : nil,
        ]
        return sentences.compactMap(\.self)
    }

    private static let caseColumns = [
        Column("name", "Name"), Column("changes", "Changes", isProse: true), Column("place", "Location"), .id,
    ]

    private var fields: [Field] {
        Kind.allCases.map { Field($0.rawValue, $0.heading, .integer(counts[$0, default: 0])) } + [
            Field("rejected", "Rejected", .integer(rejections.count)), Field("kept", "Kept", .integer(kept)),
            Field("passed", "Other solutions", .integer(passed)),
            Field("otherSolutions", "Other rows", .integer(otherSolutions)),
            Field("undecided", "Undecided", .integer(undecided)), Field("rounded", "Rounded", .integer(rounded)),
            Field("selection", "Selection", .flag(isSelection)),
            Field(
                "groups", "Groups",
                .list(
                    groups.map { change in
                        .parts([
                            Field("id", "ID", .text(change.group.id.description)),
                            Field("name", "Name", .text(change.group.name)),
                            Field("added", "Added", .list(change.added.map(Value.text))),
                            Field("removed", "Removed", .list(change.removed.map(Value.text))),
                        ])
                    })),
            Field(
                "limits", "Limits",
                .list(limits.sorted { $0.key < $1.key }.map { .labeled($0.key, .integer($0.value)) })),
            Field("cases", "Cases", .list(Kind.allCases.flatMap(cases).map { .parts($0.row.fields) })),
            Field("rejections", "Rejections", rejections.value),
            Field("warnings", "Warnings", warnings.value),
        ]
    }
}

extension CatalogReport.Kind {
    fileprivate var words: Message {
        switch self {
        case .added: "added"
        case .changed: "changed"
        case .possible: "possibly renamed"
        case .gone: "missing"
        case .annotated: "with only new sources or uncertainties"
        case .same: "unchanged"
        }
    }

    fileprivate var heading: Title {
        switch self {
        case .added: "Added"
        case .changed: "Changed"
        case .possible: "Same star and period as an existing planet"
        case .gone: "No longer in the catalog"
        case .annotated: "New sources or uncertainties"
        case .same: "Unchanged"
        }
    }
}

extension CatalogReport.Case {
    fileprivate var row: Row {
        let changes = fields.map { field in
            let new: Message = field.new.isEmpty ? "none" : "\(field.new)"
            return field.old.isEmpty
                ? "\(title: field.title) → \(new)" as Message : "\(title: field.title) \(field.old) → \(new)"
        }
        let kept = kept.map { field in
            let own: Message = field.old.isEmpty ? "none" : "\(field.old)"
            return "conflict: \(title: field.title) \(own) (edited by hand, kept), catalog \(field.new)" as Message
        }
        return Row(
            address: record.id.description,
            [
                Field("kind", "Planet", .text(kind.rawValue)), Field("name", "Name", .text(record.name)),
                Field(
                    "changes", "Changes",
                    changes.isEmpty && kept.isEmpty ? .none : .words((changes + kept).joined(separator: "; "))),
                Field("place", "Location", .text(orNone: place?.description ?? "")),
                Field("id", "ID", .text(record.id.description)),
            ])
    }
}
