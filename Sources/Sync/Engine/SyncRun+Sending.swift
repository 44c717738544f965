import Interchange
import Model

extension SyncRun {
    /// Sends the changes of the records.
    /// - Returns: The cards that must be sent again, or `nil` if many deletions require a confirmation.
    mutating func send() async throws -> [RecordID: CardProblem]? {
        if !book.capabilities.isReadOnly, !synchronizer.options.allowsRemovals {
            report.unconfirmed = try await unconfirmed(.sent, store.deletionCount())
            guard report.unconfirmed == nil else { return nil }
        }
        var unsent: [RecordID: CardProblem] = [:]
        var (position, done): (RecordID?, Int) = (nil, 0)
        while true {
            let changes = try await store.changes(after: position, limit: batchSize)
            guard let last = changes.last else { return unsent }
            (position, done) = (last.record, done + changes.count)
            let remaining = changes.filter { !excluded.contains($0.record) && !concernsUnusableCard($0) }
            unsent.merge(try await send(remaining)) { $1 }
            synchronizer.progress(SyncProgress(step: .sending, done: done, total: nil))
        }
    }

    private func concernsUnusableCard(_ change: LocalChange) -> Bool {
        switch change {
        // A new record may be that of an unreadable card that an earlier request has created.
        case .created(let local): unreadable.contains(book.address(forNew: local.card.contents.fileName))
        case .edited(let link, _), .deleted(let link):
            unusable.contains(link.address) || unreadable.contains(link.address)
        }
    }

    private mutating func send(_ changes: [LocalChange]) async throws -> [RecordID: CardProblem] {
        if changes.isEmpty { return [:] }
        if book.capabilities.isReadOnly {
            report.unsent += changes.count
            return [:]
        }
        let plan = try await commit { try await $0.planRequests(changes) }
        if isDryRun || plan.batch.intents.isEmpty { return [:] }
        let (attempts, failure) = try await attempt(plan.batch.intents)
        let unsent = try await resolve(attempts)
        if let failure { throw failure }
        return unsent
    }

    // MARK: - Requests

    private func planRequests(_ changes: [LocalChange]) async throws -> SyncPlan {
        var plan = SyncPlan()
        var allocator = CardAddressAllocator(taken: takenAddresses.union(unusable))
        try await allocator.reserve(changes, self)
        for change in changes {
            switch change {
            case .created(let local):
                if let other = allocator.sameUID(as: local) {
                    plan.fail(other, local.card.title, .sameUID(as: other))
                    plan.excluded.insert(local.record)
                } else {
                    let address = allocator.newAddress(for: local, in: book)
                    put(local, local.card, at: address, .ifNoneMatch, from: nil, &plan)
                }
            case .edited(let link, let local):
                if let card = local.card(replacing: link.base) {
                    put(local, card, at: link.address, .ifMatch(link.tag), from: link.base, &plan)
                } else {
                    let remote = RemoteCard(address: link.address, tag: link.tag, text: [])
                    _ = plan.batch.add(
                        CardUpdate(
                            remote, base: link.base, dropped: link.dropped,
                            content: .unchanged(local.record, synced: local.revision)))
                }
            case .deleted(let link):
                plan.batch.add(
                    SyncIntent(address: link.address, record: link.record, request: .delete(ifMatch: link.tag)))
                if isDryRun { plan.report.plannedChanges.append(PlannedChange(.sent, .delete, link.base, from: nil)) }
            }
        }
        return plan
    }

    private func put(
        _ local: LocalCard, _ card: VCard, at address: CardAddress, _ precondition: Precondition, from old: VCard?,
        _ plan: inout SyncPlan
    ) {
        if let limit = book.capabilities.maximumSize, card.text.count > limit {
            plan.fail(address, card.title, .remote(.tooLarge))
            plan.excluded.insert(local.record)
            return
        }
        plan.batch.add(
            SyncIntent(
                address: address, record: local.record,
                request: .put(card, revision: local.revision, precondition)))
        if isDryRun {
            plan.report.plannedChanges.append(PlannedChange(.sent, old == nil ? .create : .change, card, from: old))
        }
    }

    // MARK: - Attempts

    /// Sends committed requests until the remote fails as a whole. The remaining requests are then not sent.
    private func attempt(
        _ intents: [SyncIntent]
    ) async throws -> (attempts: [SyncAttempt], failure: RemoteProblem?) {
        var attempts: [SyncAttempt] = []
        var failure: RemoteProblem?
        // Deletions free space on the server.
        for intent in intents.filter(\.isDeletion) + intents.filter({ !$0.isDeletion }) {
            guard failure == nil else {
                attempts.append(SyncAttempt(intent: intent, outcome: .notSent))
                continue
            }
            do {
                attempts.append(SyncAttempt(intent: intent, outcome: try await send(intent)))
            } catch let problem as RemoteProblem {
                let outcome = SyncAttempt.Outcome(problem)
                attempts.append(SyncAttempt(intent: intent, outcome: outcome))
                failure = problem.endsRun ? problem : nil
            }
        }
        return (attempts, failure)
    }

    private func send(_ intent: SyncIntent) async throws -> SyncAttempt.Outcome {
        let book = book
        switch intent.request {
        case .put(let card, _, let precondition):
            return .stored(try await request { try await book.put(card.text, at: intent.address, precondition) })
        case .delete(let tag):
            try await request { try await book.delete(intent.address, ifMatch: tag) }
            return .deleted
        }
    }
}

/// A request and its outcome.
struct SyncAttempt {
    enum Outcome: Hashable {
        /// The card was stored, possibly with changes. The ETag is that of the stored card, if it is known.
        case stored(ETag?)
        case deleted
        case unknown(RemoteProblem)
        /// The precondition was not met.
        case refused
        /// The remote does not accept the card.
        case rejected(RemoteProblem)
        case notSent
    }

    let intent: SyncIntent
    let outcome: Outcome
}

extension SyncAttempt.Outcome {
    fileprivate init(_ problem: RemoteProblem) {
        self =
            switch problem {
            case .preconditionFailed, .missing: .refused
            case .rejected, .withoutStrongETag, .tooLarge, .forbidden: .rejected(problem)
            case _ where problem.isOutcomeUnknown: .unknown(problem)
            default: .notSent
            }
    }
}

extension SyncIntent {
    fileprivate var isDeletion: Bool { if case .delete = request { true } else { false } }
}

extension RemoteProblem {
    /// Whether further requests of the same run are pointless.
    var endsRun: Bool {
        switch self {
        case .disconnected, .timedOut, .busy, .unauthorized, .tokenRejected, .storageFull, .invalidToken, .fileError:
            true
        case .preconditionFailed, .missing, .rejected, .withoutStrongETag, .tooLarge, .failed, .unconfirmed, .webPage,
            .forbidden, .invalidResponse:
            false
        }
    }
}
