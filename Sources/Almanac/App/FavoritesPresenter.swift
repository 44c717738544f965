import Display
import Localization
import Model
import Navigation

/// A delegate that receives the events of the favorites list.
protocol FavoritesPresenterDelegate: RecordNavigator {
    func didCloseFavorites() -> NavigationAction
}

/// A presenter of the favorites of the session’s account or of the guest. Any location can present the list. The list
/// stays beneath the records opened from it until `done` closes it.
struct FavoritesPresenter: FlowCoordinator {
    let context: FlowContext
    let delegate: any FavoritesPresenterDelegate

    let start = FavoritesState()
    let animation = TransitionAnimation.cover

    /// Presents the list in the given state.
    ///
    /// - Throws: `AccountProblem.signedOut` if the user is signed out.
    func present(_ state: FavoritesState) throws -> NavigationAction {
        _ = try owner
        return .all([.present(.favorites(start)), .replace(.favorites(state))])
    }

    /// The account whose favorites are listed, or `nil` for a guest.
    private var owner: Account.ID? {
        get throws {
            guard context.session != .signedOut else { throw AccountProblem.signedOut(action: "list favorites") }
            return context.session.account
        }
    }

    func screen(for state: FavoritesState) async throws -> any Screen {
        let owner = try owner
        let list = PagedList(
            key: "favorites", state: state,
            placeholder: state.listState.placeholder(
                state.kind == nil
                    ? "No favorites yet. Use “favorite ID” to add one."
                    : "No favorites of this kind. Use “where” to show everything."),
            continues: state.listState.limit == nil, isNumbered: true, id: \.id
        ) {
            try await context.favorites.favorites(
                of: owner, $0.kind, matching: $0.listState.narrowing, by: $0.order, at: $0.start,
                limit: $0.listState.limit ?? context.pageSize)
        }
        let commands = FavoritesPageCommands(state: state, navigator: delegate).commands
        return try await PageScreen(list, at: Route.favorites, commands: commands) { favorites in
            let table = list.block(favorites, RecordReference.columns("Name")) { [$0.row] }
            let condition = state.kind.map { " where kind = \($0.rawValue)" } ?? ""
            return (state.listState.title("favorites") + condition, Page("Favorites", [table]))
        }
    }

    var localCommands: [Command] {
        [Command("done", about: "Close the favorites") { _ in delegate.didCloseFavorites() }]
    }
}

/// The commands of the favorites list.
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
            .narrow { text in firstPage { $0.listState.narrowing = text } },
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
