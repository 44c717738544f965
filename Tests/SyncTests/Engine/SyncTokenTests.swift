import Interchange
import Sync
import TestSupport
import Testing

/// Tests of lists that omit cards that were created and removed since the sync token.
@MainActor
@Suite struct SyncTokenTests {
    private struct Kill: Error {}

    private let book = InMemoryBook()
    private let store = InMemoryStore()
    private let leia = TestCard(uid: "leia", ["FN:Leia"])

    private func sync() async throws -> SyncReport {
        try await Synchronizer(book, with: store, pause: { _ in }).run()
    }

    /// Changes the remote after the next write.
    private func afterNextPut(_ change: @escaping () -> Void) {
        var isPending = true
        book.afterRequest = { name in
            guard name == "put", isPending else { return }
            isPending = false
            change()
        }
    }

    /// Runs a synchronization that is killed after the first commit that leaves a linked card.
    private func syncUntilLinked() async throws {
        store.afterCommit = { [store] in if !store.linkedNames().isEmpty { throw Kill() } }
        await #expect(throws: Kill.self) { try await sync() }
        store.afterCommit = {}
    }

    @Test func `A card that another client removes before it is read again is sent again`() async throws {
        _ = try await sync()
        try store.add(leia)
        afterNextPut { [book] in book.remove("leia.vcf") }
        #expect(try await sync().isInSync)
        #expect(store.cards() == [leia] && store.linkedNames() == ["leia.vcf"] && book.names == ["leia.vcf"])
    }

    @Test func `A card that another client renames right after its creation keeps its record`() async throws {
        _ = try await sync()
        try store.add(leia)
        afterNextPut { [book, leia] in
            book.remove("leia.vcf")
            book.write(leia, at: "renamed.vcf")
        }
        #expect(try await sync().isInSync)
        #expect(store.linkedNames() == ["renamed.vcf"] && store.cards() == [leia])
    }

    @Test(arguments: [false, true])
    func `A card linked by an interrupted run and then deleted remotely is deleted locally`(isSent: Bool) async throws {
        _ = try await sync()
        if isSent { try store.add(leia) } else { book.write(leia, at: "leia.vcf") }
        try await syncUntilLinked()
        #expect(book.names == ["leia.vcf"] && store.cards() == [leia])
        book.remove("leia.vcf")
        #expect(try await sync().received.deleted == 1)
        #expect(store.cards().isEmpty && store.linkedNames().isEmpty)
    }

    @Test(arguments: [false, true])
    func `A sent change that another client reverts before the next list is reverted locally`(
        isInterrupted: Bool
    ) async throws {
        book.omitsRevertedCards = true
        try store.add(leia)
        _ = try await sync()
        try store.edit("leia") { $0.append("EMAIL:leia@alderaan.example") }
        book.afterRequest = { [book, leia] name in
            guard name == "get" else { return }
            book.write(leia, at: "leia.vcf")
            book.afterRequest = { _ in }
            book.beforeRequest = { name in
                book.beforeRequest = { _ in }
                if isInterrupted, name == "list" { throw Kill() }
            }
        }
        if isInterrupted { await #expect(throws: Kill.self) { try await sync() } }
        #expect(try await sync().isInSync)
        #expect(store.cards() == [leia] && book.card("leia.vcf") == leia)
    }

    @Test(arguments: [false, true])
    func `A deleted card that another client restores is received`(isSent: Bool) async throws {
        book.omitsRevertedCards = true
        try store.add(leia)
        try store.add(TestCard(uid: "luke", ["FN:Luke"]))
        _ = try await sync()
        if isSent {
            try store.delete("leia")
            _ = try await sync()
        } else {
            // The run ends before it stores the token.
            book.remove("leia.vcf")
            store.afterCommit = { [store] in if store.linkedNames() == ["luke.vcf"] { throw Kill() } }
            await #expect(throws: Kill.self) { try await sync() }
            store.afterCommit = {}
        }
        book.write(leia, at: "leia.vcf")
        #expect(try await sync().isInSync)
        #expect(store.cards().contains(leia) && store.linkedNames() == ["leia.vcf", "luke.vcf"])
    }

    private let luke = TestCard(uid: "luke", ["FN:Luke"])
    private let changedLuke = TestCard(uid: "luke", ["FN:Luke", "NOTE:Tatooine"])

    /// Writes Luke’s card to the book. Another client changes the card before each of the next reads, up to the given number,
    /// and reverts it afterward.
    private func writeLuke(changedInReads count: Int) async throws {
        book.omitsRevertedCards = true
        book.write(TestCard(uid: "luke", ["FN:Luke S."]), at: "luke.vcf")
        _ = try await sync()
        book.write(luke, at: "luke.vcf")
        var left = count
        book.beforeRequest = { [book, changedLuke] name in
            if name == "get", left > 0 { book.write(changedLuke, at: "luke.vcf") }
        }
        book.afterRequest = { [book, luke] name in
            guard name == "get", left > 0 else { return }
            book.write(luke, at: "luke.vcf")
            left -= 1
        }
    }

    @Test func `A card that another client changes while it is read, and then reverts, is reverted locally`()
        async throws
    {
        try await writeLuke(changedInReads: 1)
        #expect(try await sync().isInSync)
        #expect(store.cards() == [luke])
    }

    @Test func `A card that another client changes whenever it is read, and then reverts, is reverted by the next run`()
        async throws
    {
        try await writeLuke(changedInReads: .max)
        _ = try await sync()
        #expect(store.cards() == [changedLuke])
        book.beforeRequest = { _ in }
        book.afterRequest = { _ in }
        #expect(try await sync().isInSync)
        #expect(store.cards() == [luke])
    }

    @Test func `If a listed card cannot be read, the token stays the same, and the next run reads the card`()
        async throws
    {
        book.write(leia, at: "leia.vcf")
        _ = try await sync()
        let (token, edited) = (store.committedToken, TestCard(uid: "leia", ["FN:Leia Organa"]))
        book.write(edited, at: "leia.vcf")
        book.hidden = [CardAddress(rawValue: "leia.vcf")]
        for _ in 0..<2 {
            book.requests = []
            #expect(try await sync().problems.map(\.reason) == [.missing])
            #expect(book.requests == ["list", "get", "list", "list", "get"])
            #expect(store.committedToken == token && store.cards() == [leia])
        }
        book.hidden = []
        #expect(try await sync().received.changed == 1)
        #expect(store.committedToken != token && store.cards() == [edited])
    }

    @Test func `After a card is sent, the changes are listed exactly once more`() async throws {
        _ = try await sync()
        try store.add(leia)
        book.requests = []
        #expect(try await sync().isInSync)
        #expect(book.requests == ["list", "put", "get", "list"])
        book.requests = []
        #expect(try await sync() == SyncReport())
        #expect(book.requests == ["list"])
    }
}
