import Interchange
import Model
import Sync
import TestSupport
import Testing

/// The outcomes of requests whose response is lost or an error.
@MainActor
@Suite struct InterruptedRequestTests {
    private struct Kill: Error {}

    private let book = InMemoryBook()
    private let store = InMemoryStore()
    private let leia = TestCard(uid: "leia", ["FN:Leia", "TEL;TYPE=HOME:1"])
    private let edited = ["FN:Leia", "TEL;TYPE=HOME:1", "TEL;TYPE=CELL:2"]

    @discardableResult
    private func sync() async throws -> SyncReport {
        try await Synchronizer(book, with: store, pause: { _ in }).run()
    }

    private func syncLeia() async throws {
        book.write(leia, at: "leia.vcf")
        try await sync()
    }

    /// Fails the next request with this name.
    private func failNext(_ name: String, _ error: any Error, isApplied: Bool) {
        var isPending = true
        let fail: (String) throws -> Void = {
            guard $0 == name, isPending else { return }
            isPending = false
            throw error
        }
        if isApplied { book.afterRequest = fail } else { book.beforeRequest = fail }
    }

    private nonisolated static let failures: [RemoteProblem?] = [
        nil, .disconnected(wasSent: true, reason: ""), .disconnected(wasSent: false, reason: ""),
        .failed(status: 500), .invalidResponse(reason: ""), .busy(seconds: 3_600), .unauthorized,
    ]

    @Test(arguments: failures, [false, true])
    func `An interrupted edit is applied exactly once`(problem: RemoteProblem?, isApplied: Bool) async throws {
        try await syncLeia()
        try store.edit("leia") { $0 = edited }
        failNext("put", problem.map { $0 as any Error } ?? Kill(), isApplied: isApplied)
        if problem == nil {
            await #expect(throws: Kill.self) { try await sync() }
            #expect(store.intentCount == 1)
        } else {
            try await sync()
        }
        #expect(try await sync().isInSync)
        #expect(book.card("leia.vcf")?.lines == edited)
        #expect(store.cards().map(\.lines) == [edited])
        #expect(store.intentCount == 0)
        try await sync()
        book.requests = []
        #expect(try await sync() == SyncReport())
        #expect(book.requests == ["list"])
    }

    @Test func `After Ctrl-C, only the requests that were sent are checked`() async throws {
        for number in 1...3 { try store.add(TestCard(uid: "u\(number)", ["FN:\(number)"])) }
        failNext("put", CancellationError(), isApplied: true)
        await #expect(throws: CancellationError.self) { try await sync() }
        #expect(store.intentCount == 1)
        #expect(try await sync().sent.created == 3)
        #expect(book.cards.count == 3 && store.intentCount == 0)
        #expect(try await sync() == SyncReport())
    }

    @Test(arguments: failures, [false, true])
    func `An interrupted creation creates exactly one card`(problem: RemoteProblem?, isApplied: Bool) async throws {
        try store.add(leia)
        failNext("put", problem.map { $0 as any Error } ?? Kill(), isApplied: isApplied)
        _ = try? await sync()
        #expect(try await sync().isInSync)
        #expect(book.names == ["leia.vcf"] && store.cards() == [leia])
    }

    @Test(arguments: failures, [false, true])
    func `An interrupted deletion deletes the card`(problem: RemoteProblem?, isApplied: Bool) async throws {
        try await syncLeia()
        try store.delete("leia")
        failNext("delete", problem.map { $0 as any Error } ?? Kill(), isApplied: isApplied)
        _ = try? await sync()
        #expect(try await sync().isInSync)
        #expect(book.names.isEmpty && store.cards().isEmpty && store.linkedNames().isEmpty)
    }

    @Test(arguments: [false, true])
    func `An edit by another client after an interrupted request is merged`(isApplied: Bool) async throws {
        try await syncLeia()
        try store.edit("leia") { $0 = edited }
        failNext("put", Kill(), isApplied: isApplied)
        _ = try? await sync()
        let removed = isApplied ? edited.filter { $0 != leia.lines[1] } : ["FN:Leia"]
        book.write(TestCard(uid: "leia", removed + ["NOTE:theirs"]), at: "leia.vcf")
        let report = try await sync()
        #expect(report.conflicts.isEmpty)
        #expect(store.cards()[0].lines.sorted() == ["FN:Leia", "NOTE:theirs", "TEL;TYPE=CELL:2"])
        #expect(book.card("leia.vcf")?.lines.sorted() == store.cards()[0].lines.sorted())
    }

    @Test func `An edit made during a request is sent in the next round`() async throws {
        try await syncLeia()
        try store.edit("leia") { $0 = edited }
        var isPending = true
        book.afterRequest = { [store] name in
            if name == "put", isPending {
                isPending = false
                try store.edit("leia") { $0.append("NOTE:later") }
            }
        }
        try await sync()
        try await sync()
        #expect(book.card("leia.vcf")?.lines == edited + ["NOTE:later"])
        #expect(store.cards()[0].lines == edited + ["NOTE:later"])
    }

