/// A search for the address books of a user (RFC 6764 section 6).
public struct AddressBookDiscovery: Sendable {
    private let dav: DAVClient
    private let resolver: any ServiceResolver

    public init(client: HTTPClient, resolver: any ServiceResolver = SystemServiceResolver()) {
        dav = DAVClient(http: client)
        self.resolver = resolver
    }

    /// Returns the address books of the user, or the one at the address.
    /// - Throws: ``DiscoveryProblem/noAddressBooks(_:)``, ``HTTPProblem``, or the ``RemoteProblem`` of a server that may have
    ///   address books.
    public func addressBooks(at address: RemoteAddress) async throws -> [AddressBook] {
        var problem: RemoteProblem?
        for url in await candidates(for: address) {
            do {
                let books = try await addressBooks(from: url)
                if !books.isEmpty { return books }
            } catch let failure as RemoteProblem where !failure.isUnauthorized {
                if !failure.meansNoService { problem = problem ?? failure }
            }
        }
        throw problem ?? DiscoveryProblem.noAddressBooks(address.url)
    }

    /// Returns the URLs at which the server may be, the most specific first.
    private func candidates(for address: RemoteAddress) async -> [WebURL] {
        let service = address.isDomain ? await resolver.service(of: address.url.origin.host) : nil
        let wellKnown = WebURL(origin: address.url.origin, path: "/.well-known/carddav")
        let root = WebURL(origin: address.url.origin)
        let standard = address.url.path == "/" ? [wellKnown, root] : [address.url, wellKnown, root]
        return (service?.candidates ?? []) + standard
    }

    private func addressBooks(from url: WebURL) async throws -> [AddressBook] {
        let names = [.currentUserPrincipal, .addressBookHomeSet] + AddressBook.properties
        let (multistatus, url) = try await dav.properties(names, at: url, depth: .resource)
        guard let resource = multistatus.responses.first else { return [] }
        if let book = AddressBook(resource, at: url) { return [book] }
        var homes = resource.homes(at: url)
        if homes.isEmpty, let principal = resource.reference(in: .currentUserPrincipal).flatMap(url.resolving) {
            homes = try await self.homes(of: principal)
        }
        var books: [AddressBook] = []
        for home in homes.isEmpty ? [url] : homes { books += try await self.books(in: home) }
        return books
    }

    private func homes(of principal: WebURL) async throws -> [WebURL] {
        let (multistatus, url) = try await dav.properties([.addressBookHomeSet], at: principal, depth: .resource)
        return multistatus.responses.first?.homes(at: url) ?? []
    }

    private func books(in home: WebURL) async throws -> [AddressBook] {
        let (multistatus, url) = try await dav.properties(AddressBook.properties, at: home.asFolder, depth: .members)
        return multistatus.responses.compactMap { response in
            url.resolving(response.reference).flatMap { AddressBook(response, at: $0) }
        }
    }
}

extension RemoteProblem {
    /// Whether there is nothing at the URL, or a server without WebDAV.
    fileprivate var meansNoService: Bool {
        switch self {
        case .missing, .failed(status: 501, _), .unexpected(status: 405): true
        default: false
        }
    }
}

extension DAVResponse {
    fileprivate func homes(at url: WebURL) -> [WebURL] {
        let references = properties[.addressBookHomeSet]?.all(.href).compactMap(\.trimmedText) ?? []
        return references.compactMap(url.resolving)
    }
}
