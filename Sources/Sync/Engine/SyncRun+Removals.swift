extension SyncRun {
    /// Deletes the records of cards that were deleted on the remote.
    /// - Returns: Whether to continue. Many deletions require a confirmation.
    mutating func receiveRemovals() async throws -> Bool {
        let linked = listing.isComplete ? Array(try await store.tags().keys) : Array(listing.removed)
        let gone = linked.filter(listing.isGone).sorted()
        if gone.isEmpty { return true }
        let batches = stride(from: 0, to: gone.count, by: batchSize).map {
            Array(gone[$0..<min($0 + batchSize, gone.count)])
        }
        if !synchronizer.options.allowsRemovals {
            var count = 0
            for batch in batches { count += try await store.cards(at: batch).values.count { !$0.isChanged } }
            report.unconfirmed =
                try await listing.isUnexpectedlyEmpty
                ? UnconfirmedDeletions(ofEmptyBook: gone.count)
                : unconfirmed(.received, count, edited: gone.count - count)
            guard report.unconfirmed == nil else { return false }
        }
        for batch in batches {
            _ = try await commit { try await $0.planRemovals(batch) }
        }
        return true
    }

    /// Returns deletions that require a confirmation.
    func unconfirmed(
        _ direction: PlannedChange.Direction, _ count: Int, edited: Int = 0
    ) async throws -> UnconfirmedDeletions? {
        guard count > 0 else { return nil }
        return UnconfirmedDeletions(direction, count: count, edited: edited, total: try await store.linkCount())
    }

    private func planRemovals(_ addresses: [CardAddress]) async throws -> SyncPlan {
        var plan = SyncPlan()
        let known = try await store.cards(at: addresses)
        for synced in addresses.compactMap({ known[$0] }) {
            if synced.isChanged {
                plan.keepRecord(of: synced)
            } else if let local = synced.local {
                plan.batch.add(.deletingRecord(synced.link, revision: local.revision))
                plan.report.received.deleted += 1
                if isDryRun {
                    plan.report.plannedChanges.append(PlannedChange(.received, .delete, local.card, from: nil))
                }
            }
        }
        plan.removeToken(ifLinksDifferFrom: [:], self)
        return plan
    }
}

extension SyncPlan {
    /// Ends the link of a card that no longer exists. A record that was edited is sent as a new card.
    mutating func keepRecord(of synced: SyncedCard) {
        batch.add(.keepingRecord(synced.link))
        guard let local = synced.local else { return }
        report.notices.append(CardNotice(title: local.card.title, reason: .deletedRemotely))
    }
}
