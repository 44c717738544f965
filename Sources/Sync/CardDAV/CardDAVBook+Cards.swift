extension CardDAVBook {
    // The response to a request for several cards is XML, and one card can make it invalid or make the server fail.
    /// Reads cards with one request if possible. If it fails, the cards are read in smaller parts, down to single cards.
    ///
    /// A card that exists but cannot be read has an empty text.
    public func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        guard !addresses.isEmpty else { return [] }
        do {
            return try await multiget(addresses)
        } catch let problem as RemoteProblem where problem.mayConcernOneCard {
            if addresses.count == 1 { return try await [card(at: addresses[0])].compactMap { $0 } }
            // If the server does not work at all, this fails, too.
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

    /// Reads cards in a version.
    /// - Returns: The cards, the addresses without a card, and those of cards whose length shows that the server has
    ///   stored them in another version.
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

    /// Reads one card, or returns `nil` if it does not exist. If both attempts to read the card fail, it has an empty text.
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
    /// Returns whether the text may be a vCard file of this length. XML changes line breaks, and servers may omit the last
    /// one.
    fileprivate func mayHaveLength(_ length: Int) -> Bool {
        let text = filter { $0 != UInt8(ascii: "\r") }
        let end = text.last == .lineFeed ? text.count - 1 : text.count
        let breaks = text[..<end].count { $0 == .lineFeed }
        return [end + breaks, end + breaks + 2].contains(length)
    }
}

extension RemoteProblem {
    /// Whether the cause may be a single card, so that other cards can be read.
    fileprivate var mayConcernOneCard: Bool {
        switch self {
        case .failed, .invalidResponse, .rejected, .tooLarge, .webPage: true
        default: false
        }
    }

    /// Whether the server may not work at all.
    fileprivate var mayConcernServer: Bool {
        switch self {
        case .failed, .webPage: true
        default: false
        }
    }

    fileprivate var isForbidden: Bool { if case .forbidden = self { true } else { false } }
}
