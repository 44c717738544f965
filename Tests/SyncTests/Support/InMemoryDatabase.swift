import Interchange
import Sync
import TestSupport

/// The user of a database in memory.
@MainActor
final class InMemoryDatabase: SimulatedDatabase {
    let store = InMemoryStore()

    init(bug: InMemoryStore.SeededBug? = nil) { store.bug = bug == .noPrecondition ? nil : bug }

    func cards() async throws -> [TestCard] { store.cards() }
    func add(_ card: TestCard) async throws { try store.add(card) }
    func edit(_ card: TestCard, to changed: TestCard) async throws {
        try store.edit(card.uid) { $0 = changed.lines }
    }
    func delete(_ uid: String) async throws { try store.delete(uid) }

    func synchronize(_ book: any RemoteBook) async throws -> SyncReport {
        try await Synchronizer(book, with: store, pause: { _ in }).run()
    }

    func openIntents() async throws -> Int { store.intentCount }
    func conflicts() async throws -> [PropertyConflict] { store.conflicts }

    var beforeCommit: @MainActor () async throws -> Void {
        get { store.beforeCommit }
        set { store.beforeCommit = newValue }
    }

    var afterCommit: @MainActor () async throws -> Void {
        get { store.afterCommit }
        set { store.afterCommit = newValue }
    }
}

extension SyncSimulation {
    /// Creates a simulation with a server that has random features.
    convenience init(seed: UInt64, bug: InMemoryStore.SeededBug? = nil) {
        let server = InMemoryBook()
        self.init(seed: seed, databases: [InMemoryDatabase(bug: bug), InMemoryDatabase(bug: bug)]) { random in
            server.ignoresPreconditions = bug == .noPrecondition
            server.returnsTags = random.happens(oneIn: 2)
            server.supportsTokens = !random.happens(oneIn: 4)
            server.omitsRevertedCards = random.happens(oneIn: 2)
            server.pageSize = random.happens(oneIn: 2) ? 2 : 1_000
            return (server, server)
        }
        server.answeredTag = { [unowned self] tag in hasFault(oneIn: 10) ? ETag(rawValue: "wrong") : tag }
    }

    /// Creates a simulation with a folder.
    convenience init(seed: UInt64, folder: SimulatedFolder) {
        self.init(seed: seed, databases: [InMemoryDatabase(), InMemoryDatabase()]) { _ in (folder, folder.book) }
    }
}
