import Display
import Interchange
import Localization
import Model

extension ImportReport {
    /// What was taken in, and what stands out.
    func page(_ outcome: ImportOutcome) -> Page {
        let table = Table("cases", columns: Self.caseColumns, rows: cases.map(\.row))
        let known = cases.isEmpty ? [] : [Block.table(table)]
        let remarks =
            rejections.blocks("rejections", "Not read") + warnings.blocks("warnings", "Not taken at their word")
        return Page(
            "", [.message([sentence(outcome)])] + known + remarks, forPrograms: [.record(fields)])
    }

    private func sentence(_ outcome: ImportOutcome) -> Message {
        let kinds = Kind.allCases.compactMap { kind in
            counts[kind].map { "\($0) \(kind.words)" as Message }
        }
        let cards: Message = kinds.isEmpty ? "no card" : kinds.joined(separator: ", ")
        let others: [Message] = [
            count(groups, "new group"), count(notes, "note"), count(photos, "photo"),
            rejections.count > 0 ? "\(rejections.count) not read" : nil,
        ].compactMap(\.self)
        let all = ([cards] + others).joined(separator: "; ")
        return outcome.sentence(all)
    }

    private static let caseColumns = [
        Column("kind", "Card"), Column("name", "Name"), Column("present", "Here"), Column("reasons", "Because of"),
        Column("place", "Where"),
    ]

    private var fields: [Field] {
        Kind.allCases.map { Field($0.rawValue, $0.rawValue, .integer(counts[$0, default: 0])) } + [
            Field("groups", "Groups", .integer(groups)), Field("notes", "Notes", .integer(notes)),
            Field("photos", "Photos", .integer(photos)), Field("rejected", "Not read", .integer(rejections.count)),
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
