import Display
import Localization
import Model
import Navigation

/// A command that lists all records of a kind, as in `planets where radius:rearth < 1.25 --sort distance`, or only the
/// records that match a predefined filter, as in `films`.
struct ListCommand<Content: Recordable>: Sendable {
    let source: any RecordDataSource<Content>
    let resolver: RecordResolver
    let pageSize: Int
    let navigator: any ListNavigator<Content>

    /// Returns the command that lists all records or some of them.
    ///
    /// - Parameters:
    ///   - name: The name of a command for some of the records, or `nil` to use the plural of the kind.
    ///   - condition: The filter that the records match, or `nil` for all records.
    func command(_ name: String? = nil, where condition: String? = nil, about summary: Message) -> Command {
        let kind = Content.kind
        let aliases = name == nil ? kind.aliases : []
        let name = name ?? kind.plural
        return Command(
            name, aliases: aliases, .condition(kind), .limit,
            Argument.option(
                "--of", "ID",
                "Show only records that belong to this \(kind.owners.map(\.rawValue).joined(separator: " or "))",
                .record(among: kind.owners)),
            Argument.option("--after", "ID", "Start after this record", .record(kind)),
            Argument.option(
                "--sort", "FIELD",
                """
                Sort by \(RecordOrder<Content>.allCases.map(\.rawValue).joined(separator: ", ")); \
                prefix “-” for descending
                """,
                .sorting(Content.self)),
            Argument.option(
                "--columns", "FIELD,…",
                "Show only these columns, such as name,radius:rearth,radius:bar", .columns(kind)),
            Argument.flag("--all", "Include records that are hidden by default"),
            Argument.option("--matching", "TEXT", "Show only records that contain these words", .text),
            Argument.flag("--explain", "Show the SQL statement and its query plan"),
            about: summary,
            examples: ["\(name) --limit 5 --sort -modified", "\(name) where \(ShellWords.quote(kind.filterExample))"],
            details: kind.filterDetails
        ) { _, filter, limit, owner, after, sorting, columns, isWhole, text, isExplained in
            var state = ListState<Content>()
            if let sorting { state = state.sorted(by: sorting) }
            state.limit = limit
            state.isWhole = isWhole
            state.narrowing = text ?? ""
            state.filter = try condition.map { try Filter($0, of: kind).and(filter) } ?? filter
            state.columns = columns
            if let owner { state.owner = try await resolver.id(owner) }
            if let after { state.start = .after(try await resolver.id(after)) }
            if isExplained {
                let plans = try await source.explain(state.listing(of: .usual, pageSize: pageSize))
                return .tell(StatementPlan.page(plans, of: "Query plan of \(name)"))
            }
            return navigator.showList(state)
        }
    }
}

/// The commands that open a record in a list of records, or change the state of the list.
struct ListPageCommands<Content: Presentable>: Responder {
    let state: ListState<Content>
    let place: @Sendable (ListState<Content>) -> Route
    let navigator: any ListNavigator<Content>

    var commands: [Command] {
        [
            .show("Show the record in that row") { TypedRecordID($0).map(navigator.didSelect) },
            sort, narrow, filter, columns,
            Command("all", about: "Show all records, including hidden ones") { _ in firstPage { $0.isWhole = true } },
        ]
    }

    var sort: Command {
        Command(
            "sort", .argument("FIELD", .sorting(Content.self)),
            about: "Sort the list by a field; prefix “-” for descending",
            examples: RecordOrder<Content>.allCases.prefix(2).map { "sort \($0.rawValue)" }
        ) { _, sorting in .replace(place(state.sorted(by: sorting))) }
    }

    var narrow: Command { .narrow { text in firstPage { $0.narrowing = text } } }

    var filter: Command {
        Command(
            "where", .filter(Content.kind), about: "Filter the list; without a filter, show everything",
            examples: ["where \(Content.kind.filterExample)"], details: Content.kind.filterDetails
        ) { _, filter in
            let filter = try NamedList(of: state)?.filter(and: filter) ?? filter
            return firstPage { $0.filter = filter }
        }
    }

