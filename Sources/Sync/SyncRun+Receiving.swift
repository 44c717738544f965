import Interchange
import Model

extension SyncRun {
    /// Reads the new and changed cards among those listed and merges them with their records, in batches.
    mutating func receiveChanges(_ listed: [CardAddress]) async throws {
        let unusable = listing.unusable.sorted { $0.key < $1.key }
        self.unusable = Set(listing.unusable.keys)
        report.add(unusable.map { CardProblem(address: $0, title: "", reason: .unusable($1)) })
        if !unusable.isEmpty { hasBrokenCard = true }
        let tags = listing.isComplete ? try await store.tags() : [:]
        let addresses = listed.filter { !listing.isUnchanged($0, since: tags[$0]) }
        let (synchronizer, changes, size) = (synchronizer, listing, batchSize)
        @Sendable func read(_ start: Int) async throws -> (asked: [CardAddress], cards: [RemoteCard]) {
            let batch = Array(addresses[start...].prefix(size))
            let known = try await synchronizer.store.cards(at: batch)
            let asked = batch.filter { !changes.isUnchanged($0, since: known[$0]?.link.tag) }
            if asked.isEmpty { return ([], []) }
            return (asked, try await synchronizer.request { try await synchronizer.book.cards(at: asked) })
        }
        var batch = try await read(0)
        for start in stride(from: 0, to: addresses.count, by: size) {
            // The next cards are read while these are merged.
            async let next = read(min(start + size, addresses.count))
            try await receive(batch.cards, asked: batch.asked)
            let done = min(start + size, addresses.count)
            synchronizer.progress(SyncProgress(step: .receiving, done: done, total: addresses.count))
            batch = try await next
        }
    }

    /// Merges cards with their records.
    private mutating func receive(_ remotes: [RemoteCard], asked addresses: [CardAddress]) async throws {
        if addresses.isEmpty { return }
        // A card that was removed or renamed after it was listed is missing from the next list.
        let missing = Set(addresses).subtracting(remotes.map(\.address))
        outdated.formUnion(missing.subtracting(missingCards))
        unreadable.formUnion(missing.intersection(missingCards))
        missingCards.formUnion(missing)
        report.add(
            missing.intersection(unreadable).sorted().map { CardProblem(address: $0, title: "", reason: .missing) })
        if !unreadable.isEmpty { hasBrokenCard = true }
        let planned = try await commit { try await $0.plan(remotes) }
        if !planned.report.problems.isEmpty { hasBrokenCard = true }
    }

    private func plan(_ remotes: [RemoteCard]) async throws -> SyncPlan {
        var plan = SyncPlan()
        var cards: [(remote: RemoteCard, card: VCard)] = []
        let known = try await store.cards(at: remotes.map(\.address))
        for remote in remotes {
            do throws(VCardProblem) {
                let card = try VCard(remote.text)
                guard known[remote.address] != nil || card.hasProperties else { throw .withoutProperties }
                if let problem = invalidCards[remote.address] {
                    plan.fail(remote.address, card.title, .invalid(problem))
                } else {
                    cards.append((remote, card))
                }
            } catch {
                plan.fail(remote.address, "", .unreadable(error))
            }
        }
        let matches = try await self.matches(
            of: cards.filter { known[$0.remote.address]?.link.uid == nil }.map(\.card))
        for (remote, card) in cards {
            if let synced = known[remote.address], synced.link.uid == nil, let uid = card.uid,
                case .synced(let other)? = matches[uid], other.link.address != remote.address
            {
                plan.fail(remote.address, card.title, .sameUID(as: other.link.address))
                continue
            }
            // A card without a tag is read each time.
            if let link = known[remote.address]?.link, (link.tag, link.base) == (remote.tag, card) { continue }
            let match = known[remote.address].map(UIDMatch.synced) ?? card.uid.flatMap { matches[$0] }
            plan.add(card, remote, match, self)
        }
        plan.removeToken(ifLinksDifferFrom: known, self)
        return plan
    }

    func matches(of cards: [VCard]) async throws -> [String: UIDMatch] {
        let uids = Set(cards.compactMap(\.uid))
        return uids.isEmpty ? [:] : try await store.cards(withUIDs: uids)
    }
}

extension SyncPlan {
    /// Plans the update for a card with or without a matching record.
    mutating func add(_ card: VCard, _ remote: RemoteCard, _ match: UIDMatch?, _ run: SyncRun) {
        if let uid = card.uid, let other = run.plannedUIDs[CardUID.key(uid)], other != remote.address {
            return fail(remote.address, card.title, .sameUID(as: other))
        }
        switch match {
        case nil: add(Reconciliation(new: card, remote), isDryRun: run.isDryRun)
        case .unsynced(let local):
            guard let sent = run.moved[local.record] else {
                return add(Reconciliation(card, remote, unsynced: local), isDryRun: run.isDryRun)
            }
            report.sent.created += 1
            add(
                Reconciliation(card, remote, sent: sent, from: local.record, local: local), isDryRun: run.isDryRun)
        case .synced(let synced):
            let link = synced.link
            if link.address != remote.address, !run.listing.isGone(link.address) {
                return fail(remote.address, card.title, .sameUID(as: link.address))
            }
            if let uid = link.uid, let other = card.uid, CardUID.key(uid) != CardUID.key(other) {
                return fail(remote.address, card.title, .changedUID)
            }
            add(Reconciliation(card, remote, synced: synced), isDryRun: run.isDryRun)
        }
    }
}

extension SyncRun {
    /// Deletes the records of cards that were deleted on the remote, except records that were edited.
    /// - Returns: Whether to continue. Many deletions require confirmation.
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

    /// Returns the deletions if they require confirmation, or `nil` otherwise.
    func unconfirmed(
        _ direction: PlannedChange.Direction, _ count: Int, edited: Int = 0
    ) async throws -> UnconfirmedDeletions? {
        guard count > 0 else { return nil }
        // The total does not include cards created in this run.
        let created = isDryRun ? 0 : report.received.created + report.sent.created
        let total = try await store.linkCount() - created
        return UnconfirmedDeletions(direction, count: count, edited: edited, total: max(0, total))
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
                    plan.report.plannedChanges.append(
                        PlannedChange(.received, .delete, local.card, at: synced.link.address, from: nil))
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
