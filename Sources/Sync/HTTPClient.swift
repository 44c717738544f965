import Glibc
import Localization
import Model
import Text

/// A client that authenticates requests and follows redirects.
///
/// Credentials are sent only to permitted servers. Redirects and links to other servers require the user’s permission.
/// Redirects require it even without credentials, because requests can contain contacts.
public actor HTTPClient {
    /// A closure that asks the user whether to send the credentials, or redirected requests, to a server.
    public typealias Permission = @Sendable (Origin) async throws -> Bool

    private let transport: any HTTPTransport
    private let credentials: Credentials?
    private let askPermission: Permission
    /// The servers that may receive the credentials and redirected requests.
    public private(set) var permittedOrigins: Set<Origin>
    private var schemes: [Origin: HTTPAuthorization.Scheme] = [:]
    /// The number of connections lost since the last response, or `nil` before the first response or loss.
    private var lossCount: Int?

    /// Creates a client.
    /// - Parameters:
    ///   - permittedOrigins: The servers that may receive the credentials and redirected requests.
    ///   - askPermission: A closure that asks about any other server. By default, no other server is permitted.
    public init(
        transport: any HTTPTransport, credentials: Credentials? = nil, permittedOrigins: Set<Origin> = [],
        askPermission: @escaping Permission = { _ in false }
    ) {
        self.transport = transport
        self.credentials = credentials
        self.permittedOrigins = permittedOrigins
        self.askPermission = askPermission
    }

    /// Sends a request, follows redirects, and returns the last response, regardless of its status.
    /// - Throws: ``RemoteProblem``, ``HTTPProblem``, or `CancellationError`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        for _ in 0...Self.redirectLimit {
            let response = try await sendAuthenticated(request)
            guard let target = response.redirectTarget(of: request.method) else { return response }
            if target.origin != request.url.origin { try await checkPermission(target.origin) }
            request.url = target
        }
        throw RemoteProblem.invalidResponse(reason: "too many redirects")
    }

    private static let redirectLimit = 5

    private func sendAuthenticated(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let credentials else { return try await transmit(request, as: nil) }
        let origin = request.url.origin
        try await checkPermission(origin)
        let scheme = schemes[origin] ?? credentials.initialScheme(isSecure: origin.isSecure)
        let authorization = scheme.map { HTTPAuthorization(scheme: $0, credentials: credentials) }
        let response = try await transmit(request, as: authorization)
        guard response.status == 401, let other = credentials.strongestScheme(of: response), other != scheme else {
            return response
        }
        schemes[origin] = other
        return try await transmit(request, as: HTTPAuthorization(scheme: other, credentials: credentials))
    }

    /// Sends a request, and repeats it on a new connection after each of up to three consecutive connection losses.
    /// Because writes have preconditions, no write is applied twice.
    ///
    /// - Throws: ``RemoteProblem/unconfirmed`` if a repeated write fails. The lost write may have been applied.
    private func transmit(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse {
        // Some servers close a connection after a response without announcing it. The next request is then lost.
        var mayBeApplied = false
        while true {
            do {
                let response = try await transport.send(request, as: authorization)
                lossCount = 0
                if mayBeApplied, request.method.isWrite, response.status >= 400, response.status != 401 {
                    throw RemoteProblem.unconfirmed
                }
                return response
            } catch RemoteProblem.disconnected(let wasSent, let reason) {
                // A server that was never reached is not tried again.
                let count = (lossCount ?? (wasSent ? 0 : Self.lossLimit)) + 1
                lossCount = count
                if wasSent { mayBeApplied = true }
                if count > Self.lossLimit {
                    throw RemoteProblem.disconnected(wasSent: mayBeApplied, reason: reason)
                }
            } catch RemoteProblem.timedOut(let wasSent) {
                throw RemoteProblem.timedOut(wasSent: wasSent || mayBeApplied)
            }
        }
    }

    private static let lossLimit = 3

    nonisolated var sendsToken: Bool { if case .token = credentials { true } else { false } }

    /// Returns whether the text contains the password or token, either in plain text or as encoded in requests.
    nonisolated func disclosesSecret(_ text: String) -> Bool {
        credentials?.sentSecrets.contains { !$0.isEmpty && text.contains($0) } ?? false
    }

    private func checkPermission(_ origin: Origin) async throws {
        if permittedOrigins.contains(origin) { return }
        guard try await askPermission(origin) else {
            throw credentials == nil
                ? HTTPProblem.redirectNotPermitted(origin) : HTTPProblem.credentialsNotPermitted(origin)
        }
        permittedOrigins.insert(origin)
    }
}

