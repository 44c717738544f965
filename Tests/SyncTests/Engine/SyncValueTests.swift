import FileIO
import Model
import TestSupport
import Testing

@testable import Sync

/// The values that a synchronization compares: batches, tags, lists, snapshots, and the access of remotes.
struct SyncValueTests {
    private func tag(_ text: String) -> ETag { ETag(rawValue: text) }

    // MARK: - Batches

    private func update(_ address: String, _ uid: String, _ record: Int64?, former: String? = nil) throws -> CardUpdate
    {
        let card = try TestCard(uid: uid, ["FN:A"]).card
        let content: CardUpdate.Content =
            record.map { .unchanged(RecordID(kind: .person, number: $0), synced: nil) } ?? .created(card)
        return CardUpdate(
            RemoteCard(address: CardAddress(rawValue: address), tag: tag("1"), text: []), base: card,
            formerAddress: former.map { CardAddress(rawValue: $0) }, content: content)
    }

    @Test(
        "A batch contains each address, UID, and record at most once",
        arguments: [
            ("b", "b", 2, true), ("a", "b", 2, false), ("b", "a", 2, false), ("b", "b", 1, false),
            ("b", "b", nil, true), ("a", "b", nil, false), ("c", "b", 2, false),
        ] as [(String, String, Int64?, Bool)])
    func batches(address: String, uid: String, record: Int64?, isAdded: Bool) throws {
        var batch = SyncBatch()
        #expect(batch.isEmpty && !batch.hasChanges)
        let card = try TestCard(uid: "c", ["FN:C"]).card
        let removal = LinkRemoval.keepingRecord(
            CardLink(record: RecordID(kind: .person, number: 9), address: "c", uid: "c", tag: tag("1"), base: card))
        for _ in 0..<2 { batch.add(removal) }
        #expect(batch.removals == [removal] && batch.hasChanges)
        let first = try update("a", "a", 1)
        let (isFirst, isRepeated) = (batch.add(first), batch.add(first))
        #expect(isFirst && !isRepeated)
        let other = try update(address, uid, record)
        let isOther = batch.add(other)
        #expect(isOther == isAdded && batch.updates == (isAdded ? [first, other] : [first]))
        let (removed, missing) = (batch.remove("a"), batch.remove("z"))
        #expect(removed == first && missing == nil && batch.updates == (isAdded ? [other] : []))
    }

    @Test("A batch that contains only a token is not empty but does not change records")
    func tokens() throws {
        var batch = SyncBatch()
        batch.move(to: nil)
        #expect(batch.token == .changed(nil) && !batch.isEmpty && !batch.hasChanges)
        #expect(try update("b", "b", 1, former: "b").formerAddress == nil)
        #expect(try update("b", "b", 1, former: "a").formerAddress == "a")
    }

    // MARK: - Lists

    @Test(
        "Tags match if they differ only in their strength",
        arguments: [
            ("\"a\"", "\"a\"", true, true), ("W/\"a\"", "\"a\"", true, false), ("\"a\"", "W/\"a\"", true, true),
            ("W/\"a\"", "W/\"a\"", true, false), ("\"a\"", "\"b\"", false, true), ("", "", false, false),
            ("\"a\"", "", false, true), ("W/\"ab\"", "\"b\"", false, false),
        ])
    func tags(text: String, other: String, isMatching: Bool, isStrong: Bool) {
        #expect(tag(text).matches(tag(other)) == isMatching)
        #expect(tag(text).isStrong == isStrong)
    }

    @Test("A list states which cards are unchanged, listed, or gone")
    func lists() {
        var list = RemoteChanges(
            present: ["a": tag("1"), "b": .unknown], removed: ["c"], unusable: ["d": .notAFile], isComplete: true)
        #expect(list.addresses == ["a", "b", "c", "d"])
        #expect(list.isUnchanged("a", since: tag("1")) && !list.isUnchanged("a", since: tag("2")))
        #expect(!list.isUnchanged("a", since: nil) && !list.isUnchanged("c", since: tag("1")))
        #expect(!list.isUnchanged("b", since: .unknown))
        #expect(list.contains("a", tag("1")) && list.contains("a", .unknown) && list.contains("b", tag("1")))
        #expect(!list.contains("a", tag("2")) && !list.contains("c", tag("1")))
        #expect(["a", "b", "c", "d", "e"].map { list.isGone($0) } == [false, false, true, false, true])
        list.isComplete = false
        #expect(["a", "b", "c", "d", "e"].map { list.isGone($0) } == [false, false, true, false, false])
    }

