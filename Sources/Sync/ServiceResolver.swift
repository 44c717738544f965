import CGlibc

/// A resolver that finds the CardDAV server of a domain by DNS (RFC 6764 section 3).
public protocol ServiceResolver: Sendable {
    /// Returns the service of a domain, or `nil` if the domain does not provide the service or the name server does not
    /// respond.
    func service(of domain: String) async -> CardDAVService?
}

/// The CardDAV server of a domain.
public struct CardDAVService: Hashable, Sendable {
    public let origin: Origin
    /// The path from a TXT record, if there is one.
    public let path: String?

    public init(origin: Origin, path: String? = nil) { (self.origin, self.path) = (origin, path) }

    var candidates: [WebURL] {
        let paths = [path, "/.well-known/carddav", "/"].compactMap { $0 }
        return paths.map { WebURL(origin: origin, path: $0) }
    }
}

/// A resolver that queries the system’s name servers.
public actor SystemServiceResolver: ServiceResolver {
    private let queue = BlockingQueue(label: "almanac.dns")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    public init() {}

    public func service(of domain: String) -> CardDAVService? {
        for (service, isSecure) in [("_carddavs", true), ("_carddav", false)] {
            let name = "\(service)._tcp.\(domain)"
            guard let server = Self.answer(name, DNSRecord.serviceType).compactMap(\.service).min() else { continue }
            // A root name indicates that the domain does not provide the service.
            if server.host.isEmpty { return nil }
            let paths = Self.answer(name, DNSRecord.textType).flatMap(\.texts).filter { $0.hasPrefix("path=/") }
            return CardDAVService(
                origin: Origin(isSecure: isSecure, host: server.host, port: server.port),
                path: paths.first.map { String($0.dropFirst("path=".count)) })
        }
        return nil
    }

    private static func answer(_ name: String, _ type: Int) -> [DNSRecord] {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_535) { buffer, count in
            count = max(0, Int(cglibc_query_dns(name, Int32(type), buffer.baseAddress, Int32(buffer.count))))
        }
        return DNSRecord.answers(in: bytes).filter { $0.type == type }
    }
}

/// A resource record in the response of a name server (RFC 1035 section 4).
struct DNSRecord: Hashable, Sendable {
    let type: Int
    /// The whole response. Names in the data can refer to earlier names.
    private let message: [UInt8]
    private let data: Range<Int>

    /// The types of service records (RFC 2782) and TXT records.
    static let serviceType = 33
    static let textType = 16

    /// Returns the answers of a response. From a malformed response, only the answers before the error are returned.
    static func answers(in message: [UInt8]) -> [DNSRecord] {
        var cursor = Cursor(message)
        guard cursor.skip(4), let questionCount = cursor.number(2), let answerCount = cursor.number(2), cursor.skip(4)
        else { return [] }
        for _ in 0..<questionCount {
            guard cursor.name() != nil, cursor.skip(4) else { return [] }
        }
        var records: [DNSRecord] = []
        for _ in 0..<answerCount {
            guard cursor.name() != nil, let type = cursor.number(2), cursor.skip(6), let length = cursor.number(2)
            else { break }
            let start = cursor.position
            guard cursor.skip(length) else { break }
            records.append(DNSRecord(type: type, message: message, data: start..<start + length))
        }
        return records
    }

    // MARK: - Data

    /// A server of a service. In the sort order, preferred servers come first.
    struct Service: Hashable, Comparable {
        let priority: Int
        let weight: Int
        let port: Int
        let host: String

        static func < (left: Service, right: Service) -> Bool {
            (left.priority, -left.weight, left.host) < (right.priority, -right.weight, right.host)
        }
    }

    var service: Service? {
        var cursor = Cursor(message, at: data.lowerBound)
        guard type == Self.serviceType, let priority = cursor.number(2), let weight = cursor.number(2),
            let port = cursor.number(2), let host = cursor.name()
        else { return nil }
        return Service(priority: priority, weight: weight, port: port, host: host)
    }

    /// The strings of a TXT record.
    var texts: [String] {
        guard type == Self.textType else { return [] }
        var cursor = Cursor(message, at: data.lowerBound)
        var texts: [String] = []
        while cursor.position < data.upperBound, let length = cursor.number(1), let bytes = cursor.bytes(length) {
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        return texts
    }
}

/// A position in a message.
private struct Cursor {
    private let message: [UInt8]
    private(set) var position: Int

    init(_ message: [UInt8], at position: Int = 0) { (self.message, self.position) = (message, position) }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= message.count - position else { return nil }
        defer { position += count }
        return message[position..<position + count]
    }

    mutating func number(_ count: Int) -> Int? { bytes(count).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

    /// Reads a domain name, which can end with a reference to an earlier name.
    mutating func name() -> String? {
        var labels: [String] = []
        var end: Int?
        // A valid name has fewer labels and references than this. Without a limit, a name that refers to itself would
        // cause an endless loop.
        for _ in 0..<256 {
            guard let length = number(1) else { return nil }
            switch length {
            case 0:
                position = end ?? position
                return labels.joined(separator: ".")
            case 1..<64:
                guard let label = bytes(length) else { return nil }
                labels.append(String(decoding: label, as: UTF8.self))
            case 192...:
                guard let low = number(1) else { return nil }
                end = end ?? position
                position = min(message.count, (length & 63) << 8 | low)
            default: return nil
            }
        }
        return nil
    }
}
