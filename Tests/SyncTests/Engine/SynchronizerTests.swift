import Interchange
import Model
import Sync
import TestSupport
import Testing

@MainActor
@Suite struct SynchronizerTests {
    let book = InMemoryBook()
    let store = InMemoryStore()
    let leia = TestCard(uid: "leia", ["FN:Leia", "TEL;TYPE=HOME:1", "X-SIGN:Leo"])

    @discardableResult
    func sync(
        _ book: InMemoryBook? = nil, _ change: (inout Synchronizer.Options) -> Void = { _ in }
    ) async throws -> SyncReport {
        var options = Synchronizer.Options()
        change(&options)
        return try await Synchronizer(book ?? self.book, with: store, options: options, pause: { _ in }).run()
    }

    func syncLeia() async throws {
        book.write(leia, at: "leia.vcf")
        try await sync()
        book.requests = []
    }

    // MARK: - Without conflicts

    @Test func `A first synchronization exchanges all cards, and a later one takes one request and writes nothing`()
        async throws
    {
        book.write(leia, at: "a b.vcf")
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        let report = try await sync()
        #expect(report.received.created == 1 && report.sent.created == 1 && report.isInSync)
        #expect(book.card("han.vcf")?.lines == ["FN:Han"])
        #expect(store.cards() == [TestCard(uid: "han", ["FN:Han"]), leia])
        try await sync()
        (book.requests, book.pageSize) = ([], 1)
        let commits = store.commits
        #expect(try await sync() == SyncReport())
        #expect(book.requests == ["list"])
        #expect(store.commits == commits)
    }

    @Test func `Changes and deletions on either side are applied to the other side`() async throws {
        for uid in ["leia", "han", "luke"] { book.write(TestCard(uid: uid, ["FN:\(uid)"]), at: "\(uid).vcf") }
        try await sync()
        try store.edit("leia") { $0.append("TEL:2") }
        book.write(TestCard(uid: "han", ["FN:Han Solo"]), at: "han.vcf")
        try store.delete("luke")
        var report = try await sync()
        #expect((report.received.changed, report.sent.changed, report.sent.deleted) == (1, 1, 1))
        #expect(book.names == ["han.vcf", "leia.vcf"])
        #expect(book.card("leia.vcf")?.lines == ["FN:leia", "TEL:2"])
        #expect(store.cards().map(\.lines) == [["FN:Han Solo"], ["FN:leia", "TEL:2"]])
        book.remove("han.vcf")
        report = try await sync()
        #expect(report.received.deleted == 1 && store.cards().map(\.uid) == ["leia"])
    }

    @Test func `A renamed card is recognized by its UID`() async throws {
        try await syncLeia()
        book.remove("leia.vcf")
        book.write(TestCard(uid: "leia", leia.lines + ["TEL:2"]), at: "renamed.vcf")
        let report = try await sync()
        #expect(report.received.changed == 1 && report.received.created == 0 && report.received.deleted == 0)
        #expect(store.linkedNames() == ["renamed.vcf"])
        #expect(store.cards().map(\.lines) == [leia.lines + ["TEL:2"]])
    }

    @Test func `A record that exists on both sides is linked by its UID and merged`() async throws {
        try store.add(TestCard(uid: "leia", ["FN:Leia", "EMAIL:a@b.c"]))
        book.write(leia, at: "x.vcf")
        let report = try await sync()
        #expect(report.conflicts.isEmpty && report.received.changed == 1 && report.sent.changed == 1)
        #expect(store.cards().map(\.lines) == [leia.lines + ["EMAIL:a@b.c"]])
        #expect(book.card("x.vcf") == store.cards()[0])
        #expect(book.names == ["x.vcf"])
    }

    @Test func `An edit that changes only the syntax is not sent`() async throws {
        try await syncLeia()
        try store.edit("leia") { $0[1] = "tel;type=home:1" }
        #expect(try await sync() == SyncReport())
        #expect(book.requests == ["list"])
    }

    // MARK: - Conflicts

    @Test func `A property changed on both sides is a conflict, and other changes on both sides take effect`()
        async throws
    {
        try await syncLeia()
        try store.edit("leia") { $0 = ["FN:Leia", "TEL;TYPE=HOME:mine", "X-SIGN:Leo", "NOTE:mine"] }
        book.write(TestCard(uid: "leia", ["FN:Leia", "TEL;TYPE=HOME:theirs", "X-SIGN:Ram"]), at: "leia.vcf")
        let report = try await sync()
        #expect(report.status == .declined)
        #expect(report.conflicts.map(\.title) == ["Leia"])
        #expect(store.conflicts.map(\.mine) == [["TEL;TYPE=HOME:mine"]])
        #expect(store.cards()[0].lines == ["FN:Leia", "TEL;TYPE=HOME:theirs", "X-SIGN:Ram", "NOTE:mine"])
        #expect(book.card("leia.vcf") == store.cards()[0])
    }

