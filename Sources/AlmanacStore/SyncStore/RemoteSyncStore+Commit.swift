import Interchange
import Model
import SQLite
import Sync

extension RemoteSyncStore {
    func commit(_ batch: SyncBatch) async throws {
        try await restore(batch.restoredRecords)
        let (entry, blobs, waiting, generation, time) = (entry, blobs, waiting, generation, clock.now)
        let photos = ImportedPhotos(store: blobs, isDryRun: false)
        do {
            let result = try await database.recording(in: context, at: clock) { connection in
                try RemoteTable(connection: connection).advance(entry, from: generation)
                let state = try BookState(entry, blobs, connection)
                var commit = BatchCommit(state: state, photos: photos, waiting: waiting, time: time)
                return try commit.run(batch)
            }
            add(result)
        } catch {
            photos.discard(after: error)
            throw error
        }
    }

    func changes(after batches: [SyncBatch]) async throws -> [LocalChange] {
        let (entry, blobs, ownChanges, time) = (entry, blobs, ownChanges, clock.now)
        let photos = ImportedPhotos(store: blobs, isDryRun: true)
        let restored = batches.flatMap(\.restoredRecords)
        return try await database.recording(
            in: context, at: clock, foreignKeys: restored.isEmpty ? .enforced : .off, isKept: { _ in false },
            collects: false
        ) { connection in
            try connection.restore(restored)
            let state = try BookState(entry, blobs, connection)
            var (affected, changes, waiting) = (Set<RecordID>(), ownChanges, WaitingMembers())
            for batch in batches {
                var commit = BatchCommit(state: state, photos: photos, waiting: waiting, time: time)
                commit.verifiesRevisions = false
                let result = try commit.run(batch)
                affected.formUnion(result.affected)
                changes.join(result.changes)
                waiting = result.waiting
            }
            return try state.changes(
                of: affected.union(state.candidates(changes).records).sorted { $0.isBefore($1) })
        }
    }

    /// Restores deleted records in a separate transaction, which does not enforce foreign keys. If the batch is then
    /// not committed, the next attempt merges the records with their cards.
    private func restore(_ records: [RecordID]) async throws {
        if records.isEmpty { return }
        try await database.recording(in: context, at: clock, foreignKeys: .off) { connection in
            try connection.restore(records)
        }
    }
}

/// The result of committing a batch.
struct BatchResult: Sendable {
    /// The changes that the batch added to the history.
    var changes = HistoryRange(start: 0, end: 0)
    /// The records that are equal to their cards, or that were deleted because their cards were deleted.
    var synced: Set<RecordID> = []
    /// The records that must be sent.
    var unsent: Set<RecordID> = []
    /// The other linked records whose cards the batch has changed.
    var affected: Set<RecordID> = []
    var waiting = WaitingMembers()
}

/// A commit of a batch, in the caller’s transaction.
private struct BatchCommit {
    let state: BookState
    let writer: CardRecords
    let time: Timestamp
    /// Whether each record must still have the revision that it had when the batch was planned. The value is `false` in
    /// a dry run, whose batches are planned before the preceding batches are applied.
    var verifiesRevisions = true
    private var result = BatchResult()
    /// The former cards of restored records.
    private var bases: [RecordID: VCard] = [:]
    /// The parts of the history that changed or deleted records, by kind.
    private var edits: [Kind: [HistoryRange]] = [:]
    /// The written records, whose revision is determined after all of them have been written.
    private var written: [(update: CardUpdate, record: RecordID, isSynced: Bool)] = []

    private var connection: Connection { state.connection }

    init(state: BookState, photos: ImportedPhotos, waiting: WaitingMembers, time: Timestamp) {
        (self.state, self.time) = (state, time)
        writer = CardRecords(state.connection, photos: photos, waiting: waiting) { group in
            try !state.links.linked([RecordID(kind: .group, number: group)]).isEmpty
        }
    }

