import Localization
import Model

/// A reason why no address books were found.
public enum DiscoveryProblem: UserFacingError, Hashable {
    case noAddressBooks(WebURL)

    public var explanation: ErrorReport {
        switch self {
        case .noAddressBooks(let url):
            ErrorReport(
                .notFound, "No address books found at \(url.description).",
                next: "Use the CardDAV address that the server shows in its settings.")
        }
    }
}
