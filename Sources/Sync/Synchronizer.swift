import Interchange
import Model

/// The synchronization of one book with the database.
public struct Synchronizer: Sendable {
    public struct Options: Sendable {
        /// Whether to report the changes without making them.
        public var isDryRun = false
        /// Whether to make deletions that otherwise require confirmation (see ``UnconfirmedDeletions``).
        public var allowsRemovals = false

        public init() {}
    }

    let book: any RemoteBook
    let store: any SyncStore
    let options: Options
    let progress: @Sendable (SyncProgress) -> Void
    let pause: @Sendable (Duration) async throws -> Void

    /// Creates a synchronizer.
    /// - Parameter pause: A function that waits before a request is repeated because the remote is busy.
    public init(
        _ book: any RemoteBook, with store: any SyncStore, options: Options = Options(),
        progress: @escaping @Sendable (SyncProgress) -> Void = { _ in },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.book, self.store, self.options) = (book, store, options)
        (self.progress, self.pause) = (progress, pause)
    }

    /// Synchronizes the book. An interrupted synchronization is completed by the next one.
    /// - Throws: The errors of the store. A failure of the remote is part of the report.
    public func run() async throws -> SyncReport {
        var run = SyncRun(self)
        do {
            try await run.synchronize()
        } catch let problem as RemoteProblem {
            run.report.failure = problem
        }
        if options.isDryRun { run.report.countPlannedChanges() }
        return run.report
    }
}

extension Synchronizer {
    /// Sends a request, and repeats it up to three times if the remote is busy and the time to wait is at most a
    /// minute.
    func request<Result: Sendable>(_ send: () async throws -> Result) async throws -> Result {
        var attempts = 0
        while true {
            do {
                return try await send()
            } catch RemoteProblem.busy(let seconds) where attempts < 3 && (seconds ?? 1) <= 60 {
                attempts += 1
                try await pause(.seconds(seconds ?? attempts))
            }
        }
    }
}

/// One run of a synchronizer.
struct SyncRun {
    let synchronizer: Synchronizer
    var report = SyncReport()
    /// The changes on the remote that are not yet completely received.
    var listing = RemoteChanges()
    /// The cards that the current list does not reflect: those whose links have since been created or ended, those
    /// found missing, and those with the UID of a new card. The next list must contain them.
    var outdated: Set<CardAddress> = []
    /// The listed cards that did not exist when they were read.
    var missingCards: Set<CardAddress> = []
    /// The cards that were listed again after they had been missing, and still cannot be read.
    var unreadable: Set<CardAddress> = []
    /// Whether the list contains a card that cannot be received.
    var hasBrokenCard = false
    /// The cards whose values a record cannot contain.
    var invalidCards: [CardAddress: RecordProblem] = [:]
    /// The records that have problems and are not sent again in this run.
    var excluded: Set<RecordID> = []
    /// The addresses of other cards, which new cards must not use.
    var takenAddresses: Set<CardAddress> = []
    /// The addresses of the cards that cannot be synchronized.
    var unusable: Set<CardAddress> = []
    /// The records whose last request the remote has neither confirmed nor applied. They are sent once more.
    var unconfirmed: Set<RecordID> = []
    /// The new cards that the remote has stored, but not at their addresses.
    var moved: [RecordID: VCard] = [:]
    /// The batches that a dry run has not committed.
    var plannedBatches: [SyncBatch] = []
    /// The addresses of the cards with these UIDs in the batches that a dry run has not committed.
    var plannedUIDs: [String: CardAddress] = [:]

    var book: any RemoteBook { synchronizer.book }
    var store: any SyncStore { synchronizer.store }
    var isDryRun: Bool { synchronizer.options.isDryRun }
    var batchSize: Int { min(max(1, book.capabilities.batchSize), 10_000) }

    init(_ synchronizer: Synchronizer) { self.synchronizer = synchronizer }

    /// The maximum number of attempts while other programs change the same cards.
    private static let maximumRounds = 5

    /// Receives and sends changes until both sides are equal or the maximum number of attempts is reached.
    mutating func synchronize() async throws {
        if !isDryRun { try await resolveInterruptedRequests() }
        listing.token = try await store.token()
        var unsent: [RecordID: CardProblem] = [:]
        defer { report.problems += unsent.values.sorted { $0.address < $1.address } }
        for round in 1...Self.maximumRounds {
            try await receiveChanges(list())
            // A card that is missing may have been renamed, which the next list shows.
            if !outdated.isEmpty && round < Self.maximumRounds { continue }
            guard try await receiveRemovals() else { return }
            try await storeToken()
            listing = RemoteChanges(token: listing.token)
            guard let rest = try await send() else { return }
            unsent = rest
            if isDryRun || unsent.isEmpty && outdated.isEmpty { break }
        }
    }

