/// A transport that sends a request to a server and returns its response, whatever its status, without following redirects.
public protocol HTTPTransport: Sendable {
    /// - Throws: ``RemoteProblem/disconnected(wasSent:reason:)``, ``RemoteProblem/timedOut(wasSent:)``, ``HTTPProblem``, or
    ///   `CancellationError`.
    func send(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse
}
