import Model
import Navigation

extension Command {
    /// The list in another order.
    static func sort<Order: RecordOrder>(
        to place: @escaping @Sendable (ListSorting<Order>) -> NavigationAction
    ) -> Command {
        Command(
            "sort", .argument("FIELD", .sorting(Order.self)),
            about: "the list in another order; “-” before the field turns it round",
            examples: Order.allCases.prefix(2).map { "sort \($0.rawValue)" }
        ) { _, sorting in place(sorting) }
    }
}
