import Model
import Navigation

/// Shows the favorites of whoever is signed in.
struct FavoritesPresenter: Sendable {
    let session: Session

    func present() throws -> NavigationAction {
        guard session.account != nil else { throw AccountProblem.signedOut(action: "A list of favorites") }
        return .present(.favorites)
    }
}
