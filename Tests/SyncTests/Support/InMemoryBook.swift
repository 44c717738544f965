import Interchange
@testable import Sync
import TestSupport

/// A server in memory, with preconditions, sync tokens, and truncated lists.
@MainActor
final class InMemoryBook: RemoteBook {
    nonisolated let capabilities: BookCapabilities
    private(set) var cards: [CardAddress: RemoteCard] = [:]
    /// All changes, in order. The index of the next change is the sync token.
    private var log: [Change] = []

    private struct Change {
        let address: CardAddress
        /// The card before the change, or `nil` if it did not exist.
        let former: [UInt8]?
    }

    /// The names of the requests since the last reset.
    var requests: [String] = []
    /// The maximum number of changes in a list. Longer lists are truncated.
    var pageSize = 1_000
    /// The oldest token that is accepted.
    var oldestToken = 0
    var supportsTokens = true
    /// Whether lists of changes omit cards that have the same content as at the token, as Xandikos does.
    var omitsRevertedCards = false
    var returnsTags = true
    /// Whether the server has a fault: it returns the ETag of a card that it has changed.
    var returnsTagsOfChangedCards = false
    /// Whether cards have ETags.
    var hasTags = true
    /// A function that returns the ETag in the response to a PUT request, given the correct ETag.
    var answeredTag: (ETag) -> ETag = { $0 }
    /// A function that returns the lines of a card as the server stores them.
    var storedLines: ([String]) -> [String] = { $0 }
    /// Whether the client under test has a seeded bug: it writes without preconditions.
    var ignoresPreconditions = false
    /// The action before each request.
    var beforeRequest: (_ name: String) throws -> Void = { _ in }
    /// The action after each request. An error that it throws means that the response is lost.
    var afterRequest: (_ name: String) throws -> Void = { _ in }
    var unusable: [CardAddress: UnusableCard] = [:]
    /// The cards that are listed but not returned.
    var hidden: Set<CardAddress> = []

    init(capabilities: BookCapabilities = BookCapabilities()) { self.capabilities = capabilities }

    nonisolated func address(forNew name: String) -> CardAddress { CardAddress(rawValue: name + ".vcf") }

    // MARK: - Other clients

    func write(_ card: TestCard, at name: String) { store(card.text, at: CardAddress(rawValue: name)) }

    func write(text: String, at name: String) { store(Array(text.utf8), at: CardAddress(rawValue: name)) }

    func remove(_ name: String) { remove(CardAddress(rawValue: name)) }

    func card(_ name: String) -> TestCard? {
        cards[CardAddress(rawValue: name)].flatMap { try? VCard($0.text) }.map(TestCard.init)
    }

    var names: [String] { cards.keys.map(\.rawValue).sorted() }

    private func store(_ text: [UInt8], at address: CardAddress) {
        log.append(Change(address: address, former: cards[address]?.text))
        cards[address] = RemoteCard(address: address, tag: ETag(rawValue: "tag\(log.count)"), text: text)
    }

    private func remove(_ address: CardAddress) {
        log.append(Change(address: address, former: cards[address]?.text))
        cards[address] = nil
    }

    // MARK: - Requests

    private func answer<Result>(_ name: String, _ work: () throws -> Result) throws -> Result {
        requests.append(name)
        try beforeRequest(name)
        let result = try work()
        try afterRequest(name)
        return result
    }

    @MainActor func changes(since token: SyncToken?) async throws -> RemoteChanges {
        try answer("list") {
            guard supportsTokens else {
                let present = cards.mapValues { hasTags ? $0.tag : .unknown }
                return RemoteChanges(present: present, unusable: unusable, isComplete: true)
            }
            let start = token.flatMap { Int($0.rawValue) } ?? 0
            if token != nil, start < oldestToken || start > log.count { throw RemoteProblem.invalidToken }
            let end = min(log.count, start + pageSize)
            let changed = Set(log[start..<end].map(\.address))
            // Like some servers, this book omits cards that were created and removed since the token.
            let former = Dictionary(log[start..<end].map { ($0.address, $0.former) }) { first, _ in first }
            let reverted = omitsRevertedCards ? changed.filter { former[$0] == cards[$0]?.text } : []
            return RemoteChanges(
                present: cards.filter { changed.subtracting(reverted).contains($0.key) }.mapValues(\.tag),
                removed: changed.subtracting(cards.keys).filter { former[$0] != .some(nil) }, unusable: unusable,
                token: SyncToken(rawValue: String(end)), hasMore: end < log.count, isComplete: token == nil)
        }
    }

    @MainActor func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        try answer("get") {
            addresses.filter { !hidden.contains($0) }.compactMap { cards[$0] }.map {
                hasTags ? $0 : RemoteCard(address: $0.address, tag: .unknown, text: $0.text)
            }
        }
    }

    @MainActor func put(_ text: [UInt8], at address: CardAddress, _ precondition: Precondition) async throws -> ETag? {
        if precondition == .ifMatch(.unknown) { throw RemoteProblem.withoutStrongETag }
        return try answer("put") {
            let isMet =
                switch precondition {
                case .ifNoneMatch: cards[address] == nil
                case .ifMatch(let tag): cards[address]?.tag == tag
                }
            guard isMet || ignoresPreconditions else { throw RemoteProblem.preconditionFailed }
            let card = TestCard(try VCard(text))
            let other = cards.values.first { $0.address != address && (try? VCard($0.text))?.uid == card.uid }
            if let other { throw RemoteProblem.rejected(uidOf: other.address) }
            let stored = TestCard(uid: card.uid, storedLines(card.lines))
            store(stored == card ? text : stored.text, at: address)
            let isReported = hasTags && returnsTags && (stored == card || returnsTagsOfChangedCards)
            return isReported ? cards[address].map { answeredTag($0.tag) } : nil
        }
    }

    @MainActor func delete(_ address: CardAddress, ifMatch tag: ETag) async throws {
        if tag == .unknown { throw RemoteProblem.withoutStrongETag }
        return try answer("delete") {
            guard let card = cards[address] else { throw RemoteProblem.missing }
            guard card.tag == tag || ignoresPreconditions else { throw RemoteProblem.preconditionFailed }
            remove(address)
        }
    }
}

extension InMemoryBook: SimulatedRemote {
    var rejectsUsedUIDs: Bool { true }
}
