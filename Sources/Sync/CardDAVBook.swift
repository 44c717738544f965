/// An address book on a CardDAV server (RFC 6352).
public struct CardDAVBook: RemoteBook {
    public let capabilities: BookCapabilities
    let dav: DAVClient
    let location: CardLocation

    /// Creates a book from the results of an earlier discovery, without sending a request.
    public init(url: WebURL, capabilities: BookCapabilities, client: HTTPClient) {
        self.capabilities = capabilities
        dav = DAVClient(http: client)
        location = CardLocation(collection: url)
    }

    /// Whether the server is SOGo, which ignores `If-None-Match` and, for deletions, `If-Match`.
    private var isSOGo: Bool {
        // SOGo’s ETags count the changes to a card, and restart when a card is created again at the same address.
        location.collection.path.contains("/SOGo/")
    }

    public func address(forNew name: String) -> CardAddress {
        // Some servers reject an encoded slash.
        let name = name.split(separator: "/").joined(separator: "-")
        // On SOGo, a new card at an address that is or was in use could replace another card or seem unchanged.
        return CardAddress(rawValue: isSOGo ? "\(name)-\(UInt64.random(in: 0 ... .max)).vcf" : "\(name).vcf")
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
        let tag = try await strongTag(tag, of: address, isChecked: isSOGo)
        let fields: HTTPFields = ["If-Match": tag.rawValue]
        _ = try await dav.send(HTTPRequest(.delete, location.url(of: address), fields: fields))
    }

    /// Returns a strong tag of a card. If the given tag is weak or must be checked, the card is read again, without
    /// compression.
    private func strongTag(_ tag: ETag, of address: CardAddress, isChecked: Bool = false) async throws -> ETag {
        // Some proxies make the tags of compressed responses weak. `If-Match` never matches a weak tag (RFC 9110
        // section 13.1.1).
        if tag.isStrong, !isChecked { return tag }
        guard tag != .unknown else { throw RemoteProblem.withoutStrongETag }
        guard let current = try await get(address)?.tag else { throw RemoteProblem.missing }
        guard current.isStrong else { throw RemoteProblem.withoutStrongETag }
        guard current.matches(tag) else { throw RemoteProblem.preconditionFailed }
        return current
    }
}

extension CardDAVBook {
    /// Returns one part of the changes since a token. Returns all cards if there is no token, or if the server does not
    /// support tokens and the cards may have changed.
    public func changes(since token: SyncToken?) async throws -> RemoteChanges {
        switch token.map(ChangeToken.init) {
        case nil: try await allCards()
        case .sync(let text): try await changedCards(since: text)
        case .collectionTag(let tag): try await changedCards(sinceTag: tag)
        case .list: try await listedCards(token: .list)
        }
    }

    private static let cardProperties: [XMLName] = [.etag, .contentType, .resourceType]

    private func allCards() async throws -> RemoteChanges {
        let properties = try await collectionProperties([.supportedReportSet, .collectionTag])
        if properties?.supportsSyncCollection == true {
            do {
                return try await allSyncedCards()
            } catch let problem as RemoteProblem where problem.mayMeanUnsupportedReport {
                // The server does not support a report that it advertises.
            }
        }
        // This tag is older than the list, so the next synchronization finds a change between the two requests again.
        let tag = properties?.properties[.collectionTag]?.trimmedText
        return try await listedCards(token: tag.map(ChangeToken.collectionTag) ?? .list)
    }

    /// Returns all cards in one list, even if the server sends it in several parts.
    private func allSyncedCards() async throws -> RemoteChanges {
        var all = try await syncCollection(since: "")
        while all.hasMore {
            all.add(try await syncCollection(since: all.token.map(\.rawValue) ?? ""))
        }
        all.removed = []
        all.isComplete = true
        return all
    }

