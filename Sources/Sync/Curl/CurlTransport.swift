/// HTTP requests with libcurl, which is loaded for the first request. Connections are kept open between requests.
///
/// Requests are sent one after another, on a thread of their own.
public actor CurlTransport: HTTPTransport {
    public struct Settings: Hashable, Sendable {
        /// A file of accepted certificate authorities in PEM format.
        public var authorityFile: String?
        /// The time after which a connection attempt fails.
        public var connectTimeout: Duration = .seconds(30)
        /// The time without any data after which a request fails. Servers can need minutes for a large address book.
        public var stallTimeout: Duration = .seconds(300)

        public init() {}
    }

    private let settings: Settings
    private let queue = BlockingQueue(label: "almanac.http")
    private var handle: CurlHandle?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    public init(settings: Settings = Settings()) { self.settings = settings }

    public func send(_ request: HTTPRequest, as authorization: HTTPAuthorization?) async throws -> HTTPResponse {
        let signal = WakeUpSignal()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try openHandle().perform(request, as: authorization, wakingOn: signal)
        } onCancel: {
            signal.send()
        }
    }

    private func openHandle() throws -> CurlHandle {
        if let handle { return handle }
        let handle = try CurlHandle(settings)
        self.handle = handle
        return handle
    }
}