    var columns: Command {
        Command(
            "columns", .columns(Content.kind), about: "Choose the columns; without names, restore the default",
            examples: ["columns \(Content.kind.columnsExample)"]
        ) { _, columns in
            var chosen = state
            chosen.columns = columns
            return .replace(place(chosen))
        }
    }

    /// Shows the first page of the list after a change to its state.
    private func firstPage(_ change: (inout ListState<Content>) -> Void) -> NavigationAction {
        var changed = state.starting(.beginning)
        change(&changed)
        return .replace(place(changed))
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
    /// An example of columns for this kind of record, shown in the help.
    var columnsExample: String {
        switch self {
        case .person: "name birthday city home"
        case .group: "name members modified"
        case .planet: "name radius:rearth radius:bar distance:ly"
        case .note: "topic planet modified"
        }
    }
}

extension String {
    /// The text, shortened to 40 characters for the prompt and for questions.
    var shortened: String { count > 40 ? prefix(39) + "…" : self }
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
    /// Returns a command that searches within a list. A new text replaces the former one.
    static func narrow(to place: @escaping @Sendable (String) -> NavigationAction) -> Command {
        Command(
            "narrow", .text("TEXT", .text, .any),
            about: "Search within the list; “/TEXT” for short, “/” to reset", examples: ["narrow organa"]
        ) { _, text in
            guard !text.isEmpty else { return place("") }
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
                throw CommandProblem.notHere(
                    "“\(text)” does not contain a word.", next: "Use a word or the beginning of a word.")
            }
            return place(text)
        }
    }

    static func narrow<Key>(
        _ state: PagedListState<Key>, at route: @escaping @Sendable (PagedListState<Key>) -> Route
    ) -> Command {
        narrow { .replace(route(state.narrowed(to: $0))) }
    }
}

extension Topic {
    /// A navigator for commands that are listed but not run.
    private struct NoNavigator: ListNavigator {
        func didSelect(_ person: Person.ID) -> NavigationAction { .stay }
        func showList(_ state: ListState<Person>) -> NavigationAction { .stay }
    }

    /// The help topic for the commands that are available only in lists.
    static var inLists: Topic {
        let list = ListPageCommands<Person>(
            state: ListState(), place: { .persons(.list($0)) }, navigator: NoNavigator())
        let turning = PagingCommands(list.state, ends: nil, hasMore: false, isFirst: true, at: list.place)
        return Topic(
            "In lists", [list.narrow, list.filter, list.columns, list.sort] + turning.commands,
            answering: "in lists, at the prompt")
    }
}

extension StatementPlan {
    /// Returns a page of SQL statements with their parameters and query plans.
    static func page(_ plans: [StatementPlan], of title: Message) -> Page {
        Page(title, plans.flatMap(\.blocks), forPrograms: [table(plans)])
    }

    private var blocks: [Block] {
        let rows = parameters.map { Row([Field("number", "Parameter", .text("?\($0.number)")), $0.field]) }
        let columns = [Column("number", "Parameter"), Column("value", "Value")]
        let table = Block.table(Table("parameters", columns: columns, rows: rows))
        return [.verbatim(sql), table, .verbatim(plan.joined(separator: "\n"))]
    }

    private static func table(_ plans: [StatementPlan]) -> Block {
        let rows = plans.map { plan in
            Row([
                Field("sql", "Statement", .text(plan.sql)),
                Field("parameters", "Parameters", .list(plan.parameters.map(\.parts))),
                Field("plan", "Plan", .list(plan.plan.map(Value.text))),
            ])
        }
        let columns = [Column("sql", "Statement"), Column("plan", "Plan")]
        return .table(Table("statements", columns: columns, rows: rows))
    }
}

extension StatementPlan.Parameter {
    fileprivate var field: Field {
        let value: Value =
            switch value {
            case .text(let text): .text(text)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .flag(let flag): .flag(flag)
            }
        return Field("value", "Value", value)
    }

    fileprivate var parts: Value { .parts([Field("number", "Parameter", .integer(number)), field]) }
}
