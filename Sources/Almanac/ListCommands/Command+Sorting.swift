import Model
import Navigation

extension Command {
    /// The list in another order.
    static func sort<Content: Recordable>(
        to place: @escaping @Sendable (ListSorting<Content>) -> NavigationAction
    ) -> Command {
        Command(
            "sort", .argument("FIELD", .sorting(Content.self)),
            about: "the list in another order; “-” before the field turns it round",
            examples: RecordOrder<Content>.allCases.prefix(2).map { "sort \($0.rawValue)" }
        ) { _, sorting in place(sorting) }
    }
}
