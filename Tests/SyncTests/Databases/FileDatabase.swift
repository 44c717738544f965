@testable import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport

/// The user of a database in a file.
@MainActor
final class FileDatabase: SimulatedDatabase {
    let database: SyncedDatabase
    var beforeCommit: @MainActor () async throws -> Void = {}
    var afterCommit: @MainActor () async throws -> Void = {}

    /// Creates another user of the same database.
    init(sharing database: SyncedDatabase) { self.database = database }

    init(_ folder: String) async throws { database = try await SyncedDatabase(folder) }

    func cards() async throws -> [TestCard] { try await database.cards() }

    func add(_ card: TestCard) async throws { try await add(card.card) }

    func add(_ card: VCard) async throws {
        try await write("import", card) { writer, card in _ = try writer.create(card) { _ in true } }
    }

    func edit(_ card: TestCard, to changed: TestCard) async throws {
        let (uid, former) = (card.uid, try card.card)
        try await write("edit", changed.card) { writer, new in
            guard let person = try writer.connection.person(withUID: uid) else { return }
            try writer.replace(RecordID(kind: .person, number: person), former, with: new)
        }
    }

    private func write(
        _ command: String, _ card: VCard, _ body: @escaping @Sendable (CardRecords, VCard) throws -> Void
    ) async throws {
        let photos = ImportedPhotos(store: database.store.blobs, isDryRun: false)
        try await database.store.database.recording(in: CommandContext(command, by: nil), at: .system) { connection in
            try body(CardRecords(connection, photos: photos), card)
        }
    }

    func delete(_ uid: String) async throws {
        let person = try await database.store.database.reading { try $0.person(withUID: uid) }
        guard let person else { return }
        try await database.store.persons.delete([Person.ID(rawValue: person)], in: CommandContext("delete", by: nil))
    }

    func synchronize(_ book: any RemoteBook) async throws -> SyncReport {
        let entry = try await database.store.database.reading { connection in
            try RemoteTable(connection: connection).entry(named: self.database.name)
        }
        let store = RemoteSyncStore(
            entry, of: database.remotes, in: CommandContext("sync", by: nil))
        let report = try await Synchronizer(
            book, with: InstrumentedStore(store, self), pause: { _ in }
        ).run()
        try await store.finish(report)
        return report
    }

    func openIntents() async throws -> Int {
        try await database.store.database.reading { connection in
            try connection.first("SELECT count(*) FROM sync_intent") { $0[0] } ?? 0
        }
    }

    /// Returns the conflicts, including those of deleted records.
    func conflicts() async throws -> [PropertyConflict] {
        try await database.store.database.reading { connection in
            try connection.all("SELECT property, mine, theirs FROM sync_conflict") {
                PropertyConflict(property: $0[0], base: [], mine: [$0[1]], theirs: [$0[2]])
            }
        }
    }
}

/// A store with actions before and after each commit.
private struct InstrumentedStore: SyncStore {
    let store: RemoteSyncStore
    let database: FileDatabase

    init(_ store: RemoteSyncStore, _ database: FileDatabase) { (self.store, self.database) = (store, database) }

    func token() async throws -> SyncToken? { try await store.token() }
    func intents() async throws -> [SyncIntent] { try await store.intents() }
    func linkCount() async throws -> Int { try await store.linkCount() }
    func deletionCount() async throws -> Int { try await store.deletionCount() }
    func tags() async throws -> [CardAddress: ETag] { try await store.tags() }
    func cards(at addresses: [CardAddress]) async throws -> [CardAddress: SyncedCard] {
        try await store.cards(at: addresses)
    }
    func cards(withUIDs uids: Set<String>) async throws -> [String: UIDMatch] { try await store.cards(withUIDs: uids) }
    func cards(of records: [RecordID]) async throws -> [RecordID: LocalCard] { try await store.cards(of: records) }
    func changes(after record: RecordID?, limit: Int) async throws -> [LocalChange] {
        try await store.changes(after: record, limit: limit)
    }
    func changes(after batches: [SyncBatch]) async throws -> [LocalChange] { try await store.changes(after: batches) }
    func commit(_ batch: SyncBatch) async throws {
        try await database.beforeCommit()
        try await store.commit(batch)
        try await database.afterCommit()
    }
}