    @Test func `A card that another client changes between listing and writing is merged and sent again`() async throws
    {
        try await syncLeia()
        try store.edit("leia") { $0 = edited }
        var isPending = true
        book.beforeRequest = { [book] name in
            if name == "put", isPending {
                isPending = false
                book.write(TestCard(uid: "leia", ["FN:Leia Organa", "TEL;TYPE=HOME:1"]), at: "leia.vcf")
            }
        }
        let report = try await sync()
        #expect(report.isInSync && report.sent.changed == 1 && report.received.changed == 1)
        #expect(book.card("leia.vcf")?.lines == ["FN:Leia Organa"] + edited.dropFirst())
        #expect(store.cards()[0] == book.card("leia.vcf"))
    }

    @Test(arguments: [false, true])
    func `An edit by another client takes precedence over a deletion during the request`(returnsTags: Bool) async throws
    {
        book.returnsTags = returnsTags
        try store.add(leia)
        book.afterRequest = { [book, store, leia] name in
            if name == "put" {
                try store.delete("leia")
                book.write(TestCard(uid: "leia", leia.lines + ["NOTE:theirs"]), at: "leia.vcf")
            }
        }
        #expect(try await sync().notices.map(\.reason) == [.deletedLocally])
        #expect(book.card("leia.vcf")?.lines == leia.lines + ["NOTE:theirs"])
        #expect(store.cards().map(\.lines) == [leia.lines + ["NOTE:theirs"]])
    }

    @Test(arguments: [false, true])
    func `A value that another client removes right after it was stored is kept unless an ETag proves the removal`(
        returnsTags: Bool
    ) async throws {
        try await syncLeia()
        book.returnsTags = returnsTags
        try store.edit("leia") { $0 = edited }
        var isPending = true
        book.afterRequest = { [book, leia] name in
            if name == "put", isPending {
                isPending = false
                book.write(leia, at: "leia.vcf")
            }
        }
        let notices = try await sync().notices.map(\.reason)
        #expect(notices == (returnsTags ? [] : [.dropped(["TEL"])]))
        try await sync()
        #expect(book.card("leia.vcf") == leia || returnsTags)
        #expect(store.cards()[0].lines == edited || returnsTags && store.cards()[0] == book.card("leia.vcf"))
    }

    @Test func `A value that another client changes right after a card was stored without an ETag is not overwritten`()
        async throws
    {
        try await syncLeia()
        book.returnsTags = false
        try store.edit("leia") { $0 = edited }
        var isPending = true
        book.afterRequest = { [book, edited] name in
            if name == "put", isPending {
                isPending = false
                book.write(TestCard(uid: "leia", ["FN:Leia Organa"] + edited.dropFirst()), at: "leia.vcf")
            }
        }
        try await sync()
        try store.edit("leia") { $0.append("NOTE:later") }
        try await sync()
        #expect(book.card("leia.vcf")?.lines == ["FN:Leia Organa"] + edited.dropFirst() + ["NOTE:later"])
        #expect(store.cards()[0] == book.card("leia.vcf"))
    }

    @Test func `A card that changes before each attempt to write it is reported`() async throws {
        try await syncLeia()
        try store.edit("leia") { $0 = edited }
        var number = 0
        book.beforeRequest = { [book, leia] name in
            guard name == "put" else { return }
            number += 1
            book.write(TestCard(uid: "leia", leia.lines + ["NOTE:\(number)"]), at: "leia.vcf")
        }
        #expect(try await sync().problems.map(\.reason) == [.changesRepeatedly])
        book.beforeRequest = { _ in }
        #expect(try await sync().isInSync)
        #expect(store.cards()[0].lines.sorted() == (edited + ["NOTE:\(number)"]).sorted())
    }

    @Test func `A record edited while its card is being read is merged again`() async throws {
        try await syncLeia()
        book.write(TestCard(uid: "leia", ["FN:Leia Organa", "TEL;TYPE=HOME:1"]), at: "leia.vcf")
        var isPending = true
        store.beforeCommit = { [store, edited] in
            if isPending {
                isPending = false
                try store.edit("leia") { $0 = edited }
            }
        }
        #expect(try await sync().isInSync)
        #expect(store.cards()[0].lines == ["FN:Leia Organa"] + edited.dropFirst())
        #expect(store.cards()[0] == book.card("leia.vcf"))
    }

    @Test func `A request to a busy server is repeated after a pause`() async throws {
        try store.add(leia)
        var isPending = true
        book.beforeRequest = { name in
            if name == "put", isPending {
                isPending = false
                throw RemoteProblem.busy(seconds: 7)
            }
        }
        let pauses = Pauses()
        let report = try await Synchronizer(book, with: store, pause: { await pauses.add($0) }).run()
        #expect(report.isInSync && book.names == ["leia.vcf"])
        #expect(await pauses.all == [.seconds(7)])
    }

    @Test func `A card whose UID exists at another address on the server is merged with the card there`() async throws {
        try await sync()
        try store.add(TestCard(uid: "leia", ["FN:Leia", "EMAIL:a@b.c"]))
        var isPending = true
        book.beforeRequest = { [book, leia] name in
            if name == "put", isPending {
                isPending = false
                book.write(leia, at: "elsewhere.vcf")
            }
        }
        #expect(try await sync().isInSync)
        #expect(book.names == ["elsewhere.vcf"])
        #expect(book.card("elsewhere.vcf")?.lines == leia.lines + ["EMAIL:a@b.c"])
        #expect(store.cards() == [try #require(book.card("elsewhere.vcf"))])
    }

    private actor Pauses {
        private(set) var all: [Duration] = []
        func add(_ duration: Duration) { all.append(duration) }
    }
}