extension Credentials {
    /// Returns the authentication scheme of the first request, or `nil` for a password on an unencrypted connection.
    fileprivate func initialScheme(isSecure: Bool) -> HTTPAuthorization.Scheme? {
        // Without encryption, the server may offer Digest authentication, which does not send the password.
        switch self {
        case .token: .bearer
        case .password: isSecure ? .basic : nil
        }
    }

    /// Returns the strongest scheme that the server offers for a password. Returns `nil` for a token, or if the server
    /// offers no such scheme.
    fileprivate func strongestScheme(of response: HTTPResponse) -> HTTPAuthorization.Scheme? {
        guard case .password = self else { return nil }
        let offered = response.offeredSchemes
        return [.digest, .basic].first { offered.contains($0) }
    }

    fileprivate var sentSecrets: [String] {
        switch self {
        case .token(let token): [token.text]
        case .password(let user, let password):
            [password.text, String(decoding: Base64.encoded(Array("\(user):\(password.text)".utf8)), as: UTF8.self)]
        }
    }
}

extension HTTPResponse {
    /// Returns the target of a redirect. Writes are repeated only if the status requires the same method (RFC 9110
    /// section 15.4).
    fileprivate func redirectTarget(of method: HTTPRequest.Method) -> WebURL? {
        let statuses: Set = method.isWrite ? [307, 308] : [301, 302, 307, 308]
        return statuses.contains(status) ? fields["Location"].flatMap(url.resolving) : nil
    }
}

/// A reason why requests cannot be sent.
public enum HTTPProblem: UserFacingError, Hashable {
    /// A system library that synchronization requires is missing.
    case missingLibrary(name: String, package: String)
    /// The server’s certificate is not valid, or its authority is unknown.
    case untrustedServer(Origin, reason: String)
    /// Other users can change the file of accepted certificate authorities.
    case unprotectedAuthorities(path: String)
    /// The user has not permitted sending credentials to this server.
    case credentialsNotPermitted(Origin)
    /// The user has not permitted redirecting requests to this server.
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
                next: "If it has its own certificate authority, use “remote add” with --ca-file FILE.")
        case .unprotectedAuthorities(let path):
            ErrorReport(
                .failed, "Cannot use the certificate authorities in \(path).", why: "Other users can change the file.",
                next: "Use a file that only you can change, such as a copy in your home folder.")
        case .credentialsNotPermitted(let origin) where origin.isSecure:
            ErrorReport(
                .declined, "The password was not sent to \(origin.description), which is a different server.",
                next: "Use “remote remove NAME”, then “remote add” with --allow-server \(origin.description).")
        case .credentialsNotPermitted(let origin):
            ErrorReport(
                .declined, "The password was not sent to \(origin.description): the connection is not encrypted.",
                next: """
                    Use “remote remove NAME”, then “remote add” with an https address or with --allow-server \
                    \(origin.description).
                    """)
        case .redirectNotPermitted(let origin):
            ErrorReport(
                .declined, "The server redirects to \(origin.description), which is a different server.",
                next: "Use “remote remove NAME”, then “remote add” with --allow-server \(origin.description).")
        }
    }
}

extension HTTPResponse {
    /// Returns the seconds to wait before the next request (RFC 9110 section 10.2.3), or `nil` if they are unknown.
    public func retryAfter(now: Int = Glibc.time(nil)) -> Int? {
        guard let text = fields["Retry-After"] else { return nil }
        if let seconds = Int(text) { return max(0, seconds) }
        return Self.seconds(of: text).map { max(0, $0 - now) }
    }

    /// Returns the seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, or `nil` for other text.
    private static func seconds(of text: String) -> Int? {
        let parts = text.split { " ,:".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let numbers = [parts[1], parts[3], parts[4], parts[5], parts[6]].compactMap { Int($0) }
        guard numbers.count == 5, (1970...9999).contains(numbers[1]), (0..<24).contains(numbers[2]),
            (0..<60).contains(numbers[3]), (0...60).contains(numbers[4]),
            let date = CivilDate(year: numbers[1], month: month + 1, day: numbers[0])
        else { return nil }
        return date.daysSince1970 * 86_400 + numbers[2] * 3600 + numbers[3] * 60 + numbers[4]
    }
}
