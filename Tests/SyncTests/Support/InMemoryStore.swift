import Interchange
import Model
import TestSupport
import Testing

@testable import Sync

/// The local side of a book, kept in memory. Only committed changes survive an error.
@MainActor
final class InMemoryStore: SyncStore {
    struct Record {
        let card: VCard
        let uid: String?
        var revision: Int64 = 1
        var isDeleted = false

        init(_ card: VCard, revision: Int64 = 1) { (self.card, uid, self.revision) = (card, card.uid, revision) }
    }

    /// A bug in the engine under test.
    enum SeededBug: CaseIterable { case serverWins, noPrecondition, deletionBeatsEdit, staleToken }

    private struct Link {
        var link: CardLink
        /// The revision of the record that the remote has, or `nil` if the record must be sent.
        var synced: Int64?
    }

    private(set) var records: [RecordID: Record] = [:]
    private var links: [CardAddress: Link] = [:]
    private var openIntents: [CardAddress: SyncIntent] = [:]
    private(set) var committedToken: SyncToken?
    private(set) var conflicts: [PropertyConflict] = []
    private(set) var commits = 0
    var bug: SeededBug?
    /// The actions before and after each commit. An error thrown by `afterCommit` means that the process ended after
    /// the commit.
    var beforeCommit: @MainActor () async throws -> Void = {}
    var afterCommit: @MainActor () async throws -> Void = {}

    // MARK: - The user

    var present: [RecordID: VCard] { records.filter { !$0.value.isDeleted }.mapValues(\.card) }

    func cards() -> [TestCard] { present.sorted { $0.key.number < $1.key.number }.map { TestCard($0.value) } }

    func linkedNames() -> [String] { links.keys.map(\.rawValue).sorted() }

    var intentCount: Int { openIntents.count }

    @discardableResult
    func add(_ card: TestCard) throws -> RecordID { create(try card.card) }

    func edit(_ uid: String, _ change: (inout [String]) -> Void) throws {
        let (id, record) = try #require(records.first { $0.value.uid == uid && !$0.value.isDeleted })
        var card = TestCard(record.card)
        change(&card.lines)
        write(try card.card, to: id)
    }

    func delete(_ uid: String) throws {
        let id = try #require(records.first { $0.value.uid == uid && !$0.value.isDeleted }).key
        trash(id)
    }

    private func create(_ card: VCard) -> RecordID {
        let id = RecordID(kind: .person, number: Int64(records.count + 1))
        records[id] = Record(card)
        return id
    }

    private func write(_ card: VCard, to id: RecordID) {
        records[id] = Record(card, revision: (records[id]?.revision ?? 0) + 1)
    }

    private func trash(_ id: RecordID) {
        records[id]?.isDeleted = true
        records[id]?.revision += 1
    }

    // MARK: - SyncStore

    @MainActor func token() async throws -> SyncToken? { committedToken }
    @MainActor func intents() async throws -> [SyncIntent] {
        openIntents.values.sorted { $0.address.rawValue < $1.address.rawValue }
    }

    @MainActor func linkCount() async throws -> Int { links.count }
    @MainActor func deletionCount() async throws -> Int { links.values.count { local($0.link.record) == nil } }

    @MainActor func tags() async throws -> [CardAddress: ETag] { links.mapValues(\.link.tag) }

    @MainActor func cards(at addresses: [CardAddress]) async throws -> [CardAddress: SyncedCard] {
        Dictionary(
            uniqueKeysWithValues: addresses.compactMap { address in links[address].map { (address, synced($0)) } })
    }

    @MainActor func cards(withUIDs uids: Set<String>) async throws -> [String: UIDMatch] {
        var matches: [String: UIDMatch] = [:]
        for id in records.keys.sorted(by: { $0.number < $1.number }) {
            guard let uid = records[id]?.uid, uids.contains(uid), let local = local(id) else { continue }
            matches[uid] = matches[uid] ?? .unsynced(local)
        }
        for link in links.values {
            guard let uid = link.link.uid, uids.contains(uid) else { continue }
            matches[uid] = .synced(synced(link))
        }
        return matches
    }

