import Interchange
import Model
@testable import Sync
import TestSupport
import Testing

// Tests of lists and dry runs.
extension SynchronizerTests {
    // MARK: - Lists

    @Test func `Truncated lists are read to the end`() async throws {
        for number in 0..<10 { book.write(TestCard(uid: "\(number)", ["FN:\(number)"]), at: "\(number).vcf") }
        book.pageSize = 3
        try await sync()
        #expect(store.cards().count == 10)
        for number in 0..<5 { book.remove("\(number).vcf") }
        #expect(try await sync().received.deleted == 5)
    }

    @Test func `After a lost token, only the changed cards of the complete list are read`() async throws {
        for number in 0..<5 { book.write(TestCard(uid: "\(number)", ["FN:\(number)"]), at: "\(number).vcf") }
        try await sync()
        book.remove("1.vcf")
        book.write(TestCard(uid: "2", ["FN:changed"]), at: "2.vcf")
        book.oldestToken = 7
        book.requests = []
        let report = try await sync()
        #expect(report.received.deleted == 1 && report.received.changed == 1)
        #expect(book.requests == ["list", "list", "get"])
        #expect(store.committedToken?.rawValue == "7")
    }

    // MARK: - Dry run

    @Test func `A dry run lists the changed properties and changes nothing`() async throws {
        try await syncLeia()
        try store.edit("leia") { $0.append("TEL:mine") }
        book.write(TestCard(uid: "leia", ["FN:Leia Organa"] + leia.lines.dropFirst()), at: "leia.vcf")
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        let (cards, names, commits) = (store.cards(), book.names, store.commits)
        let report = try await sync { $0.isDryRun = true }
        #expect(store.cards() == cards && book.names == names && store.commits == commits)
        #expect(!book.requests.contains("put"))
        let planned = report.plannedChanges.map { "\($0.direction) \($0.action) \($0.differences.map(\.new))" }
        #expect(
            planned == [
                #"received change [["FN:Leia Organa"]]"#, #"sent change [["TEL:mine"]]"#,
                #"sent create [["UID:han"], ["FN:Han"]]"#,
            ])
        #expect(report.received == SyncReport.Counts(changed: 1))
        #expect(report.sent == SyncReport.Counts(created: 1, changed: 1))
    }

    @Test func `A dry run lists deletions in the order of their addresses`() async throws {
        let names = (10..<40).map { "\($0).vcf" }
        for name in names { book.write(TestCard(uid: name, ["FN:\(name)"]), at: name) }
        try await sync()
        for name in names { book.remove(name) }
        let report = try await sync { ($0.isDryRun, $0.allowsRemovals) = (true, true) }
        #expect(report.plannedChanges.map(\.title) == names)
    }
}
