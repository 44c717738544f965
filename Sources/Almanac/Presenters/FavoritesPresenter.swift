import Display
import Localization
import Model
import Navigation

/// A delegate that receives the events of the list of favorites.
protocol FavoritesPresenterDelegate: RecordNavigator {
    func didCloseFavorites() -> NavigationAction
}

/// A presenter of the favorites of the session’s account or guest: the list, its data source, and the way out. Any place
/// can present the list, which stays beneath the records that are opened from it until `done` closes it.
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
            continues: state.listState.limit == nil, isNumbered: true, id: \.address
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
