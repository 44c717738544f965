import Testing

@testable import Sync

@Suite("Preconditions of CardDAV requests")
struct CardDAVPreconditionTests {
    @Test("A card without an ETag is never overwritten or removed")
    func withoutTag() async throws {
        let transport = StubTransport { HTTPResponse(204, to: $0) }
        let book = try CardDAVBook.stub(transport)
        await #expect(throws: RemoteProblem.withoutStrongETag) {
            try await book.put([65], at: "a.vcf", .ifMatch(.unknown))
        }
        await #expect(throws: RemoteProblem.withoutStrongETag) { try await book.delete("a.vcf", ifMatch: .unknown) }
        #expect(transport.sent.isEmpty)
    }

    @Test("A weak ETag is never used as a precondition, but replaced by the strong ETag of the same version")
    func weakPrecondition() async throws {
        let transport = StubTransport { sent in
            sent.request.method == .get
                ? HTTPResponse(200, "N:A", to: sent, fields: ["ETag": "\"1\""]) : HTTPResponse(204, to: sent)
        }
        let book = try CardDAVBook.stub(transport)
        _ = try await book.put([65], at: "a.vcf", .ifMatch(ETag(rawValue: "W/\"1\"")))
        try await book.delete("a.vcf", ifMatch: ETag(rawValue: "W/\"1\""))
        let path = "/books/leia/a.vcf"
        #expect(transport.lines == ["GET \(path)", "PUT \(path)", "GET \(path)", "DELETE \(path)"])
        #expect(transport.sent.compactMap { $0.request.fields["If-Match"] } == ["\"1\"", "\"1\""])
    }

    @Test("On SOGo, each new card gets a unique address, and a card is read before it is deleted")
    func onSOGo() async throws {
        let transport = StubTransport { sent in
            sent.request.method == .get
                ? HTTPResponse(200, "N:A", to: sent, fields: ["ETag": "\"2\""]) : HTTPResponse(204, to: sent)
        }
        let book = try CardDAVBook.stub(transport, at: "/SOGo/dav/leia/Contacts/personal/")
        let (first, second) = (book.address(forNew: "a"), book.address(forNew: "a"))
        #expect(first != second && first.rawValue.hasPrefix("a-") && first.rawValue.hasSuffix(".vcf"))
        await #expect(throws: RemoteProblem.preconditionFailed) {
            try await book.delete(first, ifMatch: ETag(rawValue: "\"1\""))
        }
        #expect(transport.sent.map(\.request.method) == [.get])
        try await book.delete(first, ifMatch: ETag(rawValue: "\"2\""))
        #expect(transport.sent.map(\.request.method) == [.get, .get, .delete])
        #expect(try CardDAVBook.stub(transport).address(forNew: "a") == "a.vcf")
    }

    @Test(
        "Without a strong ETag of the same version, a card is neither written nor removed",
        arguments: [
            ("\"2\"", RemoteProblem.preconditionFailed), ("W/\"1\"", .withoutStrongETag), ("", .withoutStrongETag),
        ])
    func weakTagOfAnotherVersion(current: String, problem: RemoteProblem) async throws {
        let transport = StubTransport { HTTPResponse(200, "N:A", to: $0, fields: ["ETag": current]) }
        let book = try CardDAVBook.stub(transport)
        let tag = ETag(rawValue: "W/\"1\"")
        await #expect(throws: problem) { try await book.put([65], at: "a.vcf", .ifMatch(tag)) }
        await #expect(throws: problem) { try await book.delete("a.vcf", ifMatch: tag) }
        #expect(transport.sent.allSatisfy { $0.request.method == .get })
    }

    @Test("A weak ETag after a write does not identify the stored text", arguments: ["W/\"x\"", ""])
    func weakTag(tag: String) async throws {
        let transport = StubTransport { HTTPResponse(204, to: $0, fields: ["ETag": tag]) }
        #expect(try await CardDAVBook.stub(transport).put([65], at: "a.vcf", .ifNoneMatch) == nil)
    }
}
