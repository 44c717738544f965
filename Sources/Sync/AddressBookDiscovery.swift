import Localization
import Model

/// A search for the address books of a user (RFC 6764 section 6).
public struct AddressBookDiscovery: Sendable {
    private let dav: DAVClient
    private let resolver: any ServiceResolver

    public init(client: HTTPClient, resolver: any ServiceResolver = SystemServiceResolver()) {
        dav = DAVClient(http: client)
        self.resolver = resolver
    }

    /// Returns the address books of the user, or only the address book at the given URL.
    /// - Throws: ``DiscoveryProblem/noAddressBooks(_:)``, ``HTTPProblem``, or a ``RemoteProblem`` if a server that may
    ///   have address books fails.
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
    /// Whether the problem means that the URL does not exist or that the server does not support WebDAV.
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

/// An address book that was found on a server.
public struct AddressBook: Hashable, Sendable {
    public let url: WebURL
    /// The display name or, without one, the last part of the URL.
    public let name: String
    public let summary: String?
    public let capabilities: BookCapabilities
}

extension AddressBook {
    static let properties: [XMLName] = [
        .resourceType, .displayName, .addressBookDescription, .supportedAddressData, .maximumResourceSize,
        .privilegeSet,
    ]

    /// Creates an address book from its properties, or returns `nil` if the resource is not an address book.
    init?(_ response: DAVResponse, at url: WebURL) {
        guard response.properties[.resourceType]?[.addressBook] != nil else { return nil }
        let text = { (name: XMLName) in response.properties[name]?.trimmedText }
        self.url = url.asFolder
        name = text(.displayName) ?? url.folderName
        summary = text(.addressBookDescription)
        capabilities = BookCapabilities(response)
    }
}

extension BookCapabilities {
    init(_ response: DAVResponse) {
        self.init()
        let types = response.properties[.supportedAddressData]?.all(.addressDataType) ?? []
        acceptsVersion4 = types.contains { type in
            type.attributes["content-type"]?.lowercased() == "text/vcard" && type.attributes["version"] == "4.0"
        }
        let size = response.properties[.maximumResourceSize]?.trimmedText.flatMap { Int($0) }
        // The size must be positive (RFC 6352 section 6.2.3). A limit of 0 would reject all cards.
        maximumSize = size.flatMap { $0 > 0 ? $0 : nil }
        if let set = response.properties[.privilegeSet], !set.children.isEmpty {
            let privileges = ["all", "write", "write-content", "bind"].map(XMLName.dav)
            isReadOnly = !privileges.contains { set.containsElement($0) }
        }
    }
}

extension XMLElement {
    /// Returns whether an element with the given name is below this element.
    func containsElement(_ name: XMLName) -> Bool {
        children.contains { $0.name == name || $0.containsElement(name) }
    }
}

/// An address that a user enters for a server: a URL, a host, or an email address.
public struct RemoteAddress: Hashable, Sendable {
    /// The URL that the user has entered, with the scheme `https` if none was entered.
    public let url: WebURL
    /// The user name, if the address is an email address.
    public let user: String?
    /// Whether the address is only a domain or an email address. The service records of the domain then identify the
    /// server.
    let isDomain: Bool

    /// The server that may receive the credentials without a prompt; empty if its connection is not encrypted.
    public var permittedOrigins: Set<Origin> { url.origin.isSecure ? [url.origin] : [] }

    /// Creates an address from text, or returns `nil` if the text is not the address of a server.
    public init?(_ text: String) {
        if text.contains("://") {
            guard let url = WebURL(text) else { return nil }
            (self.url, user, isDomain) = (url, nil, false)
        } else {
            let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let url = WebURL("https://" + parts[parts.count - 1]), parts[0] != "" else { return nil }
            self.url = url
            user = parts.count == 2 ? "\(parts[0])@\(parts[1].prefix { !":/?#".contains($0) })" : nil
            isDomain = url.path == "/" && url.origin.port == Origin.standardPort(isSecure: true)
        }
    }
}

/// A reason why no address books were found.
public enum DiscoveryProblem: UserFacingError, Hashable {
    case noAddressBooks(WebURL)

    public var explanation: ErrorReport {
        switch self {
        case .noAddressBooks(let url):
            ErrorReport(
                .notFound, "No address books found at \(url.description).",
                next: "Use the CardDAV address that the server shows in its settings.")
        }
    }
}
