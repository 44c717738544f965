import Interchange
import Model

/// The synchronization of one book with the database.
public struct Synchronizer: Sendable {
    public struct Options: Sendable {
        /// Whether to report the changes without making them.
        public var isDryRun = false
        /// Whether to delete many cards without a confirmation.
        public var allowsRemovals = false

        public init() {}
    }

    let book: any RemoteBook
    let store: any SyncStore
    let options: Options
    let progress: @Sendable (SyncProgress) -> Void
    let pause: @Sendable (Duration) async throws -> Void

    /// Creates a synchronizer.
    /// - Parameter pause: Waits before a request is repeated because the remote is busy.
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
        return run.report
    }
}

/// One run of a synchronizer.
struct SyncRun {
    let synchronizer: Synchronizer
    var report = SyncReport()
    var listing = BookListing()
    /// Whether a card has been found missing since the list was read. It may have been deleted or renamed.
    var isListingOutdated = false
    /// The records that are not sent again in this run: those with problems, and in a dry run those already reported.
    var excluded: Set<RecordID> = []
    /// The addresses that belong to other cards, so that new cards need other names.
    var takenAddresses: Set<CardAddress> = []
    /// The properties that were missing after a card had been stored. They are sent once more, because either the remote
    /// does not store them or another client has removed them.
    var missingProperties: [RecordID: Set<String>] = [:]

    var book: any RemoteBook { synchronizer.book }
    var store: any SyncStore { synchronizer.store }
    var isDryRun: Bool { synchronizer.options.isDryRun }
    var batchSize: Int { max(1, book.capabilities.batchSize) }

    init(_ synchronizer: Synchronizer) { self.synchronizer = synchronizer }

    mutating func synchronize() async throws {
        if !isDryRun { try await resolveInterruptedRequests() }
        if try await receive() { try await send() }
    }

    /// Lists and merges the changes of the remote.
    /// - Returns: Whether to continue. Many deletions require a confirmation.
    mutating func receive() async throws -> Bool {
        let token = try await store.token()
        var attempts = 0
        repeat {
            attempts += 1
            isListingOutdated = false
            synchronizer.progress(SyncProgress(step: .listing, done: 0, total: nil))
            listing = try await BookListing(of: book, since: token) { try await request($0) }
            try await receiveChanges()
        } while isListingOutdated && attempts < 3
        guard try await receiveRemovals() else { return false }
        try await move(from: token)
        return true
    }

    /// Commits the new token after its changes. If a card has a problem, its change must be listed again.
    private mutating func move(from token: SyncToken?) async throws {
        guard !isDryRun, report.problems.isEmpty, listing.token != token else { return }
        var batch = SyncBatch()
        batch.move(to: listing.token)
        try await store.commit(batch)
    }

    /// Sends a request, and repeats it up to three times if the remote asks to wait for at most a minute.
    func request<Result: Sendable>(_ send: () async throws -> Result) async throws -> Result {
        var attempts = 0
        while true {
            do {
                return try await send()
            } catch RemoteProblem.busy(let seconds) where attempts < 3 && (seconds ?? 1) <= 60 {
                attempts += 1
                try await synchronizer.pause(.seconds(seconds ?? attempts))
            }
        }
    }

    /// Plans a batch, commits it, and adds its report. If a record was changed after it had been read,
    /// the batch is planned again.
    mutating func commit(_ plan: (SyncRun) async throws -> SyncPlan) async throws -> SyncPlan {
        var attempts = 0
        while true {
            let planned = try await plan(self)
            do {
                if !isDryRun, !planned.batch.isEmpty { try await store.commit(planned.batch) }
            } catch SyncStoreProblem.outdated where attempts < 10 {
                attempts += 1
                continue
            }
            report += planned.report
            excluded.formUnion(planned.excluded)
            takenAddresses.formUnion(planned.takenAddresses)
            isListingOutdated = isListingOutdated || planned.hasMissingCard
            missingProperties.merge(planned.missingProperties) { $1 }
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
    var missingProperties: [RecordID: Set<String>] = [:]
    var hasMissingCard = false
    /// The cards that must be sent again, with the problem that is reported if this does not succeed.
    var unsent: [RecordID: CardProblem] = [:]

    /// Adds a reconciliation, unless the batch already contains its UID or record.
    mutating func add(_ reconciliation: Reconciliation, isDryRun: Bool) {
        let update = reconciliation.update
        guard batch.add(update) else {
            let first = batch.updates.first { $0.uid == update.uid || $0.content.record == update.content.record }
            return fail(update.address, update.base.title, .sameUID(as: first?.address ?? update.address))
        }
        report += reconciliation.report(isDryRun: isDryRun)
        if isDryRun, let record = update.content.record { excluded.insert(record) }
    }

    mutating func fail(_ address: CardAddress, _ title: String, _ reason: CardProblem.Reason) {
        report.problems.append(CardProblem(address: address, title: title, reason: reason))
    }
}
