import CGlibc

/// A resolver that finds the CardDAV server of a domain by DNS (RFC 6764 section 3).
public protocol ServiceResolver: Sendable {
    /// Returns the service of a domain, or `nil` if it has no service record or the name server does not respond.
    func service(of domain: String) async -> CardDAVService?
}

/// The CardDAV server of a domain.
public struct CardDAVService: Hashable, Sendable {
    public let origin: Origin
    /// The path from a text record, if there is one.
    public let path: String?

    public init(origin: Origin, path: String? = nil) { (self.origin, self.path) = (origin, path) }

    var candidates: [WebURL] {
        let paths = [path, "/.well-known/carddav", "/"].compactMap { $0 }
        return paths.map { WebURL(origin: origin, path: $0) }
    }
}

/// The name servers of the system.
public actor SystemServiceResolver: ServiceResolver {
    private let queue = BlockingQueue(label: "almanac.dns")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    public init() {}

    public func service(of domain: String) -> CardDAVService? {
        for (service, isSecure) in [("_carddavs", true), ("_carddav", false)] {
            let name = "\(service)._tcp.\(domain)"
            guard let server = Self.answer(name, DNSRecord.serviceType).compactMap(\.service).min() else { continue }
            // A root name means that the domain does not provide the service.
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
