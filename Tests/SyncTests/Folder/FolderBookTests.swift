import FileIO
import Glibc
import Interchange
import TestSupport
import Testing

@testable import Sync

@MainActor
@Suite struct FolderBookTests {
    private let folder: TemporaryFolder
    private let book: FolderBook
    private let leia = TestCard(uid: "leia", ["FN:Leia"])

    init() throws {
        folder = try TemporaryFolder()
        book = FolderBook(folder: folder.path, now: { .seconds(1 << 40) })
    }

    private func address(_ name: String) -> CardAddress { CardAddress(rawValue: name) }
    private func tag(_ name: String) throws -> ETag { ETag(ofFile: try folder.bytes(name)) }
    private func text(_ lines: String...) -> [UInt8] { TestCard(uid: "leia", lines).text }

    // MARK: - Lists

    @Test func `Cards are listed, other files are ignored, and conflict copies and links are reported as unusable`()
        async throws
    {
        for name in ["a.vcf", "B.VCF", ".hidden.vcf", "c.vcf.tmp", "notes.txt", "a.sync-conflict-20260101-1-ABC.vcf"] {
            try folder.write(leia.text, to: name)
        }
        symlink("a.vcf", folder.file("link.vcf"))
        let changes = try await book.changes(since: nil)
        #expect(changes.isComplete)
        #expect(Set(changes.present.keys) == [address("a.vcf"), address("B.VCF")])
        #expect(
            changes.unusable == [
                address("a.sync-conflict-20260101-1-ABC.vcf"): .conflictCopy, address("link.vcf"): .notAFile,
            ])
    }

    @Test(arguments: ["../outside.vcf", "sub/a.vcf", "/tmp/a.vcf", ".hidden.vcf", "", "a\u{0}.vcf"])
    func `Addresses that are not names of visible files in the folder are not read or written`(name: String)
        async throws
    {
        let outer = try TemporaryFolder()
        try FileSystem.makeFolder(outer.file("book"))
        let book = FolderBook(folder: outer.file("book"), now: { .zero })
        for path in ["outside.vcf", "book/.hidden.vcf"] { try outer.write(leia.text, to: path) }
        #expect(try await book.cards(at: [address(name)]).isEmpty)
        let edited = text("FN:Other")
        await #expect(throws: RemoteProblem.self) { try await book.put(edited, at: address(name), .ifNoneMatch) }
        await #expect(throws: RemoteProblem.self) {
            try await book.delete(address(name), ifMatch: ETag(ofFile: leia.text))
        }
        #expect(try outer.bytes("outside.vcf") == leia.text)
        #expect(Set(try outer.names()) == ["book", "outside.vcf"])
    }

    @Test(arguments: [false, true])
    func `Temporary files of interrupted writes are removed after a day unless the book is read-only`(isReadOnly: Bool)
        async throws
    {
        let names = [".a.vcf.1z.almanac-making", ".other", "a.vcf"]
        for name in names { try folder.write(leia.text, to: name) }
        let changed = try #require(try FileSystem.entry(folder.file("a.vcf"))).modified
        for (age, remaining) in [(3_600, names), (90_000, isReadOnly ? names : [".other", "a.vcf"])] {
            let book = FolderBook(folder: folder.path, isReadOnly: isReadOnly, now: { changed + .seconds(age) })
            _ = try await book.changes(since: nil)
            #expect(try folder.names() == remaining)
        }
    }

    @Test func `A missing folder is not treated as empty`() async throws {
        let missing = FolderBook(folder: folder.file("missing"), now: { .zero })
        await #expect(throws: RemoteProblem.missing) { try await missing.changes(since: nil) }
        try folder.write([], to: "file")
        let file = FolderBook(folder: folder.file("file"), now: { .zero })
        await #expect(throws: RemoteProblem.missing) { try await file.changes(since: nil) }
    }

    @Test func `Unchanged files are not read again, and every change is found`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        let first = try await book.changes(since: nil)
        #expect(try await book.changes(since: first.token) == first)
        // A snapshot with a different ETag shows that the file is not read.
        let token = try #require(first.token)
        let other = SyncToken(rawValue: token.rawValue.replacing(try tag("a.vcf").rawValue, with: "known"))
        #expect(try await book.changes(since: other).present == [address("a.vcf"): ETag(rawValue: "known")])
        try folder.write(text("FN:Lea?"), to: "a.vcf")
        #expect(try await book.changes(since: other).present == [address("a.vcf"): try tag("a.vcf")])
    }

    @Test func `The token omits the stamp of a file that has just changed`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        let changed = try #require(try FileSystem.entry(folder.file("a.vcf"))).changed
        let recent = FolderBook(folder: folder.path, now: { changed + .seconds(1) })
        #expect(try await recent.changes(since: nil).token != book.changes(since: nil).token)
    }

    @Test func `A token in another format requires a complete list`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        let changes = try await book.changes(since: SyncToken(rawValue: "http://example.org/7"))
        #expect(changes.present.count == 1)
    }

    @Test func `Names that differ only in their Unicode normalization are different files`() async throws {
        let names = ["Ren\u{E9}.vcf", "Rene\u{301}.vcf"]
        for name in names { try folder.write(TestCard(uid: "\(name.utf8.count)", ["FN:Rene"]).text, to: name) }
        let changes = try await book.changes(since: nil)
        #expect(changes.present.count == 2)
        #expect(try await book.changes(since: changes.token) == changes)
        #expect(try await book.cards(at: names.map(address)).map(\.text.count) == [53, 54])
    }

    @Test func `A file that is renamed while the folder is listed is not treated as deleted`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        let renaming = FolderBook(folder: folder.path) { [folder] in
            try? FileSystem.rename(folder.file("a.vcf"), to: folder.file("b.vcf"))
            return .zero
        }
        #expect(try await renaming.changes(since: nil).present == [address("b.vcf"): try tag("b.vcf")])
    }

    @Test func `A folder whose files keep vanishing is reported as busy`() async throws {
        let renaming = FolderBook(folder: folder.path) { [folder, leia] in
            for name in (try? folder.names()) ?? [] { FileSystem.remove(folder.file(name)) }
            try? folder.write(leia.text, to: "\(UInt32.random(in: .min ... .max)).vcf")
            return .zero
        }
        try folder.write(leia.text, to: "a.vcf")
        await #expect(throws: RemoteProblem.busy(seconds: 1)) { try await renaming.changes(since: nil) }
    }

    @Test func `A card that cannot be read has empty text, and the others are read`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        symlink("a.vcf", folder.file("link.vcf"))
        mkdir(folder.file("folder.vcf"), 0o700)
        mkfifo(folder.file("pipe.vcf"), 0o600)
        let cards = try await book.cards(at: ["a.vcf", "link.vcf", "folder.vcf", "pipe.vcf", "none.vcf"].map(address))
        #expect(cards.map(\.text) == [leia.text, [], [], []])
    }

    @Test func `Nothing is deleted if a folder, such as a mount point, is replaced by an empty one`() async throws {
        let store = InMemoryStore()
        mkdir(folder.file("contacts"), 0o700)
        let book = FolderBook(folder: folder.file("contacts"), now: { .zero })
        try folder.write(leia.text, to: "contacts/a.vcf")
        _ = try await Synchronizer(book, with: store).run()
        try FileSystem.rename(folder.file("contacts"), to: folder.file("unmounted"))
        mkdir(folder.file("contacts"), 0o700)
        for isEdited in [false, true] {
            if isEdited { try store.edit("leia") { $0.append("TEL:1") } }
            let report = try await Synchronizer(book, with: store).run()
            #expect(report.unconfirmed == UnconfirmedDeletions(ofEmptyBook: 1) && report.status == .declined)
            #expect(store.cards().count == 1 && store.linkedNames() == ["a.vcf"])
            #expect(try FileSystem.names(in: folder.file("contacts")).isEmpty)
        }
        FileSystem.removeFolder(folder.file("contacts"))
        try FileSystem.rename(folder.file("unmounted"), to: folder.file("contacts"))
        #expect(try await Synchronizer(book, with: store).run().isInSync)
        FileSystem.remove(folder.file("contacts/a.vcf"))
        #expect(try await Synchronizer(book, with: store).run().received.deleted == 1)
    }

    // MARK: - Writing

    @Test func `A new file is created only if the name is free`() async throws {
        let tag = try await book.put(leia.text, at: book.address(forNew: "leia"), .ifNoneMatch)
        #expect(try folder.bytes("leia.vcf") == leia.text)
        #expect(tag == (try self.tag("leia.vcf")))
        await #expect(throws: RemoteProblem.preconditionFailed) {
            try await book.put(text("FN:Other"), at: address("leia.vcf"), .ifNoneMatch)
        }
        #expect(try folder.bytes("leia.vcf") == leia.text && folder.names() == ["leia.vcf"])
    }

    @Test func `A file is replaced only if it has the expected content, and its permissions are kept`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        chmod(folder.file("a.vcf"), 0o640)
        let old = try tag("a.vcf")
        _ = try await book.put(text("FN:New"), at: address("a.vcf"), .ifMatch(old))
        #expect(try folder.bytes("a.vcf") == text("FN:New") && folder.permissions("a.vcf") == 0o640)
        for name in ["a.vcf", "missing.vcf"] {
            await #expect(throws: RemoteProblem.preconditionFailed) {
                try await book.put(text("FN:Newer"), at: address(name), .ifMatch(old))
            }
        }
        #expect(try folder.bytes("a.vcf") == text("FN:New") && folder.names() == ["a.vcf"])
    }

    @Test func `A file that changes between the check and the exchange is restored`() throws {
        try folder.write(leia.text, to: "a.vcf")
        let file = try #require(CardFile(folder.path, "a.vcf"))
        let replacement = try CardFileReplacement(of: file, with: text("FN:Mine"), ifMatch: tag("a.vcf"))
        try folder.write(text("FN:Unseen"), to: "a.vcf")
        #expect(throws: RemoteProblem.preconditionFailed) { try replacement.commit() }
        #expect(try folder.bytes("a.vcf") == text("FN:Unseen") && folder.names() == ["a.vcf"])

        let other = try CardFileReplacement(of: file, with: text("FN:Mine"), ifMatch: tag("a.vcf"))
        FileSystem.remove(file.path)
        #expect(throws: RemoteProblem.preconditionFailed) { try other.commit() }
        #expect(try folder.names().isEmpty)
    }

    @Test func `A file is deleted only if it has the expected content`() async throws {
        try folder.write(leia.text, to: "a.vcf")
        let old = try tag("a.vcf")
        try folder.write(text("FN:Unseen"), to: "a.vcf")
        await #expect(throws: RemoteProblem.preconditionFailed) {
            try await book.delete(address("a.vcf"), ifMatch: old)
        }
        let file = try #require(CardFile(folder.path, "a.vcf"))
        #expect(throws: RemoteProblem.preconditionFailed) { try file.remove(ifMatch: old) }
        #expect(try folder.bytes("a.vcf") == text("FN:Unseen") && folder.names() == ["a.vcf"])
        try await book.delete(address("a.vcf"), ifMatch: tag("a.vcf"))
        #expect(try folder.names().isEmpty)
        await #expect(throws: RemoteProblem.missing) { try await book.delete(address("a.vcf"), ifMatch: old) }
    }

    @Test(arguments: ["../a.vcf", "/etc/passwd", ".hidden.vcf", ""])
    func `An address that is not the name of a visible file is treated as missing`(name: String) async throws {
        #expect(try await book.cards(at: [address(name)]).isEmpty)
        await #expect(throws: RemoteProblem.missing) {
            try await book.put(leia.text, at: address(name), .ifNoneMatch)
        }
    }

    // MARK: - Synchronization

    @Test(arguments: [false, true])
    func `A file renamed after it was listed is found, and no second file is created`(isDeleted: Bool) async throws {
        let store = InMemoryStore()
        try folder.write(leia.text, to: "a.vcf")
        _ = try await Synchronizer(book, with: store).run()
        if isDeleted { try store.delete("leia") } else { try store.edit("leia") { $0.append("TEL:1") } }
        let hooked = InstrumentedBook(book)
        hooked.beforeRequest = { [folder] name in
            guard name == "put" || name == "delete", try folder.names() == ["a.vcf"] else { return }
            try FileSystem.rename(folder.file("a.vcf"), to: folder.file("b.vcf"))
        }
        #expect(try await Synchronizer(hooked, with: store).run().isInSync)
        #expect(try folder.names() == (isDeleted ? [] : ["b.vcf"]))
        #expect(store.cards() == (isDeleted ? [] : [TestCard(uid: "leia", ["FN:Leia", "TEL:1"])]))
    }

    @Test func `A file renamed again before it is read keeps its record`() async throws {
        let store = InMemoryStore()
        try folder.write(leia.text, to: "a.vcf")
        _ = try await Synchronizer(book, with: store).run()
        try FileSystem.rename(folder.file("a.vcf"), to: folder.file("b.vcf"))
        let hooked = InstrumentedBook(book)
        hooked.beforeRequest = { [folder] name in
            guard name == "get", try folder.names() == ["b.vcf"] else { return }
            try FileSystem.rename(folder.file("b.vcf"), to: folder.file("c.vcf"))
        }
        let report = try await Synchronizer(hooked, with: store).run()
        #expect(report == SyncReport() && store.linkedNames() == ["c.vcf"] && store.records.count == 1)
    }

    @Test func `A folder is synchronized in both directions, and file names are kept`() async throws {
        let store = InMemoryStore()
        try folder.write(leia.text, to: "Leia Organa.vcf")
        try folder.write(leia.text + leia.text, to: "two.vcf")
        try store.add(TestCard(uid: "han", ["FN:Han"]))
        let synchronizer = Synchronizer(book, with: store)
        #expect(try await synchronizer.run().problems.map(\.address) == [address("two.vcf")])
        FileSystem.remove(folder.file("two.vcf"))
        #expect(try await synchronizer.run().isInSync)
        #expect(try folder.names() == ["Leia Organa.vcf", "han.vcf"])
        try store.edit("leia") { $0.append("TEL:1") }
        try FileSystem.rename(folder.file("han.vcf"), to: folder.file("solo.vcf"))
        #expect(try await synchronizer.run().isInSync)
        #expect(try folder.bytes("Leia Organa.vcf") == text("FN:Leia", "TEL:1"))
        #expect(store.linkedNames() == ["Leia Organa.vcf", "solo.vcf"])
        try await _ = synchronizer.run()
        let commits = store.commits
        #expect(try await synchronizer.run() == SyncReport())
        #expect(store.commits == commits)
    }
}
