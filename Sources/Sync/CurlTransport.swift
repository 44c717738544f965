import CCurl
import CGlibc
import Dispatch
import Glibc

/// An HTTP transport that uses libcurl. The library is loaded for the first request, and connections are kept open
/// between requests.
///
/// Requests are sent one after another, on a separate thread.
public actor CurlTransport: HTTPTransport {
    public struct Settings: Hashable, Sendable {
        /// A PEM file with additional accepted certificate authorities, if any.
        public var authorityFile: String?
        /// The time after which a connection attempt fails.
        public var connectTimeout: Duration = .seconds(30)
        /// The time after which a request fails if no data is transferred. Servers can take minutes to prepare a large
        /// address book.
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

/// A libcurl handle with its connections, used by one thread at a time.
final class CurlHandle {
    private let curl: UnsafePointer<ccurl_functions>
    /// The handle with the options of the current request. It is reused, because it contains the state of digest
    /// authentication.
    private let easy: UnsafeMutableRawPointer
    /// The handle with the connections.
    private let multi: UnsafeMutableRawPointer
    private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    init(_ settings: CurlTransport.Settings) throws {
        guard let curl = ccurl_load(), let easy = curl.pointee.easy_init(), let multi = curl.pointee.multi_init() else {
            throw HTTPProblem.missingLibrary(name: "libcurl", package: "libcurl4")
        }
        (self.curl, self.easy, self.multi) = (curl, easy, multi)
        errorText.initialize(repeating: 0)
        setStandardOptions(settings)
    }

    deinit {
        curl.pointee.easy_cleanup(easy)
        _ = curl.pointee.multi_cleanup(multi)
        errorText.deallocate()
    }

    /// Sends a request and waits for the response.
    /// - Parameter signal: A signal that ends the wait when the task is cancelled.
    func perform(
        _ request: HTTPRequest, as authorization: HTTPAuthorization?, wakingOn signal: WakeUpSignal
    ) throws -> HTTPResponse {
        let transfer = CurlTransfer(request)
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] { set(option, context) }
        setAuthorization(authorization)
        var lines = request.fields.lines
        if case .token(let token) = authorization?.credentials { lines.append("Authorization: Bearer \(token.text)") }
        // An empty Expect header prevents a wait before large bodies.
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines + ["Expect:"] { list = curl.pointee.slist_append(list, line) ?? list }
        defer { curl.pointee.slist_free_all(list) }
        set(CURLOPT_HTTPHEADER, list)
        setText(CURLOPT_URL, request.url.description)
        setText(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        setText(CURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "" : nil)
        let code = try request.body.withUnsafeBytes { body in
            setBody(body, of: request.method)
            return try run(wakingOn: signal)
        }
        return try withExtendedLifetime(transfer) { try response(of: transfer, to: request, code) }
    }

    private func run(wakingOn signal: WakeUpSignal) throws -> CURLcode {
        errorText[0] = 0
        _ = curl.pointee.multi_add_handle(multi, easy)
        defer { _ = curl.pointee.multi_remove_handle(multi, easy) }
        var runningCount: Int32 = 1
        while true {
            guard curl.pointee.multi_perform(multi, &runningCount) == CURLM_OK else { return CURLE_FAILED_INIT }
            if runningCount == 0 { break }
            try Task.checkCancellation()
            var wait = curl_waitfd(fd: signal.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
            _ = curl.pointee.multi_poll(multi, &wait, 1, 1000, nil)
        }
        var messageCount: Int32 = 0
        return curl.pointee.multi_info_read(multi, &messageCount)?.pointee.data.result ?? CURLE_FAILED_INIT
    }

    private func response(of transfer: CurlTransfer, to request: HTTPRequest, _ code: CURLcode) throws -> HTTPResponse {
        switch code {
        case CURLE_OK: return transfer.response
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            throw HTTPProblem.untrustedServer(request.url.origin, reason: reason(of: code))
        case _ where transfer.isTooLong:
            throw RemoteProblem.invalidResponse(reason: "the response is longer than \(request.responseLimit) bytes")
        case CURLE_OPERATION_TIMEDOUT: throw RemoteProblem.timedOut(wasSent: transfer.wasSent)
        // Curl was prevented from repeating a write after the connection was closed.
        case CURLE_ABORTED_BY_CALLBACK: throw RemoteProblem.disconnected(wasSent: transfer.wasSent, reason: "")
        default: throw RemoteProblem.disconnected(wasSent: transfer.wasSent, reason: reason(of: code))
        }
    }

    private func reason(of code: CURLcode) -> String {
        let text = String(decoding: errorText.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? curl.pointee.easy_strerror(code).map { String(cString: $0) } ?? "" : text
    }
}

// MARK: - Options

extension CurlHandle {
    private func setStandardOptions(_ settings: CurlTransport.Settings) {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_ERRORBUFFER, errorText.baseAddress)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, max(1, settings.stallTimeout.milliseconds / 1000))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        // The path is already normalized.
        set(CURLOPT_PATH_AS_IS, 1)
        setText(CURLOPT_USERAGENT, "Almanac")
        if let file = settings.authorityFile { setText(CURLOPT_CAINFO, file) }
        _ = ccurl_set_write(curl, easy, CURLOPT_WRITEFUNCTION, CurlCallbacks.body)
        _ = ccurl_set_write(curl, easy, CURLOPT_HEADERFUNCTION, CurlCallbacks.header)
        _ = ccurl_set_prerequest(curl, easy, CurlCallbacks.begin)
    }

    private func setAuthorization(_ authorization: HTTPAuthorization?) {
        guard let authorization, case .password(let user, let secret) = authorization.credentials else {
            setText(CURLOPT_USERNAME, nil)
            setText(CURLOPT_PASSWORD, nil)
            return set(CURLOPT_HTTPAUTH, ccurl_auth_none)
        }
        setText(CURLOPT_USERNAME, user)
        setText(CURLOPT_PASSWORD, secret.text)
        set(CURLOPT_HTTPAUTH, authorization.scheme == .digest ? ccurl_auth_digest : ccurl_auth_basic)
    }

    /// Sets the body, which must stay valid during the request.
    private func setBody(_ body: UnsafeRawBufferPointer, of method: HTTPRequest.Method) {
        let hasBody = !body.isEmpty || method == .put
        // An empty array may have no address, and curl would then read the body with a callback.
        set(CURLOPT_POSTFIELDS, hasBody ? body.baseAddress ?? UnsafeRawPointer(easy) : nil)
        _ = ccurl_set_offset(curl, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        if !hasBody { set(CURLOPT_HTTPGET, 1) }
    }

    private func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_long(curl, easy, option, value) }
    private func set(_ option: CURLoption, _ value: UnsafeRawPointer?) {
        _ = ccurl_set_pointer(curl, easy, option, value)
    }
    /// Sets a text option. Curl copies the text.
    private func setText(_ option: CURLoption, _ text: String?) {
        guard let text else { return set(option, UnsafeRawPointer?.none) }
        text.withCString { set(option, UnsafeRawPointer($0)) }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}

/// The state of one request. The callbacks of libcurl update it.
final class CurlTransfer {
    private let request: HTTPRequest
    private var status = 0
    private var fields: HTTPFields = [:]
    private var body: [UInt8] = []
    /// Whether the response was longer than the limit.
    private(set) var isTooLong = false
    private var sentCount = 0
    private var responseCount = 0

    init(_ request: HTTPRequest) { self.request = request }

    /// Whether the request, or a part of it, may have reached the server.
    var wasSent: Bool { sentCount > 0 }

    var response: HTTPResponse { HTTPResponse(status: status, fields: fields, body: body, url: request.url) }

    /// Returns whether curl may send the request, and counts the request if so. A write is not repeated until the
    /// server has responded to it.
    func begin() -> Bool {
        // Curl repeats a request if a connection that it reuses turns out to be closed. The server may nevertheless
        // have applied the first request, in which case the precondition of the second fails.
        guard !request.method.isWrite || sentCount == responseCount else { return false }
        sentCount += 1
        return true
    }

    /// Handles a line of the header. A status line begins a new response, for example after an authentication
    /// challenge.
    func receiveHeader(_ bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            (fields, body) = ([:], [])
            if status >= 200 { responseCount += 1 }
        } else if let colon = line.firstIndex(of: ":") {
            // Whitespace around a value is not part of it (RFC 9110 section 5.5).
            let value = line[colon...].dropFirst().drop(while: Self.isBlank)
            let end = value.lastIndex { !Self.isBlank($0) }.map(value.index(after:)) ?? value.startIndex
            fields.append(String(line[..<colon]), String(value[..<end]))
        }
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Appends a part of the body, and returns whether the body is within the limit.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isTooLong = body.count + bytes.count > request.responseLimit
        if !isTooLong { body.append(contentsOf: bytes) }
        return !isTooLong
    }
}

/// The functions that libcurl calls. The context that they receive is the transfer.
enum CurlCallbacks {
    static let header: curl_write_callback = { bytes, size, count, context in
        CurlCallbacks.transfer(context)?.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
    }

    static let body: curl_write_callback = { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlCallbacks.transfer(context)?.receiveBody(part) == true ? part.count : 0
    }

    static let begin: curl_prereq_callback = { context, _, _, _, _ in
        CurlCallbacks.transfer(context)?.begin() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A descriptor that becomes readable when a task is cancelled. It wakes up a thread that waits for the network.
final class WakeUpSignal: Sendable {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit { close(descriptor) }

    func send() { _ = eventfd_write(descriptor, 1) }
}

/// An executor for an actor whose operations block their thread. The operations do not occupy the cooperative pool.
final class BlockingQueue: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
