/// An address book on a CardDAV server (RFC 6352).
public struct CardDAVBook: RemoteBook {
    public let capabilities: BookCapabilities
    let dav: DAVClient
    let location: CardLocation

    /// Creates a book from the results of an earlier discovery, without a request.
    public init(url: WebURL, capabilities: BookCapabilities, client: HTTPClient) {
        self.capabilities = capabilities
        dav = DAVClient(http: client)
        location = CardLocation(collection: url)
    }

    public func address(forNew name: String) -> CardAddress {
        // Some servers reject an encoded slash.
        CardAddress(rawValue: name.split(separator: "/").joined(separator: "-") + ".vcf")
    }

    public func put(_ text: [UInt8], at address: CardAddress, _ precondition: Precondition) async throws -> ETag? {
        if let limit = capabilities.maximumSize, text.count > limit { throw RemoteProblem.tooLarge }
        var request = HTTPRequest(
            .put, location.url(of: address), fields: ["Content-Type": "text/vcard; charset=utf-8"], body: text)
        switch precondition {
        case .ifNoneMatch: request.fields.append("If-None-Match", "*")
        case .ifMatch(let tag): request.fields.append("If-Match", try await strongTag(tag, of: address).rawValue)
        }
        let response = try await dav.send(request)
        return response.fields["ETag"].flatMap(ETag.init(httpText:)).flatMap { $0.isStrong ? $0 : nil }
    }

    public func delete(_ address: CardAddress, ifMatch tag: ETag) async throws {
        let tag = try await strongTag(tag, of: address)
        let fields: HTTPFields = ["If-Match": tag.rawValue]
        _ = try await dav.send(HTTPRequest(.delete, location.url(of: address), fields: fields))
    }

    // Some proxies make the tags of compressed responses weak.
    /// Returns a tag for `If-Match`, which never matches a weak one (RFC 9110 section 13.1.1). If the tag is weak, the
    /// card is read again, without compression.
    private func strongTag(_ tag: ETag, of address: CardAddress) async throws -> ETag {
        if tag.isStrong { return tag }
        guard tag != .unknown else { throw RemoteProblem.withoutStrongETag }
        guard let current = try await get(address)?.tag else { throw RemoteProblem.missing }
        guard current.isStrong else { throw RemoteProblem.withoutStrongETag }
        guard current.matches(tag) else { throw RemoteProblem.preconditionFailed }
        return current
    }
}