    /// Plans a batch, commits it, and adds its report. If a record was changed after it had been read, or if it cannot
    /// contain the values of a card, the batch is planned again.
    mutating func commit(_ plan: (SyncRun) async throws -> SyncPlan) async throws -> SyncPlan {
        var attempts = 0
        while true {
            let planned = try await plan(self)
            do {
                if !isDryRun, !planned.batch.isEmpty { try await store.commit(planned.batch) }
            } catch SyncStoreProblem.outdated where attempts < 10 {
                attempts += 1
                continue
            } catch SyncStoreProblem.invalid(let address, let problem) where invalidCards[address] == nil {
                invalidCards[address] = problem
                continue
            }
            if isDryRun, planned.batch.hasChanges {
                plannedBatches.append(planned.batch)
                for update in planned.batch.updates {
                    if let key = update.uidKey { plannedUIDs[key] = update.address }
                }
            }
            report += planned.report
            excluded.formUnion(planned.excluded)
            takenAddresses.formUnion(planned.takenAddresses)
            outdated.formUnion(planned.outdated)
            unconfirmed.formUnion(planned.unconfirmed)
            moved.merge(planned.moved) { $1 }
            return planned
        }
    }
}

/// A batch with its report.
struct SyncPlan {
    var batch = SyncBatch()
    var report = SyncReport()
    var excluded: Set<RecordID> = []
    var takenAddresses: Set<CardAddress> = []
    var outdated: Set<CardAddress> = []
    var unconfirmed: Set<RecordID> = []
    var moved: [RecordID: VCard] = [:]
    /// The cards that must be sent again, with the problem that is reported if this does not succeed.
    var unsent: [RecordID: CardProblem] = [:]

    /// Adds a reconciliation, or a problem if the batch already contains its address, UID, or record.
    mutating func add(_ reconciliation: Reconciliation, isDryRun: Bool) {
        let update = reconciliation.update
        guard batch.add(update) else {
            let first = batch.updates.first {
                $0.address == update.address || $0.uidKey != nil && $0.uidKey == update.uidKey
                    || $0.content.record != nil && $0.content.record == update.content.record
            }
            return fail(update.address, update.base.title, .sameUID(as: first?.address ?? update.address))
        }
        report += reconciliation.report(isDryRun: isDryRun)
    }

    /// Removes the stored token if the batch links new or changed cards, or ends links, unless the book always lists
    /// all cards. A token is stored again after a list has contained these cards.
    ///
    /// - Parameter known: The current links of the cards.
    mutating func removeToken(ifLinksDifferFrom known: [CardAddress: SyncedCard], _ run: SyncRun) {
        // A list of changes can omit a card that has the same state as at the token, for example because it was changed
        // and reverted. If the local state differs from the state at the token, the reversion might never be received.
        if run.isDryRun { return }
        let updates = batch.updates.filter { known[$0.address]?.link.tag != $0.tag }
        if updates.isEmpty && batch.removals.isEmpty { return }
        if !run.book.capabilities.listsAllCards { batch.move(to: nil) }
        outdated.formUnion(updates.filter { !run.listing.contains($0.address, $0.tag) }.map(\.address))
        outdated.formUnion(batch.removals.map(\.address).filter { !run.listing.isGone($0) })
    }

    mutating func fail(_ address: CardAddress, _ title: String, _ reason: CardProblem.Reason) {
        report.problems.append(CardProblem(address: address, title: title, reason: reason))
    }
}

extension SyncRun {
    /// Adds the changes since the last list. If they omit a card that has changed, all cards are listed.
    /// - Returns: The addresses of the existing cards in the new list.
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
            let part = try await synchronizer.request { try await book.changes(since: former) }
            guard !part.hasMore || part.token != nil && part.token != former else {
                throw RemoteProblem.invalidResponse(reason: "the sync token of a truncated list did not change")
            }
            all.add(part)
        } while all.hasMore
        return all
    }

    /// Stores the token of the list after its changes were received. Does nothing in a dry run, or if a card could not
    /// be received or must be listed again.
    func storeToken() async throws {
        guard !isDryRun, !hasBrokenCard, outdated.isEmpty, try await store.token() != listing.token else { return }
        var batch = SyncBatch()
        batch.move(to: listing.token)
        try await store.commit(batch)
    }
}