    private func changedCards(since token: String) async throws -> RemoteChanges {
        do {
            return try await syncCollection(since: token)
        } catch let problem as RemoteProblem where problem.mayMeanInvalidToken {
            // For an invalid token, some servers omit the precondition or report a failure. If the cause is different,
            // listing all cards fails, too.
            throw RemoteProblem.invalidToken
        }
    }

    private func changedCards(sinceTag tag: String) async throws -> RemoteChanges {
        guard let current = try await collectionProperties([.collectionTag])?.properties[.collectionTag]?.trimmedText
        else {
            throw RemoteProblem.invalidToken
        }
        let token = ChangeToken.collectionTag(current)
        return current == tag ? RemoteChanges(token: token.syncToken) : try await listedCards(token: token)
    }

    // MARK: - Requests

    /// Returns one part of the changes (RFC 6578 section 3.2).
    private func syncCollection(since token: String) async throws -> RemoteChanges {
        let multistatus = try await dav.report(
            DAVRequestBody.changes(since: token, Self.cardProperties), at: location.collection)
        guard let newToken = multistatus.syncToken else { throw RemoteProblem.invalidResponse(reason: "no sync token") }
        var changes = RemoteChanges(token: ChangeToken.sync(newToken).syncToken)
        for response in multistatus.responses {
            if response.status == 507 {
                changes.hasMore = true
            } else if let address = location.address(of: response.reference) {
                if response.isMissing {
                    changes.removed.insert(address)
                } else if response.isCard {
                    changes.present[address] = response.tag ?? .unknown
                }
            }
        }
        guard !changes.hasMore || newToken != token else {
            throw RemoteProblem.invalidResponse(reason: "the sync token did not change")
        }
        return changes
    }

    /// Returns all cards with one request.
    private func listedCards(token: ChangeToken) async throws -> RemoteChanges {
        let (multistatus, _) = try await dav.properties(
            Self.cardProperties, at: location.collection, depth: .members)
        // Cards that a truncated list omits would be deleted.
        let isTruncated = multistatus.responses.contains { $0.isFailed && location.address(of: $0.reference) == nil }
        guard !multistatus.responses.isEmpty, !isTruncated else {
            throw RemoteProblem.invalidResponse(reason: "incomplete list of cards")
        }
        var changes = RemoteChanges(token: token.syncToken, isComplete: true)
        for response in multistatus.responses where response.isCard && !response.isMissing {
            guard let address = location.address(of: response.reference) else { continue }
            changes.present[address] = response.tag ?? .unknown
        }
        return changes
    }

    func collectionProperties(_ names: [XMLName]) async throws -> DAVResponse? {
        let responses = try await dav.properties(names, at: location.collection, depth: .resource).0.responses
        return responses.first { location.address(of: $0.reference) == nil } ?? responses.first
    }
}

/// A token for the state of a CardDAV address book. Each kind of token can be stored as a `SyncToken`.
private enum ChangeToken: Hashable {
    /// A sync token from the server (RFC 6578).
    case sync(String)
    /// The tag of the whole collection. If the tag has changed, all cards are listed.
    case collectionTag(String)
    /// Neither a token nor a tag. All cards are listed each time.
    case list

    private static let tagPrefix = "almanac:ctag:"
    private static let listText = "almanac:list"

    init(_ token: SyncToken) {
        let text = token.rawValue
        self =
            if text == Self.listText {
                .list
            } else if text.hasPrefix(Self.tagPrefix) {
                .collectionTag(String(text.dropFirst(Self.tagPrefix.count)))
            } else {
                .sync(text)
            }
    }

    var syncToken: SyncToken {
        switch self {
        case .sync(let text): SyncToken(rawValue: text)
        case .collectionTag(let tag): SyncToken(rawValue: Self.tagPrefix + tag)
        case .list: SyncToken(rawValue: Self.listText)
        }
    }
}

extension RemoteProblem {
    fileprivate var mayMeanUnsupportedReport: Bool {
        switch self {
        case .forbidden, .rejected, .missing, .invalidToken, .invalidResponse, .failed(status: 501, _): true
        default: false
        }
    }

