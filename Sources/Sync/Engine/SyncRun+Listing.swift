extension SyncRun {
    /// Adds the changes since the last list. If they omit a card that has changed, all cards are listed.
    /// - Returns: The addresses of the cards that exist.
    mutating func list() async throws -> [CardAddress] {
        synchronizer.progress(SyncProgress(step: .listing, done: 0, total: nil))
        var changes = try await changes(since: listing.token)
        if !changes.isComplete, !outdated.isSubset(of: changes.addresses) {
            changes = try await self.changes(since: nil)
        }
        outdated = []
        listing.add(changes)
        return changes.present.keys.sorted()
    }

    /// Lists the changes since a token, or all cards if the remote does not accept the token.
    private func changes(since token: SyncToken?) async throws -> RemoteChanges {
        do {
            return try await allParts(since: token)
        } catch RemoteProblem.invalidToken where token != nil {
            return try await allParts(since: nil)
        }
    }

    private func allParts(since token: SyncToken?) async throws -> RemoteChanges {
        let book = book
        var all = RemoteChanges(token: token)
        repeat {
            let former = all.token
            let part = try await request { try await book.changes(since: former) }
            guard !part.hasMore || part.token != nil && part.token != former else {
                throw RemoteProblem.invalidResponse(reason: "the sync token of a truncated list did not change")
            }
            all.add(part)
        } while all.hasMore
        return all
    }

    /// Commits the token of the list after its changes. The change of a broken card must be listed again.
    func storeToken() async throws {
        guard !isDryRun, !hasBrokenCard, try await store.token() != listing.token else { return }
        var batch = SyncBatch()
        batch.move(to: listing.token)
        try await store.commit(batch)
    }
}
