/// Sends a request to a server and returns its response, whatever its status. Redirects are not followed.
public protocol HTTPTransport: Sendable {
    /// - Throws: ``RemoteProblem/disconnected(wasSent:reason:)``, ``HTTPProblem``, or `CancellationError`.
    func send(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse
}
