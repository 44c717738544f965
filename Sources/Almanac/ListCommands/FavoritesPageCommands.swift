import Localization
import Model
import Navigation

/// The commands of the list of favorites.
struct FavoritesPageCommands: Responder {
    let state: FavoritesState
    let navigator: any RecordNavigator

    var commands: [Command] {
        [
            .show("Show the record in that row", examples: [], open: navigator.didSelect),
            Command(
                "sort", .argument("FIELD", .order), about: "Sort the list by name or by date added",
                examples: ["sort name"]
            ) { _, order in firstPage { $0.order = order } },
            Command(
                "where", .kind, about: "Show only one kind of record; without a filter, show everything",
                examples: ["where kind = person"]
            ) { _, kind in firstPage { $0.kind = kind } },
            .narrow(from: state.listState.narrowing) { text in firstPage { $0.listState.narrowing = text } },
        ]
    }

    /// Shows the first page of the list after a change to its state.
    private func firstPage(_ change: (inout FavoritesState) -> Void) -> NavigationAction {
        var changed = state.starting(.beginning)
        change(&changed)
        return .replace(.favorites(changed))
    }
}

extension ValueParser where Value == FavoriteOrder {
    fileprivate static var order: ValueParser {
        .choice { .notHere("This list cannot be sorted by “\($0)”.", next: "Use one of: \($1).") }
    }
}

extension Argument where Value == Kind? {
    /// An argument such as `kind = person` or `kind=person`.
    fileprivate static var kind: Argument {
        let kinds = Kind.allCases.map(\.rawValue)
        let parser = ValueParser<Kind>(
            .choice(kinds),
            parse: { word, _ in Kind(rawValue: String(word.trimmingPrefix("kind="))) }, describe: \.rawValue,
            orThrow: { CommandProblem.notHere("Unknown kind “\($0)”.", next: "Use “where kind = \(kinds[0])”.") })
        return Argument(
            [.keyword("kind", .optional), .keyword("=", .optional), Parameter("KIND", parser.kind, .optional)],
            read: { reader in
                _ = reader.skipKeyword()
                _ = reader.skipKeyword()
                return try reader.next(parser)
            }, words: { $0.map { ["kind", "=", $0.rawValue] } ?? [] })
    }
}
