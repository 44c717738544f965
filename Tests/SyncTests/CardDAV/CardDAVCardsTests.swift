import Synchronization
import Testing

@testable import Sync

@Suite("Reading CardDAV cards")
struct CardDAVCardsTests {
    private static func card(_ name: String, _ text: String) -> String {
        """
        <d:response><d:href>/books/leia/\(name)</d:href><d:propstat><d:prop><d:getetag>"\(name)"</d:getetag>\
        <card:address-data>\(text)</card:address-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>\
        </d:response>
        """
    }

    private static func missing(_ name: String) -> String {
        "<d:response><d:href>/books/leia/\(name)</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>"
    }

    @Test("One request reads all requested cards that still exist")
    func multiget() async throws {
        let transport = StubTransport { sent in
            .multistatus(
                Self.missing("b.vcf") + Self.card("Han%20Solo.vcf", "N:Solo &amp; Co\nX:1\n")
                    + Self.card("a.vcf", "N:A\n"), to: sent)
        }
        let cards = try await CardDAVBook.stub(transport).cards(at: ["a.vcf", "b.vcf", "Han Solo.vcf"])
        #expect(cards.map(\.address) == ["a.vcf", "Han Solo.vcf"])
        #expect(cards.map { String(decoding: $0.text, as: UTF8.self) } == ["N:A\n", "N:Solo & Co\nX:1\n"])
        #expect(cards.map(\.tag.rawValue) == ["\"a.vcf\"", "\"Han%20Solo.vcf\""])
        #expect(transport.lines == ["REPORT /books/leia/"])
        #expect(transport.sent[0].body.contains("<D:href>/books/leia/Han%20Solo.vcf</D:href>"))
        #expect(transport.sent[0].body.contains("<C:address-data/>"))
    }

    @Test("Cards without an ETag are read with one request, plus one for the header of a single card")
    func withoutTags() async throws {
        let transport = StubTransport { sent in
            if sent.request.method == .get { return HTTPResponse(200, "N:A", to: sent) }
            let cards = ["a.vcf", "b.vcf", "c.vcf"].map { Self.card($0, "N:A") }.joined()
            return .multistatus(cards.replacing(/<d:getetag>.*?<\/d:getetag>/, with: ""), to: sent)
        }
        let cards = try await CardDAVBook.stub(transport).cards(at: ["a.vcf", "b.vcf", "c.vcf"])
        #expect(cards.map(\.tag) == [.unknown, .unknown, .unknown])
        #expect(cards.map(\.text) == Array(repeating: Array("N:A".utf8), count: 3))
        #expect(transport.lines == ["REPORT /books/leia/", "GET /books/leia/a.vcf"])
    }

    @Test("An empty list of cards causes no request")
    func none() async throws {
        let transport = StubTransport { HTTPResponse(500, to: $0) }
        #expect(try await CardDAVBook.stub(transport).cards(at: []).isEmpty)
        #expect(transport.sent.isEmpty)
    }

