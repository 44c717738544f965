import Model
import Navigation

/// A presenter of the favorites of the current account or guest.
struct FavoritesPresenter: Sendable {
    let session: Session
    let navigator: any AppNavigator

    func present(_ state: FavoritesState) throws -> NavigationAction {
        guard session != .signedOut else { throw AccountProblem.signedOut(action: "list favorites") }
        return navigator.showFavorites(state)
    }
}
