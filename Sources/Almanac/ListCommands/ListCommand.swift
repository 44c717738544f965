import Localization
import Model
import Navigation

/// A list from anywhere: `planets where radius:rearth < 1.25 --sort distance`.
struct ListCommand<Order: RecordOrder>: Sendable {
    let kind: Kind
    let directory: RecordResolver
    let pageSize: Int
    let explain: @Sendable (Listing<Order>) async throws -> [StatementPlan]
    let place: @Sendable (ListState<Order>) -> Route

    func command(about summary: Message) -> Command {
        let name = kind.plural
        return Command(
            name, [Parameter("where", .word("where"), .optional), Parameter("FILTER", .filter(kind), .any)],
            options: options, about: summary,
            examples: ["\(name) --limit 5 --sort -modified", "\(name) where \(ShellWords.quote(kind.filterExample))"],
            details: """
                \(kind.filterDetails)

                At the prompt “\(name)” alone leads back to where you were among them, and there to the whole list.
                """
        ) { invocation in
            let state = try await state(in: invocation)
            if invocation.has(Option.explain.name) {
                let plans = try await explain(state.listing(of: .usual, pageSize: pageSize))
                return .tell(StatementPlan.page(plans, of: "How \(name) are looked for"))
            }
            // Coming back, somebody finds the tab as it was left; whoever is in it already, or nobody, wants the list.
            let comesBack = invocation.isInteractive && invocation.scene.root != place(state).root
            return comesBack && state == ListState() ? .present(place(state)) : .open(Path(place(state)))
        }
    }

    private var options: [Option] {
        let orders = Order.allCases.map(\.rawValue)
        return [
            .limit,
            Option(
                "--of", "ADDRESS", "those of that \(kind.owners.map(\.rawValue).joined(separator: " or "))",
                takes: .address(Set(kind.owners))),
            Option("--after", "ADDRESS", "begin behind that record", takes: .address([kind])),
            Option(
                "--sort", "FIELD", "by \(orders.joined(separator: ", ")); “-” before it turns it round",
                takes: .order(orders)),
            Option(
                "--columns", "FIELD,…",
                "only these columns, figures in any unit or as bars: name,radius:rearth,radius:bar",
                takes: .column(kind)),
            Option("--all", nil, "also what the list usually leaves out"),
            Option("--matching", "TEXT", "only what has these words"),
            .explain,
        ]
    }

    private func state(in invocation: Invocation) async throws -> ListState<Order> {
        var state = ListState<Order>()
        state.limit = try invocation.number("--limit")
        state.isWhole = invocation.has("--all")
        state.narrowing = invocation.value("--matching") ?? ""
        state.filter = try FilterTokenJoiner.filter(behind: invocation.arguments, of: kind)
        state.columns = try invocation.value("--columns").map { try ListColumns($0, of: kind) }
        if let order = invocation.value("--sort") { try state.sort(by: order) }
        if let owner = invocation.value("--of") {
            state.owner = try await directory.address(owner, among: kind.owners, in: invocation)
        }
        if let after = invocation.value("--after") {
            state.start = .after(try await directory.address(after, among: [kind], in: invocation))
        }
        return state
    }
}
