import Localization
import Model
import Navigation

/// A command that lists records, such as `planets where radius:rearth < 1.25 --sort distance`, or only those that match
/// a filter, such as `films`.
struct ListCommand<Content: Recordable>: Sendable {
    let source: any RecordDataSource<Content>
    let resolver: RecordResolver
    let pageSize: Int
    let navigator: any ListNavigator<Content>

    /// Returns the command.
    ///
    /// - Parameters:
    ///   - name: The name of a command for some of the records, or `nil` for the command of the kind.
    ///   - condition: The filter that these records match.
    func command(_ name: String? = nil, where condition: String? = nil, about summary: Message) -> Command {
        let kind = Content.kind
        let aliases = name == nil ? kind.aliases : []
        let name = name ?? kind.plural
        return Command(
            name, aliases: aliases, .condition(kind), .limit,
            Argument.option(
                "--of", "ID",
                "Show only records that belong to that \(kind.owners.map(\.rawValue).joined(separator: " or "))",
                .record(among: kind.owners)),
            Argument.option("--after", "ID", "Start after that record", .record(kind)),
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
            if let owner { state.owner = try await resolver.address(owner) }
            if let after { state.start = .after(try await resolver.address(after)) }
            if isExplained {
                let plans = try await source.explain(state.listing(of: .usual, pageSize: pageSize))
                return .tell(StatementPlan.page(plans, of: "Query plan of \(name)"))
            }
            return navigator.showList(state)
        }
    }
}
