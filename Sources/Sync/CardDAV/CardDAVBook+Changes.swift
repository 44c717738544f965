extension CardDAVBook {
    /// Returns the changes since a token with one request, or all cards without a token or on a server that does not
    /// support tokens.
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
        // This tag is older than the list, so a change between the two requests is found again by the next sync.
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
            // Some servers omit the precondition, or fail. If the cause is different, the list fails, too.
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

/// The kinds of tokens of a CardDAV book. All are stored as a sync token.
private enum ChangeToken: Hashable {
    /// A token of the server (RFC 6578).
    case sync(String)
    /// The tag of the whole collection: if it has changed, all cards are listed.
    case collectionTag(String)
    /// The server has neither: all cards are listed each time.
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