    @Test func `An edit takes precedence over a deletion on the other side`() async throws {
        try await syncLeia()
        try store.edit("leia") { $0.append("TEL:2") }
        book.remove("leia.vcf")
        var report = try await sync()
        #expect(report.notices.map(\.reason) == [.deletedRemotely])
        #expect(book.card("leia.vcf")?.lines == leia.lines + ["TEL:2"])

        try store.delete("leia")
        book.write(TestCard(uid: "leia", ["FN:Leia Organa"]), at: "leia.vcf")
        report = try await sync()
        #expect(report.notices.map(\.reason) == [.deletedLocally])
        #expect(store.cards().map(\.lines) == [["FN:Leia Organa"]])
        #expect(book.names == ["leia.vcf"])
    }

    @Test func `Deleting all cards of a book requires confirmation, even if one of them was edited locally`()
        async throws
    {
        for name in ["a", "b", "c"] { book.write(TestCard(uid: name, ["FN:\(name)"]), at: "\(name).vcf") }
        try await sync()
        try store.edit("a") { $0.append("NOTE:edited") }
        for name in ["a", "b", "c"] { book.remove("\(name).vcf") }
        #expect(try await sync().unconfirmed?.count == 2)
        #expect(store.cards().count == 3)
        #expect(try await sync { $0.allowsRemovals = true }.received.deleted == 2)
        #expect(store.cards().map(\.uid) == ["a"] && book.names == ["a.vcf"])
    }

    @Test func `Many deletions require confirmation in either direction`() async throws {
        for number in 0..<20 { book.write(TestCard(uid: "\(number)", ["FN:\(number)"]), at: "\(number).vcf") }
        try await sync()
        for number in 0..<11 { book.remove("\(number).vcf") }
        book.write(TestCard(uid: "12", ["FN:new"]), at: "12.vcf")
        var report = try await sync()
        #expect(report.unconfirmed?.direction == .received && report.unconfirmed?.count == 11)
        #expect(report.status == .declined && store.cards().count == 20)
        report = try await sync { $0.allowsRemovals = true }
        #expect(report.received.deleted == 11 && store.cards().count == 9)

        for number in 11..<19 { try store.delete("\(number)") }
        #expect(try await sync().unconfirmed == nil)
        #expect(book.names == ["19.vcf"])
        try store.delete("19")
        #expect(try await sync().unconfirmed == nil)
        #expect(book.names.isEmpty)
        for number in 0..<20 { try store.add(TestCard(uid: "n\(number)", ["FN:\(number)"])) }
        try await sync()
        for number in 0..<20 { try store.delete("n\(number)") }
        report = try await sync()
        #expect(report.unconfirmed?.direction == .sent && book.names.count == 20)
        #expect(try await sync { $0.allowsRemovals = true }.sent.deleted == 20)
    }

    // MARK: - Faults of single cards

    @Test func `A broken card is reported, does not block other cards, and is listed again`() async throws {
        book.write(text: "BEGIN:VCARD\nFN:broken", at: "a.vcf")
        book.write(text: String(decoding: leia.text + leia.text, as: UTF8.self), at: "b.vcf")
        book.write(leia, at: "leia.vcf")
        let report = try await sync()
        #expect(report.problems.map(\.address.rawValue) == ["a.vcf", "b.vcf"])
        #expect(report.problems.last?.reason == .unreadable(.severalCards))
        #expect(store.cards() == [leia] && store.committedToken == nil && report.status == .failed)
        book.write(TestCard(uid: "a", ["FN:repaired"]), at: "a.vcf")
        book.remove("b.vcf")
        #expect(try await sync().isInSync)
        #expect(store.committedToken != nil && store.cards().count == 2)
    }

    @Test func `A second card with the same UID is reported and not imported`() async throws {
        book.write(leia, at: "a.vcf")
        book.write(leia, at: "b.vcf")
        #expect(try await sync().problems.map(\.reason) == [.sameUID(as: CardAddress(rawValue: "a.vcf"))])
        #expect(try await sync().problems.map(\.reason) == [.sameUID(as: CardAddress(rawValue: "a.vcf"))])
        #expect(store.cards() == [leia])
    }

