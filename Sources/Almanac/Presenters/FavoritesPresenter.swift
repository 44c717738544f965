import Model
import Navigation

/// A presenter of the favorites of the current account.
struct FavoritesPresenter: Sendable {
    let session: Session
    let navigator: any AppNavigator

    func present(_ state: FavoritesState) throws -> NavigationAction {
        guard session.account != nil else { throw AccountProblem.signedOut(action: "list favorites") }
        return navigator.showFavorites(state)
    }
}
