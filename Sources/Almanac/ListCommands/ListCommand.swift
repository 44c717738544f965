import Localization
import Model
import Navigation

/// A list from anywhere: `planets where radius:rearth < 1.25 --sort distance`.
struct ListCommand<Content: Recordable>: Sendable {
    let kind: Kind
    let directory: RecordResolver
    let pageSize: Int
    let explain: @Sendable (Listing<Content>) async throws -> [StatementPlan]
    let place: @Sendable (ListState<Content>) -> Route

    func command(about summary: Message) -> Command {
        let name = kind.plural
        return Command(
            name, aliases: kind.aliases, .condition(kind), .limit,
            Argument.option(
                "--of", "ID", "those of that \(kind.owners.map(\.rawValue).joined(separator: " or "))",
                .record(among: kind.owners)),
            Argument.option("--after", "ID", "begin behind that record", .record(kind)),
            Argument.option(
                "--sort", "FIELD",
                "by \(RecordOrder<Content>.allCases.map(\.rawValue).joined(separator: ", ")); “-” before it turns it round",
                .sorting(Content.self)),
            Argument.option(
                "--columns", "FIELD,…",
                "only these columns, figures in any unit or as bars: name,radius:rearth,radius:bar", .columns(kind)),
            Argument.flag("--all", "also what the list usually leaves out"),
            Argument.option("--matching", "TEXT", "only what has these words", .text),
            Argument.flag("--explain", "the statement that would look for the rows, and its query plan"),
            about: summary,
            examples: ["\(name) --limit 5 --sort -modified", "\(name) where \(ShellWords.quote(kind.filterExample))"],
            details: """
                \(kind.filterDetails)

                At the prompt “\(name)” alone leads back to where you were among them, and there to the whole list.
                """
        ) { invocation, filter, limit, owner, after, sorting, columns, isWhole, text, isExplained in
            var state = ListState<Content>()
            if let sorting { state = state.sorted(by: sorting) }
            state.limit = limit
            state.isWhole = isWhole
            state.narrowing = text ?? ""
            state.filter = filter
            state.columns = columns
            if let owner { state.owner = try await directory.address(owner) }
            if let after { state.start = .after(try await directory.address(after)) }
            if isExplained {
                let plans = try await explain(state.listing(of: .usual, pageSize: pageSize))
                return .tell(StatementPlan.page(plans, of: "How \(name) are looked for"))
            }
            // Coming back, somebody finds the tab as it was left; whoever is in it already, or nobody, wants the list.
            let comesBack = invocation.isInteractive && invocation.screen.root != place(state).root
            return comesBack && state == ListState() ? .present(place(state)) : .open(Path(place(state)))
        }
    }
}
