import Synchronization
import TestSupport

@testable import Sync

/// A transport between a client and a server that fails at random before, during, or after a request.
final class FaultyTransport: HTTPTransport {
    /// A simulated termination of the process.
    struct Kill: Error {}

    private let server: any HTTPTransport
    private let random: Mutex<SeededGenerator>
    private let calm = Mutex(false)
    private let interference = Mutex<(@Sendable () async throws -> Void)?>(nil)
    /// Whether other clients also change the book immediately before deletions.
    private let interferesWithDeletions: Bool
    /// Whether the client under test has a seeded bug: it writes without preconditions.
    private let removesPreconditions: Bool

    private enum Fault: CaseIterable {
        case refusedConnection, busy, killBefore
        case lostResponse, halfResponse, serverErrorAfterSuccess, wrongTag, killAfter
        /// A response that arrives after another client has changed the book.
        case lateResponse
    }

    init(
        _ server: any HTTPTransport, seed: UInt64, removesPreconditions: Bool = false,
        interferesWithDeletions: Bool = true
    ) {
        (self.server, self.removesPreconditions) = (server, removesPreconditions)
        self.interferesWithDeletions = interferesWithDeletions
        random = Mutex(SeededGenerator(seed: seed))
    }

    /// Sets the change that another client makes immediately before some writes.
    func setInterference(_ change: @escaping @Sendable () async throws -> Void) {
        interference.withLock { $0 = change }
    }

    /// Stops injecting faults.
    func stopFaults() { calm.withLock { $0 = true } }

    func send(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse {
        let isCalm = calm.withLock { $0 }
        let (fault, interferes) = random.withLock { random in
            (
                !isCalm && random.happens(oneIn: 6) ? random.pick(Fault.allCases) : nil,
                !isCalm && request.method.isWrite && random.happens(oneIn: 3)
                    && (interferesWithDeletions || request.method != .delete)
            )
        }
        if interferes { try await interference.withLock { $0 }?() }
        switch fault {
        case .refusedConnection: throw RemoteProblem.disconnected(wasSent: false, reason: "fault")
        case .busy: return HTTPResponse(status: 429, fields: ["Retry-After": "1"], url: request.url)
        case .killBefore: throw Kill()
        default: break
        }
        var sent = request
        if removesPreconditions, request.method.isWrite { sent.fields = ["Content-Type": "text/vcard"] }
        var response = try await server.send(sent, as: authorization)
        switch fault {
        case .lostResponse: throw RemoteProblem.disconnected(wasSent: true, reason: "fault")
        case .halfResponse:
            guard response.status == 207 else { throw RemoteProblem.disconnected(wasSent: true, reason: "fault") }
            response.body.removeLast(response.body.count / 2)
        case .serverErrorAfterSuccess: return HTTPResponse(status: 500, url: request.url)
        case .wrongTag where request.method == .put && response.isSuccess: response.fields = ["ETag": "\"wrong\""]
        case .killAfter: throw Kill()
        case .lateResponse: try await interference.withLock { $0 }?()
        default: break
        }
        return response
    }
}
