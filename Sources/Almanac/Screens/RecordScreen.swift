import Display
import Localization
import Model
import Navigation

/// One record: all its fields and what it leads to.
struct RecordScreen<Content: Presentable>: Screen {
    let record: Record<Content>
    let page: Page
    let navigator: any RecordNavigator & NoteNavigator
    /// What this kind of record answers beside what all of them do.
    var extraCommands: [Command] = []

    /// - Parameters:
    ///   - relatives: The records that its relations name.
    ///   - derived: What follows from its fields.
    ///   - remark: What else there is to say.
    init(
        _ record: Record<Content>, isFavorite: Bool, today: CivilDate, relatives: [RecordReference] = [],
        derived: Table? = nil, remark: Message? = nil, navigator: any RecordNavigator & NoteNavigator,
        extraCommands: [Command] = []
    ) {
        self.record = record
        self.navigator = navigator
        self.extraCommands = extraCommands
        var page = record.page(isFavorite: isFavorite, on: today, relatives: relatives)
        if let derived { page.blocks.insert(.table(derived), at: 1) }
        if let remark { page.blocks.insert(.message([remark]), at: 0) }
        self.page = page
    }

    var commands: [Command] { extraCommands + common + [related] + (Content.kind == .note ? [] : [note]) }

    private var common: [Command] {
        let address = record.address
        return [
            Command("show", [Parameter("ROW", .row)], about: "the record in that row") { invocation in
                guard let row = invocation.row(invocation.arguments[0]) else { return nil }
                return navigator.didSelect(row)
            },
            Command(
                "edit", [Parameter("FIELD=VALUE", .fields(FieldHint.all(of: Content.kind)), .any)],
                options: [.editor, .ifVersion, .dryRun],
                about: "this record; without fields the form", effect: .changes
            ) { invocation in
                guard let words = try? FieldAssignment.all(in: invocation.arguments) else { return nil }
                return try await navigator.wantsEdit(address, words, in: invocation)
            },
            Command("delete", options: [.yes, .dryRun], about: "this record", effect: .changes) { invocation in
                try await navigator.wantsDelete([address], in: invocation)
            },
            Command(
                "favorite", options: [.dryRun], about: "keep this record among the favorites", effect: .changes
            ) { try await navigator.wantsFavorite(true, address, in: $0) },
            Command(
                "unfavorite", options: [.dryRun], about: "take this record out of the favorites", effect: .changes
            ) { try await navigator.wantsFavorite(false, address, in: $0) },
            Command("web", about: "its page in the browser") { _ in
                guard let web = record.content.webAddress.flatMap(WebAddress.init) else {
                    throw CommandProblem.noWebPage(record.content.title)
                }
                return .visit(web)
            },
        ]
    }

    /// Leads to the only record that is related in some way, or shows those there are, numbered as on the page.
    private var related: Command {
        let tables = page.blocks.compactMap { block in
            if case .table(let table) = block, table.rows.contains(where: { $0.address != nil }) { table } else { nil }
        }
        return Command(
            "related", [Parameter("WHAT", .choice(tables.map(\.key)), .optional)],
            about: "what this record leads to: its only one of that sort, or a list", examples: ["related notes"]
        ) { invocation in
            let word = invocation.arguments.first
            guard word.flatMap({ RecordID($0) }) == nil else { return nil }
            let found = tables.filter { word == nil || $0.key == word }
            guard !found.isEmpty else {
                let known = tables.map(\.key).joined(separator: ", ")
                throw CommandProblem.notHere(
                    "\(record.content.title) has no \(word ?? "relations").",
                    next: known.isEmpty ? "“edit” gives it some." : "It has: \(known).")
            }
            if word != nil, found[0].rows.count == 1, let only = found[0].rows[0].address.flatMap({ RecordID($0) }) {
                return navigator.didSelect(only)
            }
            return .tell(Page("Related to \(record.content.title)", found.map(Block.table)))
        }
    }

    private var note: Command {
        let address = record.address
        return Command(
            "note", [Parameter("TOPIC", .text, .optional), Parameter("TEXT", .text, .optional)],
            options: [.editor, .dryRun], about: "about this record; without a text the form",
            examples: ["note 'Plans' 'Bring them back.'"],
            effect: .changes
        ) { invocation in
            guard invocation.arguments.first.flatMap({ RecordID($0) }) == nil else { return nil }
            return try await navigator.wantsNote(about: address, invocation.arguments, in: invocation)
        }
    }
}