    mutating func run(_ batch: SyncBatch) throws -> BatchResult {
        result.changes.start = try connection.lastChange()
        let locals = try state.locals.cards(of: batch.changedRecords)
        let former = try state.links.entries(of: batch.restoredRecords).map { ($0.link.record, $0.link.base) }
        bases = Dictionary(former) { $1 }
        for removal in batch.removals { try remove(removal, locals) }
        for former in batch.updates.compactMap(\.formerAddress) { try state.links.remove(former) }
        var (contacts, groups): ([CardUpdate], [CardUpdate]) = ([], [])
        for update in batch.updates {
            if update.isGroup {
                groups.append(update)
            } else if case .created = update.content {
                contacts.append(update)
            } else {
                try apply(update, locals)
            }
        }
        try createContacts(of: contacts)
        // The members of groups are found by their duplicate keys.
        if !groups.isEmpty { try SearchIndexer(connection).update() }
        for update in groups { try apply(update, locals) }
        result.affected = try affected()
        try link(batch)
        let intents = SyncIntents(connection: connection, remote: state.remote)
        for address in batch.resolved { try intents.delete(address) }
        for intent in batch.intents { try intents.insert(intent) }
        if case .changed(let token) = batch.token {
            try connection.run(
                "UPDATE remote SET sync_token = ?2 WHERE id = ?1", binding: state.remote, token?.rawValue)
        }
        let candidates = LocalChanges(connection: connection, remote: state.remote)
        for record in result.synced { try candidates.remove(record) }
        try candidates.add(result.unsent)
        result.changes.end = try connection.lastChange()
        result.waiting = writer.groups.waiting
        return result
    }

    // MARK: - Records

    private mutating func remove(_ removal: LinkRemoval, _ locals: [RecordID: LocalCard]) throws {
        let record = removal.link.record
        try state.links.remove(removal.link.address)
        switch removal {
        case .deletingRecord(_, let revision):
            guard !verifiesRevisions || locals[record]?.revision == revision else { throw SyncStoreProblem.outdated }
            if record.kind == .group {
                try edit(.group) { try Group.table.delete([record.number], from: $0.connection) }
            } else {
                // A group card may still list a deleted contact.
                try record.kind.content.delete([record.number], from: connection)
            }
            result.synced.insert(record)
        case .keepingRecord:
            // A record that still exists is sent as a new card or, for a group, as a category of the members.
            result.unsent.insert(record)
            if record.kind == .group {
                let members = try connection.all(GroupMembers.members, binding: record.number) { $0[0] as Int64 }
                result.unsent.formUnion(try state.links.linked(RecordID.all(members, .person)))
            }
        }
    }

    /// Creates the contacts of several updates together.
    private mutating func createContacts(of updates: [CardUpdate]) throws {
        // Triggers have less overhead with several rows per statement.
        if updates.isEmpty { return }
        var uids: Set<String> = []
        let contacts = try updates.compactMap { update -> CardContact? in
            guard case .created(let card) = update.content else { return nil }
            if let uid = card.uid, !uids.insert(CardUID.key(uid)).inserted { throw SyncStoreProblem.outdated }
            return try Self.withAddress(update.address) {
                try requireNew(card)
                return try writer.contact(of: card.contents)
            }
        }
        for (update, record) in zip(updates, try writer.create(contacts)) {
            try finish(update, record, isSynced: true)
        }
    }

    private mutating func apply(_ update: CardUpdate, _ locals: [RecordID: LocalCard]) throws {
        try Self.withAddress(update.address) { try applyContent(of: update, locals) }
    }

    /// Runs the body, and adds the address of the card to the errors of its record.
    private static func withAddress<Result>(_ address: CardAddress, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let problem as RecordProblem {
            throw SyncStoreProblem.invalid(address, problem)
        }
    }

    private func requireNew(_ card: VCard) throws {
        if let uid = card.uid, try state.hasRecord(withUID: uid) { throw SyncStoreProblem.outdated }
    }

    private mutating func applyContent(of update: CardUpdate, _ locals: [RecordID: LocalCard]) throws {
        switch update.content {
        case .created(let card):
            try requireNew(card)
            let (record, hasMore) = try writer.create(card) { try state.links.linked([$0]).isEmpty }
            try finish(update, record, isSynced: !hasMore)
            // The record may be a group that existed with another description.
            if let local = try state.locals.cards(of: [record])[record] {
                try add(CardMerge(base: nil, mine: local.card, theirs: card).conflicts, of: record)
            }
        case .replaced(let record, let revision, let card, let isSynced):
            guard let local = locals[record], !verifiesRevisions || local.revision == revision else {
                throw SyncStoreProblem.outdated
            }
            try edit(record.kind) { try $0.replace(record, local.card, with: card) }
            try finish(update, record, isSynced: isSynced)
        case .restored(let record, let card):
            try restore(update, record, card, locals[record])
        case .unchanged(let record, let revision):
            let isNew = try state.links.linked([record]).isEmpty && update.formerAddress == nil
            let isJoined = try isNew && locals[record] != nil && state.contents.include(record)
            try add(update, record, revision: isJoined ? nil : revision)
        }
    }

