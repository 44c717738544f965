import Localization
import Model
import Navigation

struct ListPageCommands<Content: Recordable>: Responder {
    let state: ListState<Content>
    let place: @Sendable (ListState<Content>) -> Route
    let didSelect: @Sendable (TypedRecordID<Content>) -> NavigationAction

    var commands: [Command] {
        [
            Command(
                "show", .argument("ROW", .row), about: "Show the record in that row", examples: ["show 1"]
            ) { _, id in TypedRecordID<Content>(id).map(didSelect) },
            .sort { (sorting: ListSorting<Content>) in .replace(place(state.sorted(by: sorting))) },
            .narrow(from: state.narrowing) { text in
                var narrowed = state.starting(.beginning)
                narrowed.narrowing = text
                return .replace(place(narrowed))
            },
            .filter(Content.kind) { filter in
                var filtered = state.starting(.beginning)
                filtered.filter = filter
                return .replace(place(filtered))
            },
            .columns(Content.kind) { columns in
                var chosen = state
                chosen.columns = columns
                return .replace(place(chosen))
            },
            Command("all", about: "Show all records, including hidden ones") { _ in
                var whole = state.starting(.beginning)
                whole.isWhole = true
                return .replace(place(whole))
            },
        ]
    }
}

extension Command {
    /// Returns a command that changes the columns of a list.
    static func columns(_ kind: Kind, to place: @escaping @Sendable (ListColumns?) -> NavigationAction) -> Command {
        Command(
            "columns", .columns(kind),
            about: "Choose the columns; without names, restore the default",
            examples: ["columns \(kind.columnsExample)"]
        ) { _, columns in place(columns) }
    }
}

extension Argument where Value == ListColumns? {
    fileprivate static func columns(_ kind: Kind) -> Argument {
        Argument(
            [Parameter("FIELD", .column(kind), .any)],
            read: { reader in
                let words = try reader.rest(.text)
                return words.isEmpty ? nil : try ListColumns(words.joined(separator: " "), of: kind)
            }, words: { $0.map { [$0.text] } ?? [] })
    }
}

extension Kind {
    /// An example of columns of this kind of record, for the help.
    var columnsExample: String {
        switch self {
        case .person: "name birthday city home"
        case .group: "name members modified"
        case .planet: "name radius:rearth radius:bar distance:ly"
        case .note: "topic planet modified"
        }
    }
}

extension Command {
    /// Returns a command that filters a list.
    static func filter(_ kind: Kind, to place: @escaping @Sendable (Filter?) -> NavigationAction) -> Command {
        Command(
            "where", .filter(kind),
            about: "Filter the list; without a filter, show everything",
            examples: ["where \(kind.filterExample)"], details: kind.filterDetails
        ) { _, filter in place(filter) }
    }
}

extension Filter {
    /// The text of the filter, shortened for the prompt.
    var shortText: String { text.count > 40 ? text.prefix(39) + "…" : text }
}

extension Kind {
    /// The documentation of the filter language, including the fields of this kind of record.
    var filterDetails: Message {
        let fields = FilterField.all(of: self).map { field in
            field.units.count > 1 ? "\(field.name) (\(field.units.map(\.name).joined(separator: ", ")))" : field.name
        }
        let catalog: Message =
            self == .planet
            ? " `in hz` finds planets in the habitable zone; `estimated` and `measured` refer to mass and radius." : ""
        return """
            A filter compares fields with values, using `<` `<=` `=` `!=` `>=` `>`, `~` (contains), \
            `between … and …`, and `is null`. Combine comparisons with `and`, `or`, `not`, and parentheses. \
            A unit follows its field after a colon: `radius:rearth < 1.25`. \
            A field without a value does not match any comparison.\(catalog)

            Fields: \(fields.joined(separator: ", ")).
            """
    }
}

extension Command {
    /// Returns a command that searches within a list.
    ///
    /// - Parameter present: The current search text. The command adds to this text.
    static func narrow(from present: String, to place: @escaping @Sendable (String) -> NavigationAction) -> Command {
        Command(
            "narrow", .text("TEXT", .text, .any),
            about: "Search within the list; “/TEXT” for short, “/” to reset", examples: ["narrow organa"]
        ) { _, text in
            guard !text.isEmpty else { return place("") }
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
                throw CommandProblem.notHere(
                    "“\(text)” does not contain a word.", next: "Use a word or the beginning of one.")
            }
            return place(present.isEmpty ? text : "\(present) \(text)")
        }
    }

    static func narrow<Key>(
        _ state: PagedListState<Key>, at route: @escaping @Sendable (PagedListState<Key>) -> Route
    ) -> Command {
        narrow(from: state.narrowing) { .replace(route(state.narrowed(to: $0))) }
    }
}

extension Command {
    /// Returns a command that sorts a list.
    static func sort<Content: Recordable>(
        to place: @escaping @Sendable (ListSorting<Content>) -> NavigationAction
    ) -> Command {
        Command(
            "sort", .argument("FIELD", .sorting(Content.self)),
            about: "Sort the list by a field; prefix “-” for descending",
            examples: RecordOrder<Content>.allCases.prefix(2).map { "sort \($0.rawValue)" }
        ) { _, sorting in place(sorting) }
    }
}

extension Topic {
    /// The help topic for the commands that are only available in lists.
    static var inLists: Topic {
        let turning = PageTurning(
            HistoryState(), ends: nil as (first: Step.ID, last: Step.ID)?, hasMore: false, isFirst: true
        ) { .history(.steps($0)) }
        return Topic(
            "In lists",
            [
                .narrow(from: "") { _ in .stay }, .filter(.person) { _ in .stay },
                .columns(.person) { _ in .stay }, .sort { (_: ListSorting<Person>) in .stay },
            ] + turning.commands, answering: "in lists, at the prompt")
    }
}
