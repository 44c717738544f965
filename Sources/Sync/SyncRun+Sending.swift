import Interchange
import Model

extension SyncRun {
    /// Sends the changes to the records.
    /// - Returns: The cards that must be sent again, or `nil` if many deletions require confirmation.
    mutating func send() async throws -> [RecordID: CardProblem]? {
        if !book.capabilities.isReadOnly, !synchronizer.options.allowsRemovals {
            report.unconfirmed = try await unconfirmed(.sent, store.deletionCount())
            guard report.unconfirmed == nil else { return nil }
        }
        if isDryRun {
            _ = try await send(changesAfterReceiving())
            return [:]
        }
        var unsent: [RecordID: CardProblem] = [:]
        var (position, done): (RecordID?, Int) = (nil, 0)
        while true {
            let changes = try await store.changes(after: position, limit: batchSize)
            guard let last = changes.last else { return unsent }
            (position, done) = (last.record, done + changes.count)
            unsent.merge(try await send(changes)) { $1 }
            synchronizer.progress(SyncProgress(step: .sending, done: done, total: nil))
        }
    }

    /// Returns the changes to send after the planned batches of a dry run. A card whose values a record cannot contain
    /// is reported as a problem. If a batch depends on the commit of another, all batches are ignored.
    private mutating func changesAfterReceiving() async throws -> [LocalChange] {
        while true {
            do {
                return try await store.changes(after: plannedBatches)
            } catch SyncStoreProblem.invalid(let address, let problem) {
                let removed = plannedBatches.indices.compactMap { plannedBatches[$0].remove(address) }.first
                guard let title = removed?.content.card?.title else { throw SyncStoreProblem.invalid(address, problem) }
                report.problems.append(CardProblem(address: address, title: title, reason: .invalid(problem)))
                report.plannedChanges.removeAll { $0.direction == .received && $0.address == address }
            } catch SyncStoreProblem.outdated where !plannedBatches.isEmpty {
                plannedBatches = []
            }
        }
    }

    private func concernsUnusableCard(_ change: LocalChange) -> Bool {
        switch change {
        // The card of a new record may already exist as an unreadable card that an earlier request created.
        case .created(let local): unreadable.contains(book.address(forNew: local.card.contents.fileName))
        case .edited(let link, _), .deleted(let link):
            unusable.contains(link.address) || unreadable.contains(link.address)
        }
    }