    @Test("Later changes replace earlier changes to the same cards")
    func laterChanges() {
        var list = RemoteChanges(
            present: ["a": tag("1"), "b": tag("1"), "e": tag("1")], removed: ["c", "f"], unusable: ["d": .notAFile],
            token: SyncToken(rawValue: "1"), hasMore: true)
        let later = RemoteChanges(
            present: ["c": tag("2"), "b": tag("2"), "d": tag("2")], removed: ["a"], unusable: ["e": .conflictCopy],
            token: SyncToken(rawValue: "2"))
        list.add(later)
        #expect(list.present == ["b": tag("2"), "c": tag("2"), "d": tag("2")] && list.removed == ["a", "f"])
        #expect(list.unusable == ["e": .conflictCopy])
        #expect(list.token?.rawValue == "2" && !list.hasMore && !list.isComplete)
        let complete = RemoteChanges(present: ["z": tag("3")], isComplete: true)
        list.add(complete)
        #expect(list == complete)
    }

    // MARK: - Snapshots

    @Test(
        "A folder token is read if it has the current version, and invalid lines in it are ignored",
        arguments: [
            ("2\nid", [], "2\nid"), ("2\nid\nt\ts\tb\nt\ts\ta", ["a", "b"], "2\nid\nt\ts\ta\nt\ts\tb"),
            ("2\nid\nt\ts\nt\ts\ta\tb\n\nt\ts\tc", ["c"], "2\nid\nt\ts\tc"), ("2", nil, nil), ("1\nid", nil, nil),
            ("", nil, nil), ("2\n", [], "2\n"),
        ] as [(String, Set<CardAddress>?, String?)])
    func snapshots(text: String, addresses: Set<CardAddress>?, written: String?) {
        let snapshot = FolderSnapshot(SyncToken(rawValue: text))
        #expect(snapshot?.addresses == addresses)
        #expect(snapshot?.token.rawValue == written)
    }

    @Test("A file is treated as unchanged only if its stamp is the same, and names with control characters are omitted")
    func stamps() throws {
        let folder = try TemporaryFolder()
        for (name, count) in [("a", 1), ("b", 2)] { try folder.write([UInt8](repeating: 1, count: count), to: name) }
        let entry = try #require(try FileSystem.entry(folder.file("a")))
        let stamp = FileStamp(entry)
        let other = FileStamp(try #require(try FileSystem.entry(folder.file("b"))))
        var snapshot = try #require(FolderSnapshot(SyncToken(rawValue: "2\nid")))
        snapshot.add("a", stamp, tag("t"))
        snapshot.add("b", nil, tag("t"))
        snapshot.add("c\u{1F}", stamp, tag("t"))
        snapshot.add("d ", stamp, tag("t"))
        #expect(snapshot.addresses == ["a", "b", "d "])
        let read = try #require(FolderSnapshot(snapshot.token))
        #expect(read.addresses == snapshot.addresses && read.identity == snapshot.identity)
        #expect(read.tag(of: "a", stamp) == tag("t") && read.tag(of: "a", other) == nil)
        #expect(read.tag(of: "b", other) == nil && read.tag(of: "z", stamp) == nil)
        let latest = max(entry.modified, entry.changed)
        #expect(!stamp.isSettled(at: latest + .seconds(2)) && stamp.isSettled(at: latest + .milliseconds(2001)))
        #expect(ETag(ofFile: Array("a".utf8)).rawValue == "1-af63dc4c8601ec8c")
    }

    @Test("A dropped property is reported as new unless the same content was dropped before")
    func droppedProperties() {
        let dropped = DroppedProperties(text: "D=5 A=1 C=1f B=3")
        #expect(dropped.text == "A=1 B=3 C=1f D=5" && dropped.names == ["A", "B", "C", "D"])
        #expect(dropped.names(unlike: DroppedProperties(text: "A=1 B=2 C")) == ["B", "D"])
        #expect(dropped.names(unlike: DroppedProperties()) == ["A", "B", "C", "D"])
        #expect(DroppedProperties(text: "A=x B").text == "A=0 B=0")
    }

    // MARK: - Addresses

    @Test(
        "The address of a new card contains its name without slashes and, on SOGo, a number",
        arguments: [
            ("/b/", "a", "a.vcf"), ("/b/", "/a//b/", "a-b.vcf"), ("/b/", "a.vcf", "a.vcf.vcf"), ("/SOGo/b/", "a", nil),
        ])
    func newAddresses(path: String, name: String, address: String?) throws {
        let url = WebURL(origin: Origin(isSecure: true, host: "a.example"), path: path)
        let client = HTTPClient(transport: StubTransport { HTTPResponse(200, to: $0) })
        let book = CardDAVBook(url: url, capabilities: BookCapabilities(), client: client)
        let found = book.address(forNew: name).rawValue
        if let address {
            #expect(found == address)
        } else {
            #expect(found.wholeMatch(of: /a-\d+\.vcf/) != nil && book.address(forNew: name).rawValue != found)
        }
    }

    @Test("A card is sent only if it does not exceed the size limit of its book", arguments: [(3, true), (4, false)])
    func sizeLimit(count: Int, isSent: Bool) async throws {
        var capabilities = BookCapabilities()
        capabilities.maximumSize = 3
        let transport = StubTransport { HTTPResponse(201, to: $0, fields: ["ETag": "W/\"1\""]) }
        let url = WebURL(origin: Origin(isSecure: true, host: "a.example"), path: "/b")
        let book = CardDAVBook(url: url, capabilities: capabilities, client: HTTPClient(transport: transport))
        let text = [UInt8](repeating: 65, count: count)
        if isSent {
            // A weak tag does not identify the stored text.
            #expect(try await book.put(text, at: "a b.vcf", .ifNoneMatch) == nil)
            let sent = try #require(transport.sent.first)
            #expect(sent.line == "PUT /b/a%20b.vcf" && sent.request.body == text && sent.request.acceptsCompression)
            #expect(
                sent.request.fields.lines == ["Content-Type: text/vcard; charset=utf-8", "If-None-Match: *"])
        } else {
            await #expect(throws: RemoteProblem.tooLarge) { try await book.put(text, at: "a.vcf", .ifNoneMatch) }
            #expect(transport.sent.isEmpty)
        }
    }

