/// The changes of a book since a token.
struct BookListing {
    private(set) var present: [CardAddress: ETag] = [:]
    private(set) var removed: Set<CardAddress> = []
    private(set) var unusable: [CardAddress: UnusableCard] = [:]
    private(set) var token: SyncToken?
    private(set) var isComplete = false

    init() {}

    /// Reads all parts of the changes. If the remote does not accept the token, it reads a complete list.
    init(
        of book: any RemoteBook, since token: SyncToken?,
        _ request: (() async throws -> RemoteChanges) async throws -> RemoteChanges
    ) async throws {
        do {
            try await read(book, since: token, request)
        } catch RemoteProblem.invalidToken where token != nil {
            self = BookListing()
            try await read(book, since: nil, request)
        }
    }

    private mutating func read(
        _ book: any RemoteBook, since start: SyncToken?,
        _ request: (() async throws -> RemoteChanges) async throws -> RemoteChanges
    ) async throws {
        token = start
        var isFirst = true
        while true {
            let (former, first) = (token, isFirst)
            let part = try await request { try await book.changes(since: former) }
            add(part)
            if first { isComplete = part.isComplete }
            isFirst = false
            token = part.token
            if !part.hasMore { return }
            guard token != nil, token != former else {
                throw RemoteProblem.invalidResponse(reason: "the sync token of a truncated list did not change")
            }
        }
    }

    private mutating func add(_ part: RemoteChanges) {
        for address in part.removed {
            present[address] = nil
            unusable[address] = nil
            removed.insert(address)
        }
        for (address, tag) in part.present {
            present[address] = tag
            unusable[address] = nil
            removed.remove(address)
        }
        for (address, reason) in part.unusable {
            present[address] = nil
            unusable[address] = reason
            removed.remove(address)
        }
    }

    /// Returns whether the card no longer exists.
    func isGone(_ address: CardAddress) -> Bool {
        removed.contains(address) || isComplete && present[address] == nil && unusable[address] == nil
    }
}