    fileprivate var mayMeanInvalidToken: Bool {
        switch self {
        case .forbidden, .rejected, .missing, .preconditionFailed, .failed(status: 500, _), .failed(status: 501, _),
            .unexpected(status: 405):
            true
        default: false
        }
    }
}

extension DAVResponse {
    fileprivate var supportsSyncCollection: Bool {
        properties[.supportedReportSet]?.containsElement(.syncCollection) == true
    }
}

extension CardDAVBook {
    /// Reads cards with one request if possible. If it fails, the cards are read in smaller parts, down to single
    /// cards.
    ///
    /// The text of a card that exists but cannot be read is empty.
    public func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        // The response to a request for several cards is XML, and one card can make it invalid or make the server fail.
        guard !addresses.isEmpty else { return [] }
        do {
            return try await multiget(addresses)
        } catch let problem as RemoteProblem where problem.mayConcernOneCard {
            if addresses.count == 1 { return try await [card(at: addresses[0])].compactMap { $0 } }
            // If the server does not work at all, this request fails, too.
            if problem.mayConcernServer { _ = try await collectionProperties([.resourceType]) }
            let half = addresses.count / 2
            return try await cards(at: Array(addresses[..<half])) + cards(at: Array(addresses[half...]))
        }
    }

    private func multiget(_ addresses: [CardAddress]) async throws -> [RemoteCard] {
        var (found, missing, converted) = try await reportedCards(at: addresses, asVersion4: false)
        if capabilities.acceptsVersion4, !converted.isEmpty {
            let others = try await reportedCards(at: converted, asVersion4: true)
            for card in others.found.values where !others.converted.contains(card.address) {
                found[card.address] = card
            }
        }
        var cards: [RemoteCard] = []
        var mayHaveTags = true
        for address in addresses where !missing.contains(address) {
            if let card = found[address], card.tag != .unknown || !mayHaveTags {
                cards.append(card)
            } else if let card = try await card(at: address) {
                // The header of a response can contain a tag that the properties lack.
                mayHaveTags = card.tag != .unknown
                cards.append(card)
            }
        }
        return cards
    }

    /// Reads cards as vCard 4.0, or as vCard 3.0, the default version of the protocol.
    /// - Returns: The cards, the addresses without a card, and the addresses of cards whose length shows that the
    ///   server has stored them in another version.
    private func reportedCards(
        at addresses: [CardAddress], asVersion4: Bool
    ) async throws -> (found: [CardAddress: RemoteCard], missing: Set<CardAddress>, converted: [CardAddress]) {
        let body = DAVRequestBody.cards(at: addresses.map(location.path(of:)), asVersion4: asVersion4)
        var found: [CardAddress: RemoteCard] = [:]
        var missing: Set<CardAddress> = []
        var converted: [CardAddress] = []
        for response in try await dav.report(body, at: location.collection).responses {
            guard let address = location.address(of: response.reference) else { continue }
            if response.isMissing { missing.insert(address) }
            guard !response.isFailed, let text = response.properties[.addressData]?.text else { continue }
            found[address] = RemoteCard(address: address, tag: response.tag ?? .unknown, text: text)
            if let length = response.contentLength, !text.mayHaveLength(length) { converted.append(address) }
        }
        return (found, missing, converted)
    }

    /// Reads one card, or returns `nil` if it does not exist. If both attempts to read the card fail, its text is
    /// empty.
    private func card(at address: CardAddress) async throws -> RemoteCard? {
        do {
            return try await get(address)
        } catch let problem as RemoteProblem where problem.mayConcernOneCard || problem.isForbidden {
            // A temporary failure of the server does not mean that the card is broken.
            _ = try await collectionProperties([.resourceType])
        }
        do {
            return try await get(address)
        } catch let problem as RemoteProblem where problem.mayConcernOneCard || problem.isForbidden {
            return RemoteCard(address: address, tag: .unknown, text: [])
        }
    }

    /// Reads one card without XML.
    func get(_ address: CardAddress) async throws -> RemoteCard? {
        let request = HTTPRequest(
            .get, location.url(of: address), fields: ["Accept": "text/vcard"], acceptsCompression: false)
        do {
            let response = try await dav.send(request)
            let tag = response.fields["ETag"].flatMap(ETag.init(httpText:)) ?? .unknown
            return RemoteCard(address: address, tag: tag, text: response.body)
        } catch RemoteProblem.missing {
            return nil
        }
    }
}