    // MARK: - Remotes

    private static func server(
        _ password: PasswordSource? = nil, user: String? = nil, authorities: String? = nil, origins: Set<Origin> = [],
        isReadOnly: Bool = false
    ) -> RemoteLocation {
        var capabilities = BookCapabilities()
        capabilities.isReadOnly = isReadOnly
        let url = WebURL(origin: Origin(isSecure: true, host: "a.example"), path: "/b/")
        return .server(
            ServerBook(
                url: url, capabilities: capabilities,
                account: ServerAccount(
                    user: user, password: password, authorityFile: authorities, permittedOrigins: origins)))
    }

    private static let start = "6 server\n20 https://a.example/b/\n"

    @Test(
        "The access text of a remote identifies everything that the remote reads, runs, and writes",
        arguments: [
            (.folder(path: "/é"), false, "6 folder\n3 /é\n", false),
            (.folder(path: "a"), true, "6 folder\n1 a\n9 read-only\n", true),
            (server(), false, start, false),
            (server(.command("pass"), user: "leia"), false, start + "4 user\n4 leia\n7 command\n4 pass\n", false),
            (server(.file(path: "/p")), false, start + "4 file\n2 /p\n", false),
            (server(.file(path: "p")), false, start + "4 file\n1 p\n", true),
            (server(.prompt, authorities: "/c"), false, start + "6 prompt\n11 authorities\n2 /c\n", false),
            (server(authorities: "c"), true, start + "11 authorities\n1 c\n9 read-only\n", true),
            (server(isReadOnly: true), false, start + "9 read-only\n", false),
            (
                server(origins: [
                    Origin(isSecure: true, host: "a.example"), Origin(isSecure: false, host: "b.example"),
                ]),
                false, start + "16 http://b.example\n17 https://a.example\n", false
            ),
        ] as [(RemoteLocation, Bool, String, Bool)])
    func access(location: RemoteLocation, isReadOnly: Bool, text: String, hasRelativePath: Bool) {
        let remote = Remote(name: "a", location: location, isReadOnly: isReadOnly)
        #expect(remote.access == text)
        #expect(remote.isWritable == !text.hasSuffix("read-only\n"))
        #expect(remote.hasRelativePath == hasRelativePath)
        #expect(remote.contents == .all && !remote.isDefault)
    }
}
