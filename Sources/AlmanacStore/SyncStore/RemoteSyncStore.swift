import Interchange
import Model
import SQLite
import Sync

/// The local side of a remote in the database.
actor RemoteSyncStore: SyncStore {
    let entry: RemoteTable.Entry
    let database: StoreDatabase
    let blobs: PersistentDataStore
    let clock: StoreClock
    let context: CommandContext

    /// The changes that this synchronization added to the history. They have already been compared with the book.
    private(set) var ownChanges: [HistoryRange] = []
    private(set) var waiting = WaitingMembers()
    /// The generation of the remote after the last transaction.
    private(set) var generation: Int64
    /// The linked records whose cards have changed because other cards were received, such as the groups of a contact
    /// whose categories were changed.
    private var affected: Set<RecordID> = []
    /// The records that must still be sent, among those that ``changes(after:limit:)`` or a committed batch has
    /// returned.
    private var unsent: Set<RecordID> = []
    /// The records to compare, and the last change in the history when they were determined.
    private var scan: (records: [RecordID], position: Int64) = ([], 0)

    init(_ entry: RemoteTable.Entry, of store: RemoteStore, in context: CommandContext) {
        (self.entry, self.context) = (entry, context)
        (database, blobs, clock, generation) = (store.database, store.blobs, store.clock, entry.generation)
    }

    // MARK: - Links

    func token() async throws -> SyncToken? {
        try await reading { state in
            let token = try state.connection.first(
                "SELECT sync_token FROM remote WHERE id = ?1", binding: state.remote
            ) { $0[0] as String? }
            return (token ?? nil).map { SyncToken(rawValue: $0) }
        }
    }

    func intents() async throws -> [SyncIntent] {
        try await reading { try SyncIntents(connection: $0.connection, remote: $0.remote).all() }
    }

    func tags() async throws -> [CardAddress: ETag] { try await reading { try $0.links.tags() } }

    func cards(at addresses: [CardAddress]) async throws -> [CardAddress: SyncedCard] {
        let (affected, ownChanges) = (affected, ownChanges)
        return try await reading { state in
            let unedited = affected.isEmpty ? [] : try affected.subtracting(state.candidates(ownChanges).records)
            let synced = try state.synced(state.links.at(addresses), except: unedited)
            return Dictionary(synced.map { ($0.link.address, $0) }) { $1 }
        }
    }

    func cards(of records: [RecordID]) async throws -> [RecordID: LocalCard] {
        try await reading { try $0.locals.cards(of: records) }
    }

    func cards(withUIDs uids: Set<String>) async throws -> [String: UIDMatch] {
        try await reading { try $0.matches(of: uids) }
    }

    // MARK: - Changes

    func linkCount() async throws -> Int { try await reading { try $0.links.count() } }

    func deletionCount() async throws -> Int {
        let ownChanges = ownChanges
        return try await reading { state in
            let (records, _) = try state.candidates(ownChanges)
            let linked = try state.links.linked(records)
            return try state.contents.toRemove(Array(linked)).count
        }
    }

    func changes(after id: RecordID?, limit: Int) async throws -> [LocalChange] {
        if id == nil {
            try await assignCardsOfDeletedRecords()
            let ownChanges = ownChanges
            scan = try await reading { try $0.candidates(ownChanges) }
            scan.records = affected.union(scan.records).sorted { $0.isBefore($1) }
            unsent = []
        }
        var changes: [LocalChange] = []
        var next = scan.records.firstIndex { id?.isBefore($0) ?? true } ?? scan.records.endIndex
        while changes.isEmpty, next < scan.records.endIndex {
            // The groups precede the contacts, whose cards omit the groups that have been sent as group cards.
            let kind = scan.records[next].kind
            let batch = Array(scan.records[next...].prefix { $0.kind == kind }.prefix(limit))
            changes = try await reading { try $0.changes(of: batch) }
            next += batch.count
        }
        unsent.formUnion(changes.map(\.record))
        return changes
    }

    /// Assigns the cards of deleted records to other records with the same UID or, for groups, the same name. Because
    /// no record is changed, a dry run also assigns the cards.
    func assignCardsOfDeletedRecords() async throws {
        let (entry, blobs, ownChanges) = (entry, blobs, ownChanges)
        guard try await reading({ try !$0.cardsOfDeletedRecords(ownChanges).isEmpty }) else { return }
        try await database.writing { connection in
            try BookState(entry, blobs, connection).assignCardsOfDeletedRecords(ownChanges)
        }
    }

    /// Saves the result of a synchronization.
    func finish(_ report: SyncReport) async throws {
        let isComparedCompletely = report.failure == nil && report.unconfirmed == nil
        let (entry, generation, unsent, ownChanges, scan) = (entry, generation, unsent, ownChanges, scan)
        let (time, isComplete) = (clock.now, report.isInSync)
        try await database.writing { connection in
            try RemoteTable(connection: connection).advance(entry, from: generation)
            if isComparedCompletely {
                var position = scan.position
                for own in ownChanges where own.start <= position && own.end > position { position = own.end }
                try LocalChanges(connection: connection, remote: entry.id).replace(with: unsent, position: position)
                try connection.run("UPDATE remote SET synchronized = ?2 WHERE id = ?1", binding: entry.id, time)
            }
            try connection.run("UPDATE remote SET is_complete = ?2 WHERE id = ?1", binding: entry.id, isComplete)
        }
    }

    func add(_ result: BatchResult) {
        ownChanges.join(result.changes)
        unsent.subtract(result.synced)
        unsent.formUnion(result.unsent)
        affected.formUnion(result.affected)
        waiting = result.waiting
        generation += 1
    }

    // MARK: - Transactions

    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable (BookState) throws -> Result
    ) async throws -> Result {
        let (entry, blobs) = (entry, blobs)
        return try await database.reading { connection in
            try body(BookState(entry, blobs, connection))
        }
    }
}

extension RecordID {
    /// Returns whether this record precedes another by its kind and number, as in ``LocalChanges``.
    func isBefore(_ other: RecordID) -> Bool {
        (kind.rawValue, number) < (other.kind.rawValue, other.number)
    }
}
