import Dispatch
import FileIO
import Glibc
import Synchronization

/// An HTTP server on the loopback address that records requests and returns replies from a function.
///
/// Connections are kept open after complete replies.
public final class ScriptedServer: Sendable {
    public struct Request: Hashable, Sendable {
        /// The method and target, such as `PUT /book/a.vcf`.
        public let line: String
        /// The header fields with names in lowercase.
        public let fields: [String: String]
        public let body: [UInt8]
        /// The number of the connection, counted from 1.
        public let connection: Int
    }

    public enum Reply: Sendable {
        case response(Int, fields: [String: String] = [:], body: [UInt8] = [])
        /// Sends exactly these bytes and closes the connection.
        case bytes([UInt8])
        /// Closes the connection without a response.
        case close
        /// Keeps the connection open without a response.
        case stall
    }

    public let port: Int
    private let listener: Int32
    private let reply: @Sendable (Request) -> Reply
    private let state = Mutex(State())

    private struct State {
        var requests: [Request] = []
        var connections: [Int32] = []
    }

    public init(_ reply: @escaping @Sendable (Request) -> Reply) throws {
        self.reply = reply
        (listener, port) = try LoopbackPort.listen()
        DispatchQueue(label: "almanac.scripted-server").async { [self] in acceptConnections() }
    }

    public var requests: [Request] { state.withLock { $0.requests } }
    public var lines: [String] { requests.map(\.line) }

    /// Closes the listener and all connections, after which the server is released.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        state.withLock { for connection in $0.connections { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    private func acceptConnections() {
        defer { close(listener) }
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            let number = state.withLock { state in
                state.connections.append(connection)
                return state.connections.count
            }
            DispatchQueue(label: "almanac.scripted-connection").async { [self] in serve(connection, number) }
        }
    }

    private func serve(_ connection: Int32, _ number: Int) {
        var reader = RequestReader(connection: connection, number: number)
        while let request = reader.next() {
            state.withLock { $0.requests.append(request) }
            switch reply(request) {
            case .response(let status, let fields, let body):
                var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\n"
                for (name, value) in fields { head += "\(name): \(value)\r\n" }
                write(Array((head + "\r\n").utf8) + body, to: connection)
                continue
            case .bytes(let bytes): write(bytes, to: connection)
            case .close: break
            case .stall: _ = reader.next()
            }
            break
        }
        shutdown(connection, Int32(SHUT_RDWR))
    }

    private func write(_ bytes: [UInt8], to connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// A reader of the requests of one connection.
private struct RequestReader {
    let connection: Int32
    let number: Int
    private var bytes: [UInt8] = []

    init(connection: Int32, number: Int) { (self.connection, self.number) = (connection, number) }

    mutating func next() -> ScriptedServer.Request? {
        let end = Array("\r\n\r\n".utf8)
        var range = bytes.firstRange(of: end)
        while range == nil {
            guard receive() else { return nil }
            range = bytes.firstRange(of: end)
        }
        guard let range else { return nil }
        let lines = String(decoding: bytes[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = String(line[colon...].dropFirst().drop { $0 == " " })
        }
        let total = range.upperBound + (fields["content-length"].flatMap { Int($0) } ?? 0)
        while bytes.count < total { guard receive() else { return nil } }
        let body = Array(bytes[range.upperBound..<total])
        bytes.removeFirst(total)
        let line = lines.first?.split(separator: " ").prefix(2).joined(separator: " ") ?? ""
        return ScriptedServer.Request(line: line, fields: fields, body: body, connection: number)
    }

    private mutating func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(connection, &buffer, buffer.count, 0)
        if count > 0 { bytes += buffer.prefix(count) }
        return count > 0
    }
}

/// Ports of the loopback address.
enum LoopbackPort {
    /// Returns a socket that listens on a free port, and the port.
    static func listen() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError() }
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && Glibc.listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isListening else { throw SystemError() }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Returns a port that no program uses at the moment.
    static func free() throws -> Int {
        let (descriptor, port) = try listen()
        close(descriptor)
        return port
    }

    /// Returns whether a program accepts connections on the port.
    static func isOpen(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        return connect(descriptor, to: port)
    }

    /// Sends a message to a port and returns everything received until the connection is closed.
    static func exchange(_ message: [UInt8], with port: Int) -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        guard connect(descriptor, to: port) else { return [] }
        var rest = message[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return [] }
            rest = rest.dropFirst(count)
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return received }
            received += buffer.prefix(count)
        }
    }

    private static func connect(_ descriptor: Int32, to port: Int) -> Bool {
        var address = address(port: port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
