import Localization
import Model

/// A reason why no request can be sent.
public enum HTTPProblem: UserFacingError, Hashable {
    /// A system library that synchronization needs is missing.
    case missingLibrary(name: String, package: String)
    /// The certificate of the server is not valid, or its authority is unknown.
    case untrustedServer(Origin, reason: String)
    /// The user has not permitted sending credentials to this server.
    case credentialsNotPermitted(Origin)
    /// The user has not permitted sending requests to this server, to which another one redirects them.
    case redirectNotPermitted(Origin)

    public var explanation: ErrorReport {
        switch self {
        case .missingLibrary(let name, let package):
            ErrorReport(
                .failed, "Cannot synchronize: the library \(name) is missing.",
                next: "Install it with “apt-get install \(package)”.")
        case .untrustedServer(let origin, let reason):
            ErrorReport(
                .failed, "Cannot verify the server \(origin.host).", why: "libcurl reports: \(reason).",
                next: "If it uses its own certificate authority, use --ca-file FILE.")
        case .credentialsNotPermitted(let origin) where origin.isSecure:
            ErrorReport(
                .declined, "The password was not sent to \(origin.description), which is a different server.",
                next: "Use “remote remove NAME”, then “remote add” with --allow-server \(origin.description).")
        case .credentialsNotPermitted(let origin):
            ErrorReport(
                .declined, "The password was not sent to \(origin.description): the connection is not encrypted.",
                next: "Use an https address, or --allow-http.")
        case .redirectNotPermitted(let origin):
            ErrorReport(
                .declined, "The server redirects to \(origin.description), which is a different server.",
                next: "Use “remote remove NAME”, then “remote add” with --allow-server \(origin.description).")
        }
    }
}