    @MainActor func cards(of records: [RecordID]) async throws -> [RecordID: LocalCard] {
        Dictionary(records.compactMap { id in local(id).map { (id, $0) } }) { $1 }
    }

    @MainActor func changes(after record: RecordID?, limit: Int) async throws -> [LocalChange] {
        let linked = Dictionary(uniqueKeysWithValues: links.values.map { ($0.link.record, $0) })
        let ids = records.keys.filter { $0.number > record?.number ?? 0 }.sorted { $0.number < $1.number }
        let changes = ids.compactMap { id -> LocalChange? in
            switch (linked[id], local(id)) {
            case (nil, let local?): .created(local)
            case (let link?, let local?): link.synced == local.revision ? nil : .edited(link.link, local)
            case (let link?, nil): .deleted(link.link)
            case (nil, nil): nil
            }
        }
        return Array(changes.prefix(limit))
    }

    private func local(_ id: RecordID) -> LocalCard? {
        records[id].flatMap { $0.isDeleted ? nil : LocalCard(record: id, revision: $0.revision, card: $0.card) }
    }

    private func synced(_ link: Link) -> SyncedCard {
        let local = local(link.link.record)
        return SyncedCard(link: link.link, local: local, isChanged: link.synced != local?.revision)
    }

    @MainActor func changes(after batches: [SyncBatch]) async throws -> [LocalChange] {
        let before = (records, links, openIntents, committedToken, conflicts)
        defer { (records, links, openIntents, committedToken, conflicts) = before }
        for batch in batches { try apply(batch) }
        return try await changes(after: nil, limit: .max)
    }

    @MainActor func commit(_ batch: SyncBatch) async throws {
        try await beforeCommit()
        let before = (records, links, openIntents, committedToken, conflicts)
        do {
            try apply(batch)
        } catch {
            (records, links, openIntents, committedToken, conflicts) = before
            throw error
        }
        commits += 1
        try await afterCommit()
    }

    private func apply(_ batch: SyncBatch) throws {
        for removal in batch.removals { try apply(removal) }
        for former in batch.updates.compactMap(\.formerAddress) { links[former] = nil }
        for update in batch.updates { try apply(update) }
        for address in batch.resolved { openIntents[address] = nil }
        for intent in batch.intents {
            try #require(openIntents[intent.address] == nil, "one intent per address")
            openIntents[intent.address] = intent
        }
        if case .changed(let token) = batch.token, token != nil || bug != .staleToken { committedToken = token }
        try checkInvariants()
    }

    private func apply(_ removal: LinkRemoval) throws {
        let id = removal.link.record
        links[removal.link.address] = nil
        switch removal {
        case .deletingRecord(_, let revision):
            guard local(id)?.revision == revision else { throw SyncStoreProblem.outdated }
            trash(id)
        case .keepingRecord: if bug == .deletionBeatsEdit, local(id) != nil { trash(id) }
        }
    }

    private func apply(_ update: CardUpdate) throws {
        let id: RecordID
        let synced: Int64?
        switch update.content {
        case .created(let card):
            id = create(card)
            synced = records[id]?.revision
        case .unchanged(let record, let revision): (id, synced) = (record, revision)
        case .restored(let record, let card):
            id = record
            if bug != .deletionBeatsEdit { write(card, to: id) }
            synced = records[id]?.revision
        case .replaced(let record, let revision, let card, let isSynced):
            guard local(record)?.revision == revision else { throw SyncStoreProblem.outdated }
            id = record
            write(bug == .serverWins ? update.base : card, to: id)
            synced = isSynced || bug == .serverWins ? records[id]?.revision : nil
        }
        if bug != .serverWins { conflicts += update.conflicts }
        let link = CardLink(
            record: id, address: update.address, uid: update.uid, tag: update.tag, base: update.base,
            dropped: update.dropped)
        links[update.address] = Link(link: link, synced: synced)
    }

    /// Checks that no two links have the same record or UID, and that each link is stored under its address.
    private func checkInvariants() throws {
        let all = links.values.map(\.link)
        try #require(Set(all.map(\.record)).count == all.count)
        try #require(Set(all.compactMap(\.uid)).count == all.compactMap(\.uid).count)
        try #require(links.allSatisfy { $0.key == $0.value.link.address })
    }
}
