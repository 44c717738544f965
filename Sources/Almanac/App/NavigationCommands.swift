import Display
import Localization
import Model
import Navigation

/// The commands for navigating between screens.
struct NavigationCommands: Responder {
    let lists: [Command]
    let birthdays: BirthdaysCommand
    let show: ShowCommand
    let resolver: RecordResolver
    let persons: any ListNavigator<Person>
    let settings: any SettingsNavigator

    var commands: [Command] {
        lists + [
            Command("favorites", .limit, about: "List your favorites") { invocation, limit in
                try invocation.nearest((any AppNavigator).self).showFavorites(FavoritesState(limit: limit))
            },
            birthdays.command,
            Command(
                "ungrouped", .limit, about: "List persons without a group",
                examples: ["ungrouped", "ungrouped --limit 5 --json"]
            ) { _, limit in
                var state = ListState<Person>()
                state.isUngrouped = true
                state.limit = limit
                return persons.showList(state)
            },
            FindCommand().command,
            show.command,
            Command(
                "related", .argument("ID", .recordOrRow),
                .optional("WHAT", .text(.choice(RelatedRecords.keys))),
                about: "List related records; if WHAT matches only one, open it",
                examples: ["related persons/7", "related persons/7 notes", "related planets/tatooine --json"]
            ) { invocation, record, what in
                let id = try await resolver.id(record)
                let page = try await resolver.editor(for: id.kind).related(to: id, what)
                guard what != nil, case .table(let table)? = page.blocks.first, table.rows.count == 1,
                    let only = table.rows[0].address.flatMap({ RecordID($0) })
                else { return .tell(page) }
                return try invocation.nearest((any RecordNavigator).self).didSelect(only)
            },
            Command(
                "open", .argument("ID", .recordOrRow, screenUse: .never),
                about: "Open a record or screen; from the shell, start the prompt there",
                examples: ["open persons/7", "open persons/7/edit"]
            ) { invocation, record in
                if let path = Path(record.text) { return try invocation.nearest((any AppNavigator).self).open(path) }
                let id = try await resolver.id(record)
                return try invocation.nearest((any RecordNavigator).self).didSelect(id)
            },
            Command(
                "web", .argument("ID", .recordOrRow), about: "Open the web page of a record",
                examples: ["web planets/earth"]
            ) { invocation, record in
                let id = try await resolver.id(record)
                let editor = resolver.editor(for: id.kind)
                return try invocation.nearest((any WebPageNavigator).self).openWebPage(
                    try await editor.webAddress(of: id), of: id.description)
            },
            Command("home", about: "Go to the home screen") { invocation in
                try invocation.nearest((any AppNavigator).self).showHome()
            },
            Command("back", aliases: ["b"], about: "Go back") { _ in .back },
            Command("forward", aliases: ["f"], about: "Go forward again after “back”") { _ in .forward },
            Command("last", about: "Show the last output in full", examples: ["last", "last --csv"]) { invocation in
                var page = invocation.screen.shown
                page.isInFull = true
                return .tell(page)
            },
            Command(
                "settings", .any("FIELD=VALUE", .assignment(.fields(Settings.fields.map { FieldHint($0) }))),
                about: "Change settings; without fields, open the form",
                examples: ["settings", "settings color=never editor=nano", "settings pageSize="]
            ) { _, words in
                words.isEmpty ? settings.showSettings() : try await settings.change(words)
            },
            Command(
                "quit", aliases: ["exit", "q"], about: "Exit; Almanac resumes here next time", effect: .endsSession
            ) {
                _ in .quit
            },
        ]
    }
}
