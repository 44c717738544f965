import Navigation

extension Command {
    /// The list in another order.
    static func sort(by orders: [String], to place: @escaping @Sendable (String) throws -> NavigationAction) -> Command
    {
        Command(
            "sort", [Parameter("FIELD", .order(orders))],
            about: "the list in another order; “-” before the field turns it round",
            examples: orders.prefix(2).map { "sort \($0)" }
        ) { invocation in try place(invocation.arguments[0]) }
    }
}