    @Test func `A second card with the same UID is reported with the address of the first, not of another new card`()
        async throws
    {
        book.write(TestCard(uid: "other", ["FN:Other"]), at: "a.vcf")
        book.write(leia, at: "b.vcf")
        book.write(leia, at: "c.vcf")
        #expect(try await sync().problems.map(\.reason) == [.sameUID(as: CardAddress(rawValue: "b.vcf"))])
    }

    @Test func `Unusable files are reported and not treated as deleted`() async throws {
        try await syncLeia()
        book.supportsTokens = false
        book.remove("leia.vcf")
        book.unusable = [CardAddress(rawValue: "leia.vcf"): .unreadable(code: 13)]
        #expect(try await sync().problems.map(\.reason) == [.unusable(.unreadable(code: 13))])
        #expect(store.cards() == [leia])
    }

    @Test func `A card that is too large is reported and not sent`() async throws {
        var capabilities = BookCapabilities()
        capabilities.maximumSize = 100
        let small = InMemoryBook(capabilities: capabilities)
        try store.add(TestCard(uid: "big", ["FN:Big", "NOTE:" + String(repeating: "x", count: 200)]))
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        #expect(try await sync(small).problems.map(\.reason) == [.remote(.tooLarge)])
        #expect(small.names == ["han.vcf"] && small.requests.count { $0 == "put" } == 1)
    }

    @Test func `A record whose card is unusable does not prevent sending the others`() async throws {
        book.write(TestCard(uid: "han", ["FN:Han"]), at: "han.vcf")
        try await syncLeia()
        book.unusable = [CardAddress(rawValue: "leia.vcf"): .notAFile]
        book.supportsTokens = false
        book.remove("leia.vcf")
        try store.edit("leia") { $0.append("TEL:mine") }
        try store.edit("han") { $0.append("TEL:mine") }
        #expect(try await sync().problems.map(\.reason) == [.unusable(.notAFile)])
        #expect(book.names == ["han.vcf"] && book.card("han.vcf")?.lines == ["FN:Han", "TEL:mine"])
        #expect(store.cards().count == 2)
    }

    @Test func `Nothing is sent to a read-only book`() async throws {
        var capabilities = BookCapabilities()
        capabilities.isReadOnly = true
        let readOnly = InMemoryBook(capabilities: capabilities)
        readOnly.write(leia, at: "leia.vcf")
        try await sync(readOnly)
        try store.edit("leia") { $0.append("TEL:mine") }
        readOnly.write(TestCard(uid: "leia", leia.lines + ["TEL:theirs"]), at: "leia.vcf")
        let report = try await sync(readOnly)
        #expect(report.unsent == 1 && report.received.changed == 1)
        #expect(Set(store.cards()[0].lines) == Set(leia.lines + ["TEL:mine", "TEL:theirs"]))
        #expect(!readOnly.requests.contains("put"))
    }

    @Test func `A new card whose name is taken by another card gets another name`() async throws {
        try await syncLeia()
        book.write(TestCard(uid: "other", ["FN:Other"]), at: "han.vcf")
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        #expect(try await sync().isInSync)
        #expect(book.names == ["han-2.vcf", "han.vcf", "leia.vcf"])
        #expect(store.cards().count == 3)
    }

    @Test func `A new card gets a free name even if the numbered name is taken`() async throws {
        try await syncLeia()
        book.write(TestCard(uid: "other", ["FN:Other"]), at: "han.vcf")
        book.write(TestCard(uid: "another", ["FN:Another"]), at: "han-2.vcf")
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        #expect(try await sync().isInSync)
        #expect(book.names == ["han-2.vcf", "han-2x.vcf", "han.vcf", "leia.vcf"])
    }

    @Test func `A second record with the same UID is reported and not sent`() async throws {
        try await syncLeia()
        for name in ["Second", "Third"] { try store.add(TestCard(uid: "leia", ["FN:\(name)"])) }
        for name in ["Han", "Solo"] { try store.add(TestCard(uid: "han", ["FN:\(name)"])) }
        let report = try await sync()
        let leia = CardProblem.Reason.sameUID(as: CardAddress(rawValue: "leia.vcf"))
        #expect(report.problems.map(\.title) == ["Second", "Third", "Solo"])
        #expect(report.problems.prefix(2).allSatisfy { $0.reason == leia })
        #expect(book.names == ["han.vcf", "leia.vcf"] && book.requests.count { $0 == "put" } == 1)
    }
}