    @Test("If the server accepts vCard 4.0, cards are read in their stored version and not converted by the server")
    func version() async throws {
        let stored = [
            "3.vcf": "BEGIN:VCARD\r\nVERSION:3.0\r\nBDAY:1977-05-25\r\nEND:VCARD\r\n",
            "4.vcf": "BEGIN:VCARD\r\nVERSION:4.0\r\nBDAY:--0525\r\nEND:VCARD\r\n",
        ]
        let transport = StubTransport { sent in
            let isVersion4 = sent.body.contains(#"<C:address-data content-type="text/vcard" version="4.0"/>"#)
            let cards = stored.sorted { $0.key < $1.key }.filter { sent.body.contains("/\($0.key)<") }.map {
                name, card in
                let converted =
                    isVersion4
                    ? card.replacing("VERSION:3.0", with: "VERSION:4.0").replacing("1977-05-25", with: "19770525")
                    : card.replacing("VERSION:4.0", with: "VERSION:3.0").replacing("--0525", with: "1604-05-25")
                let length = "<d:getcontentlength>\(card.utf8.count)</d:getcontentlength>"
                return Self.card(name, converted.replacing("\r", with: "")).replacing(
                    "<d:getetag>", with: length + "<d:getetag>")
            }
            return .multistatus(cards.joined(), to: sent)
        }
        var capabilities = BookCapabilities()
        for acceptsVersion4 in [true, false] {
            capabilities.acceptsVersion4 = acceptsVersion4
            let book = try CardDAVBook.stub(transport, capabilities)
            let cards = try await book.cards(at: ["3.vcf", "4.vcf"])
            let texts = cards.map { String(decoding: $0.text, as: UTF8.self) }
            #expect(texts[0].contains("VERSION:3.0") && texts[0].contains("1977-05-25"))
            #expect(texts[1].contains("--0525") == acceptsVersion4)
        }
        #expect(transport.lines == Array(repeating: "REPORT /books/leia/", count: 3))
    }

    @Test("A card that the response does not mention is read on its own")
    func omitted() async throws {
        let transport = StubTransport { sent in
            switch sent.line {
            case "REPORT /books/leia/": .multistatus(Self.card("a.vcf", "N:A"), to: sent)
            case "GET /books/leia/b.vcf": HTTPResponse(200, "N:B", to: sent, fields: ["ETag": "\"b\""])
            default: HTTPResponse(404, to: sent)
            }
        }
        let cards = try await CardDAVBook.stub(transport).cards(at: ["a.vcf", "b.vcf", "c.vcf"])
        #expect(cards.map(\.address) == ["a.vcf", "b.vcf"])
        #expect(cards.map(\.tag.rawValue) == ["\"a.vcf\"", "\"b\""])
        #expect(transport.sent.filter { $0.request.method == .get }.allSatisfy { !$0.request.acceptsCompression })
    }

    @Test("A card with characters that XML does not allow does not prevent reading the others")
    func invalidXML() async throws {
        let transport = StubTransport { sent in
            if sent.request.method == .get { return HTTPResponse(200, "N:\u{B}", to: sent, fields: ["ETag": "\"5\""]) }
            let names = (0..<10).map { "\($0).vcf" }.filter { sent.body.contains("/\($0)<") }
            return .multistatus(names.map { Self.card($0, $0 == "5.vcf" ? "N:\u{B}" : "N:A") }.joined(), to: sent)
        }
        let addresses = (0..<10).map { CardAddress(rawValue: "\($0).vcf") }
        let cards = try await CardDAVBook.stub(transport).cards(at: addresses)
        #expect(cards.map(\.address) == addresses)
        #expect(cards[5].text == Array("N:\u{B}".utf8))
        #expect(transport.sent.count { $0.request.method == .get } == 1)
    }

    @Test("A card that the server cannot return is read with empty text, and the others are read")
    func brokenCard() async throws {
        let transport = StubTransport { sent in
            if sent.request.method == .propfind { return .multistatus("", to: sent) }
            if sent.line.contains("/2.vcf") || sent.body.contains("/2.vcf<") { return HTTPResponse(500, to: sent) }
            let names = (0..<4).map { "\($0).vcf" }.filter { sent.body.contains("/\($0)<") }
            return .multistatus(names.map { Self.card($0, "N:A") }.joined(), to: sent)
        }
        let addresses = (0..<4).map { CardAddress(rawValue: "\($0).vcf") }
        let cards = try await CardDAVBook.stub(transport).cards(at: addresses)
        #expect(cards.map(\.address) == addresses)
        #expect(cards.map { $0.text.isEmpty } == [false, false, true, false])
    }

    @Test("A card that is read on the second attempt is not reported as broken")
    func temporaryFailure() async throws {
        let failures = Mutex(2)
        let transport = StubTransport { sent in
            if sent.request.method == .propfind { return .multistatus("", to: sent) }
            let fails = failures.withLock { count in
                count -= 1
                return count >= 0
            }
            if fails { return HTTPResponse(500, to: sent) }
            return HTTPResponse(200, "N:A", to: sent, fields: ["ETag": "\"1\""])
        }
        let cards = try await CardDAVBook.stub(transport).cards(at: ["a.vcf"])
        #expect(cards == [RemoteCard(address: "a.vcf", tag: ETag(rawValue: "\"1\""), text: Array("N:A".utf8))])
    }

    @Test("A missing card does not prevent reading the others if the server responds with 404 to the whole request")
    func missingRequest() async throws {
        let transport = StubTransport { sent in
            if sent.request.method == .propfind { return .multistatus("", to: sent) }
            if sent.line.contains("/2.vcf") || sent.body.contains("/2.vcf<") { return HTTPResponse(404, to: sent) }
            let names = (0..<4).map { "\($0).vcf" }.filter { sent.body.contains("/\($0)<") }
            return .multistatus(names.map { Self.card($0, "N:A") }.joined(), to: sent)
        }
        let cards = try await CardDAVBook.stub(transport).cards(at: ["0.vcf", "1.vcf", "2.vcf", "3.vcf"])
        #expect(cards.map(\.address) == ["0.vcf", "1.vcf", "3.vcf"])
    }

    @Test(
        "If the server itself fails or the address book is missing, the cards are not requested one by one",
        arguments: [(500, RemoteProblem.failed(status: 500)), (404, .missing)])
    func brokenServer(status: Int, problem: RemoteProblem) async throws {
        let transport = StubTransport { HTTPResponse(status, to: $0) }
        let addresses = (0..<100).map { CardAddress(rawValue: "\($0).vcf") }
        await #expect(throws: problem) { try await CardDAVBook.stub(transport).cards(at: addresses) }
        #expect(transport.sent.count == 2)
    }

    @Test("Without server support for reading several cards, the cards are requested one by one")
    func withoutReport() async throws {
        let transport = StubTransport { sent in
            sent.request.method == .get
                ? HTTPResponse(200, "N:A", to: sent, fields: ["ETag": "\"1\""]) : HTTPResponse(405, to: sent)
        }
        let cards = try await CardDAVBook.stub(transport).cards(at: ["a.vcf", "b.vcf"])
        #expect(cards.map(\.text) == [Array("N:A".utf8), Array("N:A".utf8)])
    }

    @Test("A broken connection is an error for the whole request")
    func disconnected() async throws {
        let problem = RemoteProblem.disconnected(wasSent: true, reason: "test")
        let transport = StubTransport { _ in throw problem }
        await #expect(throws: problem) { try await CardDAVBook.stub(transport).cards(at: ["a.vcf", "b.vcf"]) }
        #expect(Set(transport.lines) == ["REPORT /books/leia/"])
    }
}
