import Model
import Navigation

/// A presenter of the favorites of the current account.
struct FavoritesPresenter: Sendable {
    let session: Session

    func present() throws -> NavigationAction {
        guard session.account != nil else { throw AccountProblem.signedOut(action: "list favorites") }
        return .present(.favorites)
    }
}
