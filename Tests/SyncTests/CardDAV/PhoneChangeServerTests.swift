import Interchange
import Sync
import TestSupport
import Testing

/// The changes that people make on a phone, with a server between the phone and the database.
@MainActor
@Suite struct PhoneChangeServerTests {
    private static let mine = ["X-MINE:here", "EMAIL;TYPE=HOME:mine@b.c"]

    @Test(
        .long("every change on a real server"),
        .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
    func `Changes made on a phone are received exactly, and unrelated local edits are kept and sent`() async throws {
        let server = try CardDAVServer(.radicale)
        let (book, store) = (try CardDAVBook(server), InMemoryStore())
        let changes = Soak.sample(PhoneChange.all, 10).enumerated().map {
            (uid: "contact\($0.offset)", change: $0.element)
        }
        #expect(changes.count == (Soak.isOn ? 28 : 10))
        for (uid, _) in changes { try store.add(TestCard(uid: uid, PhoneChange.card)) }
        #expect(try await sync(book, store).sent.created == changes.count)

        for (uid, change) in changes {
            try await book.overwrite(TestCard(uid: uid, change.lines), at: CardAddress(rawValue: "\(uid).vcf"))
            try store.edit(uid) { $0 += Self.mine }
        }
        let phone = try await cards(in: book)
        let report = try await sync(book, store)
        #expect(report.isInSync)
        #expect(report.received.changed == changes.count && report.sent.changed == changes.count)
        let stored = try await cards(in: book)
        let records = Dictionary(store.cards().map { ($0.uid, $0) }) { first, _ in first }
        for (uid, change) in changes {
            let expected = try #require(phone[uid])
            #expect(Self.values(in: expected.lines) == Self.values(in: change.lines), "\(change.title)")
            let all = (expected.lines + Self.mine).sorted()
            #expect(records[uid]?.lines.sorted() == all, "\(change.title)")
            #expect(stored[uid]?.lines.sorted() == all, "\(change.title)")
        }
        #expect(try await sync(book, store) == SyncReport())
    }

    private func sync(_ book: CardDAVBook, _ store: InMemoryStore) async throws -> SyncReport {
        try await Synchronizer(book, with: store).run()
    }

    private func cards(in book: CardDAVBook) async throws -> [String: TestCard] {
        let addresses = try await Array(book.changes(since: nil).present.keys)
        let cards = try await book.cards(at: addresses).map { TestCard(try VCard($0.text)) }
        return Dictionary(cards.map { ($0.uid, $0) }) { first, _ in first }
    }

    /// Returns the sorted values of the properties. The server may write the names and parameters in a different way.
    private static func values(in lines: [String]) -> [String] {
        lines.map { String($0.drop { $0 != ":" }.dropFirst()) }.sorted()
    }
}
