import Interchange
import Model
import Sync
import TestSupport
import Testing

/// Cards that a server stores with changes, and servers without ETags.
@MainActor
@Suite struct StoredCardTests {
    private let book = InMemoryBook()
    private let store = InMemoryStore()

    @discardableResult
    private func sync() async throws -> SyncReport {
        try await Synchronizer(book, with: store, pause: { _ in }).run()
    }

    @Test(arguments: [false, true])
    func `Properties that the server drops are kept locally and reported once`(returnsTags: Bool) async throws {
        book.returnsTagsOfChangedCards = returnsTags
        book.storedLines = { $0.filter { !$0.hasPrefix("PHOTO") } }
        let photo = TestCard(uid: "han", ["FN:Han", "PHOTO;VALUE=uri:http://a"])
        try store.add(photo)
        #expect(try await sync().notices.map(\.reason) == [.dropped(["PHOTO"])])
        #expect(book.requests.count { $0 == "put" } == 1)
        try await sync()
        book.requests = []
        #expect(try await sync() == SyncReport())
        #expect(book.requests == ["list"] && store.cards() == [photo])
        book.write(TestCard(uid: "han", ["FN:Han Solo"]), at: "han.vcf")
        #expect(try await sync().received.changed == 1)
        try store.edit("han") { $0.append("TEL:1") }
        #expect(try await sync().notices.isEmpty)
        #expect(store.cards()[0].lines.sorted() == ["FN:Han Solo", "PHOTO;VALUE=uri:http://a", "TEL:1"])
        #expect(book.card("han.vcf")?.lines.sorted() == ["FN:Han Solo", "TEL:1"])
    }

    @Test(arguments: ["", "=", "= =1", "NICKNAME", "NICKNAME=1f", "NICKNAME=1f=2 PHOTO=", "NICKNAME=many"])
    func `Any stored text of dropped properties can be read`(text: String) {
        let read = DroppedProperties(text: text)
        #expect(DroppedProperties(text: read.text) == read)
        #expect((read.text.isEmpty) == text.isEmpty)
    }

    @Test func `Stored cards are read in batches`() async throws {
        for number in 0..<150 { try store.add(TestCard(uid: "\(number)", ["FN:\(number)"])) }
        try await sync()
        let batches = [100, 50].flatMap { Array(repeating: "put", count: $0) + ["get"] }
        #expect(book.requests == ["list"] + batches + ["list"])
    }

    @Test func `Changes on a server without ETags are found, and its cards are not overwritten`() async throws {
        (book.hasTags, book.supportsTokens) = (false, false)
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        book.write(TestCard(uid: "leia", ["FN:Leia"]), at: "leia.vcf")
        try await sync()
        #expect(book.names == ["han.vcf", "leia.vcf"] && store.cards().count == 2)
        try await sync()
        let commits = store.commits
        #expect(try await sync() == SyncReport() && store.commits == commits)
        book.write(TestCard(uid: "leia", ["FN:Leia Organa"]), at: "leia.vcf")
        #expect(try await sync().received.changed == 1)
        #expect(store.cards().last?.lines == ["FN:Leia Organa"])
        try store.edit("leia") { $0.append("TEL:mine") }
        try store.delete("han")
        book.requests = []
        let report = try await sync()
        #expect(report.problems.map(\.reason) == [.remote(.withoutStrongETag), .remote(.withoutStrongETag)])
        #expect(book.names.count == 2 && book.requests == ["list", "get"])
    }

    @Test func `Values that a server without ETags in its responses shortens or escapes are kept locally`() async throws
    {
        book.storedLines = {
            $0.map { $0.replacing("NICKNAME:Q,Z", with: "NICKNAME:Q").replacing("a,b", with: "a\\,b") }
        }
        let lines = ["FN:Han", "NICKNAME:Q,Z", "CATEGORIES:a,b"]
        try store.add(TestCard(uid: "han", lines))
        #expect(try await sync().notices.map(\.reason) == [.dropped(["CATEGORIES", "NICKNAME"])])
        #expect(store.cards()[0].lines == lines)
        try await sync()
        #expect(try await sync() == SyncReport() && store.cards()[0].lines == lines)
    }

    @Test func `A line that a server quotes incorrectly is not received as another value`() async throws {
        let (sent, stored) = (#"TEL;TYPE="A,B:C",PREF:1"#, #"TEL;TYPE="\"A,B:C\",PREF":1"#)
        book.storedLines = { $0.map { $0 == sent ? stored : $0 } }
        try store.add(TestCard(uid: "han", ["FN:Han", sent]))
        #expect(try await sync().notices.map(\.reason) == [.dropped(["TEL"])])
        try await sync()
        #expect(try await sync() == SyncReport())
        #expect(store.cards()[0].lines == ["FN:Han", sent] && book.card("han.vcf")?.lines == ["FN:Han", stored])
    }

    @Test func `A change of case by another client is received from a server without ETags in its responses`()
        async throws
    {
        try store.add(TestCard(uid: "han", ["FN:macdonald"]))
        book.storedLines = { $0.map { $0 == "FN:macdonald" ? "FN:MacDonald" : $0 } }
        #expect(try await sync().notices.isEmpty)
        #expect(store.cards()[0].lines == ["FN:MacDonald"])
    }

    @Test func `Values that the server changes are kept locally, and a later edit is sent`() async throws {
        book.returnsTagsOfChangedCards = true
        book.storedLines = {
            let stored = $0.filter { !$0.hasPrefix("PHOTO") }.map { $0.replacing("NICKNAME:Q,", with: "NICKNAME:") }
            return stored.filter { $0 != "X-SERVER:1" } + ["X-SERVER:1"]
        }
        let lines = ["FN:Han", "NICKNAME:Q,Z", "PHOTO;VALUE=uri:http://a"]
        try store.add(TestCard(uid: "han", lines))
        #expect(try await sync().notices.map(\.reason) == [.dropped(["NICKNAME", "PHOTO"])])
        #expect(store.cards()[0].lines == lines + ["X-SERVER:1"])
        try await sync()
        book.requests = []
        #expect(try await sync() == SyncReport())
        #expect(book.requests == ["list"])
        // The notice names the properties again only if one of their values was edited.
        try store.edit("han") { $0.append("TEL:1") }
        #expect(try await sync().notices.isEmpty)
        try store.edit("han") { $0[1] = "NICKNAME:Q,Y" }
        #expect(try await sync().notices.map(\.reason) == [.dropped(["NICKNAME"])])
        try store.edit("han") { $0[1] = "NICKNAME:Q,Z" }
        #expect(try await sync().notices.map(\.reason) == [.dropped(["NICKNAME"])])
        try store.edit("han") { $0[2] = "PHOTO;VALUE=uri:http://b" }
        book.storedLines = { $0 }
        #expect(try await sync().sent.changed == 1)
        #expect(book.card("han.vcf")?.lines.contains("PHOTO;VALUE=uri:http://b") == true)
        #expect(book.card("han.vcf")?.lines.contains("NICKNAME:Q,Z") == true)
        #expect(store.cards()[0].lines.contains("NICKNAME:Q,Z"))
    }
}
