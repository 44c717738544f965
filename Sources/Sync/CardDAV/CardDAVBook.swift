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
        case .ifMatch(let tag): try request.require(tag)
        }
        let response = try await dav.send(request)
        return response.fields["ETag"].flatMap(ETag.init(httpText:)).flatMap { $0.isStrong ? $0 : nil }
    }

    public func delete(_ address: CardAddress, ifMatch tag: ETag) async throws {
        var request = HTTPRequest(.delete, location.url(of: address))
        try request.require(tag)
        _ = try await dav.send(request)
    }
}

extension HTTPRequest {
    fileprivate mutating func require(_ tag: ETag) throws {
        guard tag != .unknown else { throw RemoteProblem.preconditionFailed }
        fields.append("If-Match", tag.rawValue)
    }
}

extension ETag {
    /// The tag of a card whose server has not reported one. Such a card is never overwritten.
    static let unknown = ETag(rawValue: "")
}