extension [UInt8] {
    /// Returns whether the text may be a vCard file of the given length, apart from differences in line breaks.
    fileprivate func mayHaveLength(_ length: Int) -> Bool {
        // XML changes line breaks, and servers may omit the last one.
        let text = filter { $0 != UInt8(ascii: "\r") }
        let end = text.last == .lineFeed ? text.count - 1 : text.count
        let breaks = text[..<end].count { $0 == .lineFeed }
        return [end + breaks, end + breaks + 2].contains(length)
    }
}

extension RemoteProblem {
    /// Whether the cause may be a single card, so that other cards can still be read.
    fileprivate var mayConcernOneCard: Bool {
        // sabre/dav 1 responds with 404 to a request for several cards if one of them does not exist.
        switch self {
        case .failed, .invalidResponse, .missing, .rejected, .tooLarge, .webPage: true
        default: false
        }
    }

    /// Whether the cause may be a failure of the whole server.
    fileprivate var mayConcernServer: Bool {
        switch self {
        case .failed, .missing, .webPage: true
        default: false
        }
    }

    fileprivate var isForbidden: Bool { if case .forbidden = self { true } else { false } }
}

/// The mapping between the addresses and the URLs of the cards in a collection.
///
/// A card directly in the collection has its decoded file name as its address, whether the server writes a relative,
/// absolute, or differently encoded reference. Any other card has its normalized path, which begins with a slash.
struct CardLocation: Hashable, Sendable {
    let collection: WebURL

    init(collection: WebURL) { self.collection = collection.asFolder }

    /// Returns the address for a reference, or `nil` if the reference denotes the collection or is not a valid URL.
    func address(of reference: String) -> CardAddress? {
        // Servers behind a proxy may name another host. All requests are sent to the host of the collection.
        guard let url = collection.resolving(reference) else { return nil }
        let (path, folder) = (Self.segments(url.path), Self.segments(collection.path))
        if path.isEmpty || path == folder { return nil }
        if path.dropLast() == folder[...], let name = path.last.flatMap({ String(validating: $0, as: UTF8.self) }),
            !name.utf8.contains(UInt8(ascii: "/")), ![".", ".."].contains(name)
        {
            return CardAddress(rawValue: name)
        }
        return CardAddress(rawValue: path.map { "/" + Self.encoded($0) }.joined())
    }

    func url(of address: CardAddress) -> WebURL {
        WebURL(origin: collection.origin, path: path(of: address), query: collection.query)
    }

    /// Returns the percent-encoded absolute path.
    func path(of address: CardAddress) -> String {
        let isPath = address.rawValue.hasPrefix("/")
        return isPath ? address.rawValue : collection.path + Self.encoded(Array(address.rawValue.utf8))
    }

    /// Returns the decoded segments of a path, without a final slash.
    private static func segments(_ path: String) -> [[UInt8]] {
        path.split(separator: "/").map(\.percentDecodedBytes)
    }

    private static func encoded(_ segment: [UInt8]) -> String { segment.percentEncoded(keeping: "-._~") }
}

extension WebURL {
    /// The decoded last part of the path, or the host if the path is empty.
    var folderName: String {
        path.split(separator: "/").last.map { String(decoding: $0.percentDecodedBytes, as: UTF8.self) } ?? origin.host
    }
}
