import Display
import Interchange
import Localization
import Model

extension CatalogReport {
    /// What was taken in, and what stands out.
    func page(_ outcome: ImportOutcome) -> Page {
        let tables = Kind.allCases.flatMap { kind in
            let cases = cases.filter { $0.kind == kind }
            let total = total(kind, cases.count)
            return Block.excerpt(kind.rawValue, kind.heading, Self.caseColumns, cases.map(\.row), of: total)
        }
        let remarks =
            rejections.blocks("rejections", "Not read") + warnings.blocks("warnings", "Not taken at their word")
        return Page(
            "", [.message(sentences(outcome))] + tables + remarks, forPrograms: [.record(fields)])
    }

    /// Of those that are the same only the ones with something to tell are there.
    private func total(_ kind: Kind, _ told: Int) -> Int { kind == .same ? told : counts[kind, default: 0] }

    private func sentences(_ outcome: ImportOutcome) -> [Message] {
        let rows = Kind.allCases.filter { $0 != .gone }.compactMap { kind in
            counts[kind].map { "\($0) \(kind.words)" as Message }
        }
        let all: [Message] = rows + (rejections.count > 0 ? ["\(rejections.count) not read"] : [])
        let planets: Message = all.isEmpty ? "no planet" : all.joined(separator: ", ")
        let limited = limits.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [
            outcome.sentence(planets),
            counts[.gone].map {
                Message(
                    $0, one: "1 of the catalogue here is not in it any more; it stays.",
                    other: "\($0) of the catalogue here are not in it any more; they stay.")
            },
            kept > 0
                ? Message(
                    kept, one: "1 value that was changed by hand stays as it is.",
                    other: "\(kept) values that were changed by hand stay as they are.") : nil,
            limits.isEmpty ? nil : "Only limits, and therefore left out: \(limited).",
            passed > 0
                ? Message(
                    passed, one: "1 row is not the archive's default solution.",
                    other: "\(passed) rows are not the archive's default solutions.") : nil,
        ].compactMap(\.self)
    }

    private static let caseColumns = [
        Column("name", "Name"), Column("changes", "What", isProse: true), Column("place", "Where"), .id,
    ]

    private var fields: [Field] {
        Kind.allCases.map { Field($0.rawValue, $0.heading, .integer(counts[$0, default: 0])) } + [
            Field("rejected", "Not read", .integer(rejections.count)), Field("kept", "Kept", .integer(kept)),
            Field("passed", "Other solutions", .integer(passed)),
            Field(
                "limits", "Limits",
                .list(limits.sorted { $0.key < $1.key }.map { .labeled($0.key, .integer($0.value)) })),
            Field("cases", "Cases", .list(cases.map { .parts($0.row.fields) })),
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
        case .same: "the same"
        case .gone: "gone"
        }
    }

    fileprivate var heading: Title {
        switch self {
        case .added: "Added"
        case .changed: "Changed"
        case .same: "Kept as they were"
        case .gone: "Gone from the catalogue"
        }
    }
}

extension CatalogReport.Case {
    fileprivate var row: Row {
        let changes = fields.map { field in
            let new: Message = field.new.isEmpty ? "nothing" : "\(field.new)"
            return field.old.isEmpty
                ? "\(title: field.title) → \(new)" as Message : "\(title: field.title) \(field.old) → \(new)"
        }
        let kept: [Message] =
            kept.isEmpty ? [] : ["kept as changed by hand: \(self.kept.joined(separator: ", "))"]
        return Row(
            address: record.address.description,
            [
                Field("kind", "Planet", .text(kind.rawValue)), Field("name", "Name", .text(record.name)),
                Field(
                    "changes", "What",
                    changes.isEmpty && kept.isEmpty ? .none : .words((changes + kept).joined(separator: "; "))),
                Field("place", "Where", .text(orNone: place?.description ?? "")),
                Field("id", "ID", .text(record.address.description)),
            ])
    }
}
