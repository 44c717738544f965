import Display
import Model

/// One record: all its fields and what it leads to.
struct RecordScreen<Content: Presentable>: Screen {
    let record: Record<Content>
    let page: Page
    let navigator: any RecordNavigator & NoteNavigator
    /// What this kind of record answers beside what all of them do.
    var extraCommands: [Command] = []

    init(
        _ record: Record<Content>, isFavorite: Bool, today: CivilDate, navigator: any RecordNavigator & NoteNavigator,
        extraCommands: [Command] = []
    ) {
        self.record = record
        self.navigator = navigator
        self.extraCommands = extraCommands
        page = record.page(isFavorite: isFavorite, on: today)
    }

    var commands: [Command] { extraCommands + common + (Content.kind == .note ? [] : [note]) }

    private var common: [Command] {
        let address = record.address
        return [
            Command("show", [Parameter("ROW", .row)], about: "the record in that row") { invocation in
                guard let row = invocation.row(invocation.arguments[0]) else { return nil }
                return navigator.didSelect(row)
            },
            Command(
                "edit", [Parameter("FIELD=VALUE", .fields, .any)], options: [.ifVersion],
                about: "this record; without fields the form", effect: .changes
            ) { invocation in
                guard let words = try? FieldAssignment.all(in: invocation.arguments) else { return nil }
                return try await navigator.wantsEdit(address, words, in: invocation)
            },
            Command("delete", options: [.yes], about: "this record", effect: .changes) { invocation in
                try await navigator.wantsDelete([address], in: invocation)
            },
            Command("favorite", about: "keep this record among the favorites", effect: .changes) { _ in
                try await navigator.wantsFavorite(true, address)
            },
            Command("unfavorite", about: "take this record out of the favorites", effect: .changes) { _ in
                try await navigator.wantsFavorite(false, address)
            },
            Command("web", about: "its page in the browser") { _ in
                guard let web = record.content.webAddress.flatMap(WebAddress.init) else {
                    throw CommandProblem.noWebPage(record.content.title)
                }
                return .visit(web)
            },
        ]
    }

    private var note: Command {
        let address = record.address
        return Command(
            "note", [Parameter("TOPIC", .text, .optional), Parameter("TEXT", .text, .optional)],
            about: "about this record; without a text the form", examples: ["note 'Plans' 'Bring them back.'"],
            effect: .changes
        ) { invocation in
            guard invocation.arguments.first.flatMap({ Address($0) }) == nil else { return nil }
            return try await navigator.wantsNote(about: address, invocation.arguments, in: invocation)
        }
    }
}
