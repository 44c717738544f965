import CCurl

/// The state of one request, which the callbacks of libcurl update.
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

    // Curl repeats a request if a connection that it reuses turns out to be closed. The server may nevertheless have
    // applied the first one, so that the precondition of the second one fails.
    /// Returns whether curl may send the request. A write is not sent again before there is a response to it.
    func begin() -> Bool {
        guard !request.method.isWrite || sentCount == responseCount else { return false }
        sentCount += 1
        return true
    }

    /// Handles a line of the header. A status line begins a new response, for example after an authentication challenge.
    func receiveHeader(_ bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        if line.hasPrefix("HTTP/") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            (fields, body) = ([:], [])
            if status >= 200 { responseCount += 1 }
        } else if let colon = line.firstIndex(of: ":") {
            // Blanks around a value are not part of it (RFC 9110 section 5.5).
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

/// The functions that libcurl calls. Their last argument is the transfer.
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