    /// Writes a card to a restored record. Changes that had not been sent before the deletion are merged.
    private mutating func restore(
        _ update: CardUpdate, _ id: RecordID, _ card: VCard, _ local: LocalCard?
    ) throws {
        guard let local else {
            // The record was purged, or cannot be restored.
            let (created, hasMore) = try writer.create(card) { try state.links.linked([$0]).isEmpty }
            return try finish(update, created, isSynced: !hasMore)
        }
        let merge = CardMerge(base: bases[id], mine: local.card, theirs: card)
        try writer.replace(id, local.card, with: merge.card)
        try finish(update, id, isSynced: merge.card.isEquivalent(to: card))
        try add(merge.conflicts, of: id)
    }

    private mutating func finish(_ update: CardUpdate, _ id: RecordID, isSynced: Bool) throws {
        let isJoined = try state.contents.include(id)
        written.append((update, id, isSynced && !isJoined))
    }

    /// Changes or deletes a record of a kind, and remembers the changes.
    private mutating func edit(_ kind: Kind, _ body: (CardRecords) throws -> Void) throws {
        let start = try connection.lastChange()
        try body(writer)
        edits[kind, default: []].join(HistoryRange(start: start, end: try connection.lastChange()))
    }

    /// Returns the linked groups whose cards were changed by cards of contacts, and the linked contacts whose cards
    /// were changed by cards of groups.
    private func affected() throws -> Set<RecordID> {
        let changes = LocalChanges(connection: connection, remote: state.remote)
        let records = Set(
            try edits.flatMap { kind, ranges in try changes.changed(in: ranges).filter { $0.kind != kind } })
        return try state.links.linked(Array(records)).union(written.map(\.record).filter(records.contains))
    }

    // MARK: - Links

    /// Adds the links of written records.
    private mutating func link(_ batch: SyncBatch) throws {
        let synced = written.filter { $0.isSynced && !result.affected.contains($0.record) }
        let bases = Dictionary(synced.map { ($0.record, $0.update.base) }) { $1 }
        let locals = try state.locals.cards(of: bases.keys, over: bases)
        for (update, record, _) in written { try add(update, record, revision: locals[record]?.revision) }
        if batch.updates.contains(where: \.isGroup), try !state.contents.hasGroupCards {
            try state.contents.beginGroupCards()
        }
    }

    private mutating func add(_ update: CardUpdate, _ id: RecordID, revision: Int64?) throws {
        try state.links.remove(update.address)
        try state.links.insert(update, for: id, revision: revision)
        if revision == nil { result.unsent.insert(id) } else { result.synced.insert(id) }
        try add(update.conflicts, of: id)
    }

    private func add(_ properties: [PropertyConflict], of id: RecordID) throws {
        let conflicts = SyncConflicts(connection: connection)
        for property in properties { try conflicts.add(property, of: id, in: state.remote, at: time) }
    }
}

extension CardUpdate {
    /// Whether the card is stored as a group.
    fileprivate var isGroup: Bool {
        switch content {
        case .created(let card): card.isGroup
        case .unchanged(let record, _), .replaced(let record, _, _, _), .restored(let record, _): record.kind == .group
        }
    }
}

extension SyncBatch {
    /// The deleted records that are restored.
    fileprivate var restoredRecords: [RecordID] {
        updates.compactMap { if case .restored(let record, _) = $0.content { record } else { nil } }
    }

    /// The records whose revision must be verified or whose cards are replaced.
    fileprivate var changedRecords: [RecordID] {
        updates.compactMap(\.content.record)
            + removals.compactMap { if case .deletingRecord(let link, _) = $0 { link.record } else { nil } }
    }
}

extension Connection {
    /// Restores deleted records. Records whose UID another record now has are not restored; their cards become new
    /// records.
    fileprivate func restore(_ records: [RecordID]) throws {
        for record in records {
            do { _ = try restore(record) } catch RecordProblem.uidTaken { continue }
        }
    }
}