    private mutating func send(_ changes: [LocalChange]) async throws -> [RecordID: CardProblem] {
        let changes = changes.filter { !excluded.contains($0.record) && !concernsUnusableCard($0) }
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
                if isDryRun {
                    plan.report.plannedChanges.append(
                        PlannedChange(.sent, .delete, link.base, at: link.address, from: nil))
                }
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
            plan.report.plannedChanges.append(
                PlannedChange(.sent, old == nil ? .create : .change, card, at: address, from: old))
        }
    }

    // MARK: - Attempts

    /// Sends committed requests until the remote fails as a whole. The remaining requests are then not sent.
    private func attempt(
        _ intents: [SyncIntent]
    ) async throws -> (attempts: [SyncAttempt], failure: RemoteProblem?) {
        var attempts: [SyncAttempt] = []
        var failure: RemoteProblem?
        // Deletions come first, because they free space on the server.
        var rest = (intents.filter(\.isDeletion) + intents.filter { !$0.isDeletion })[...]
        while let intent = rest.popFirst() {
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
            } catch let error as CancellationError {
                await withdraw(rest)
                throw error
            }
        }
        return (attempts, failure)
    }

    /// Removes committed requests that were not sent, so that the next run checks only the requests that were sent.
    private func withdraw(_ intents: ArraySlice<SyncIntent>) async {
        if intents.isEmpty { return }
        var batch = SyncBatch()
        for intent in intents { batch.resolve(intent) }
        // The task of the run is cancelled, which would also cancel the commit. If the commit fails, the next run
        // checks all requests.
        try? await Task { [store, batch] in try await store.commit(batch) }.value
    }

    private func send(_ intent: SyncIntent) async throws -> SyncAttempt.Outcome {
        let book = book
        switch intent.request {
        case .put(let card, _, let precondition):
            return .stored(
                try await synchronizer.request { try await book.put(card.text, at: intent.address, precondition) })
        case .delete(let tag):
            try await synchronizer.request { try await book.delete(intent.address, ifMatch: tag) }
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
        /// The precondition was not met, or the card does not exist.
        case refused
        /// The remote does not accept the request, or reports no strong ETag for the card.
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
    /// Whether additional requests in the same run are pointless.
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

extension SyncRun {
    /// Determines whether the requests of an interrupted run were applied.
    mutating func resolveInterruptedRequests() async throws {
        let intents = try await store.intents()
        for start in stride(from: 0, to: intents.count, by: batchSize) {
            let attempts = intents[start..<min(start + batchSize, intents.count)].map {
                SyncAttempt(intent: $0, outcome: .unknown(.disconnected(wasSent: true, reason: "")))
            }
            _ = try await resolve(attempts)
        }
    }

    /// Commits the outcomes of requests, after reading the cards whose state is unknown.
    /// - Returns: The cards that must be sent again.
    mutating func resolve(_ attempts: [SyncAttempt]) async throws -> [RecordID: CardProblem] {
        let (certain, uncertain) = (attempts.filter(\.isCertain), attempts.filter { !$0.isCertain })
        var unsent = try await commit { try await $0.planOutcomes(certain, [:]) }.unsent
        if !uncertain.isEmpty {
            let (book, addresses) = (book, uncertain.map(\.intent.address))
            let cards = try await synchronizer.request { try await book.cards(at: addresses) }
            let stored = Dictionary(cards.map { ($0.address, $0) }) { $1 }
            unsent.merge(try await commit { try await $0.planOutcomes(uncertain, stored) }.unsent) { $1 }
        }
        return unsent
    }

    private func planOutcomes(_ attempts: [SyncAttempt], _ stored: [CardAddress: RemoteCard]) async throws -> SyncPlan {
        var plan = SyncPlan()
        let known = try await store.cards(at: attempts.map(\.intent.address))
        let locals = try await store.cards(of: attempts.map(\.intent.record))
        for attempt in attempts {
            let intent = attempt.intent
            plan.batch.resolve(intent)
            if attempt.isCertain {
                plan.addCertain(attempt, known[intent.address])
                continue
            }
            let remote = stored[intent.address]
            let card: VCard?
            do throws(VCardProblem) {
                card = if let remote { try VCard(remote.text) } else { nil }
            } catch {
                plan.fail(intent.address, "", .unreadable(error))
                plan.excluded.insert(intent.record)
                continue
            }
            if let problem = invalidCards[intent.address] {
                plan.fail(intent.address, card?.title ?? "", .invalid(problem))
                plan.excluded.insert(intent.record)
                continue
            }
            let resolution = IntentResolution(
                attempt: attempt, stored: remote.flatMap { remote in card.map { (remote, $0) } },
                synced: known[intent.address], local: locals[intent.record],
                isRepeated: unconfirmed.contains(intent.record))
            resolution.add(to: &plan, self)
        }
        plan.removeToken(ifLinksDifferFrom: known, self)
        return plan
    }
}

extension SyncAttempt {
    /// Whether the state of the card on the remote is known without reading it.
    var isCertain: Bool {
        switch outcome {
        case .deleted, .rejected, .notSent: true
        case .stored, .unknown, .refused: false
        }
    }
}

extension SyncPlan {
    fileprivate mutating func addCertain(_ attempt: SyncAttempt, _ synced: SyncedCard?) {
        let intent = attempt.intent
        switch attempt.outcome {
        case .deleted:
            if let synced { batch.add(.keepingRecord(synced.link)) }
            report.sent.deleted += 1
        case .rejected(let problem): reject(intent, synced, problem)
        case .stored, .unknown, .refused, .notSent: break
        }
    }

    private mutating func reject(_ intent: SyncIntent, _ synced: SyncedCard?, _ problem: RemoteProblem) {
        let title =
            switch intent.request {
            case .put(let card, _, _): card.title
            case .delete: synced?.link.base.title ?? ""
            }
        if case .rejected(let other?, _, _) = problem {
            outdated.insert(other)
            unsent[intent.record] = CardProblem(address: intent.address, title: title, reason: .remote(problem))
        } else {
            fail(intent.address, title, .remote(problem))
            excluded.insert(intent.record)
        }
    }
}

extension SyncReport {
    mutating func countSent(_ precondition: Precondition) {
        switch precondition {
        case .ifNoneMatch: sent.created += 1
        case .ifMatch: sent.changed += 1
        }
    }
}

/// An allocator of free addresses for new cards.
struct CardAddressAllocator {
    /// The addresses that new cards cannot have.
    private var taken: Set<CardAddress>
    /// The addresses of the cards with these UIDs.
    private var addresses: [String: CardAddress] = [:]

    init(taken: Set<CardAddress>) { self.taken = taken }

    /// Reads which names and UIDs of the created records belong to linked cards.
    mutating func reserve(_ changes: [LocalChange], _ run: SyncRun) async throws {
        let created = changes.compactMap { if case .created(let local) = $0 { local } else { nil } }
        if created.isEmpty { return }
        let names = created.flatMap { [$0.card.contents.fileName, Self.numberedName(of: $0)] }
        let addresses = Set(names.map { run.book.address(forNew: $0) })
        taken.formUnion(try await run.store.cards(at: Array(addresses)).keys)
        let ended = Set(run.plannedBatches.flatMap(\.removals).map(\.address))
        for (uid, match) in try await run.matches(of: created.map(\.card)) {
            guard case .synced(let synced) = match, !ended.contains(synced.link.address) else { continue }
            self.addresses[uid] = synced.link.address
        }
    }

    /// Returns an unused address that is derived from the UID. If the derived address is already in use, the number of
    /// the record ID is appended, and then letters until the address is unused.
    mutating func newAddress(for local: LocalCard, in book: any RemoteBook) -> CardAddress {
        var address = book.address(forNew: local.card.contents.fileName)
        var name = Self.numberedName(of: local)
        while !taken.insert(address).inserted {
            address = book.address(forNew: name)
            name += "x"
        }
        if let uid = local.card.uid { addresses[uid] = address }
        return address
    }

    private static func numberedName(of local: LocalCard) -> String {
        "\(local.card.contents.fileName)-\(local.record.number)"
    }

    /// Returns the address of another card with the same UID.
    func sameUID(as local: LocalCard) -> CardAddress? { local.card.uid.flatMap { addresses[$0] } }
}
