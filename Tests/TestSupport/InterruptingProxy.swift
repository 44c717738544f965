import Glibc
import Synchronization

/// A proxy between a client and a server on the loopback address that kills the client at a certain request.
public final class InterruptingProxy: Sendable {
    /// The request at which the client is killed.
    public struct Interruption: Hashable, Sendable {
        /// The number of the request, counted from 1.
        public let request: Int
        /// Whether the server receives the request. The client never receives the response.
        public let isReceived: Bool

        public init(at request: Int, isReceived: Bool) { (self.request, self.isReceived) = (request, isReceived) }
    }

    private let exchange: Exchange
    private let listener: ScriptedServer

    public init(to port: Int) throws {
        let exchange = Exchange(port: port)
        self.exchange = exchange
        listener = try ScriptedServer { exchange.reply(to: $0) }
    }

    deinit { listener.stop() }

    public var port: Int { listener.port }

    /// The methods and targets of the requests since the last start of a client.
    public var lines: [String] { exchange.state.withLock { $0.lines } }

    /// Starts a client, which is killed at the interruption.
    public func start(
        interrupted interruption: Interruption? = nil, _ start: () throws -> ChildProcess
    ) rethrows -> ChildProcess {
        exchange.state.withLock { $0 = Exchange.State(interruption: interruption) }
        let client = try start()
        exchange.state.withLock { $0.client = client.identifier }
        return client
    }
}

/// The requests that a proxy forwards.
private final class Exchange: Sendable {
    struct State {
        var lines: [String] = []
        var interruption: InterruptingProxy.Interruption?
        var client: pid_t?
    }

    let state = Mutex(State())
    private let port: Int

    init(port: Int) { self.port = port }

    func reply(to request: ScriptedServer.Request) -> ScriptedServer.Reply {
        let interruption = state.withLock { state in
            state.lines.append(request.line)
            return state.interruption.flatMap { $0.request == state.lines.count ? $0 : nil }
        }
        guard let interruption else { return forward(request) }
        if interruption.isReceived { _ = forward(request) }
        kill(waitForClient(), SIGKILL)
        return .stall
    }

    private func waitForClient() -> pid_t {
        while true {
            if let client = state.withLock({ $0.client }) { return client }
            usleep(1000)
        }
    }

    private func forward(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
        var fields = request.fields
        fields["connection"] = "close"
        let head = ["\(request.line) HTTP/1.1"] + fields.map { "\($0.key): \($0.value)" } + ["", ""]
        let response = LoopbackPort.exchange(Array(head.joined(separator: "\r\n").utf8) + request.body, with: port)
        return response.isEmpty ? .close : .bytes(response)
    }
}
