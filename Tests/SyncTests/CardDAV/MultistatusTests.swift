import Testing

@testable import Sync

@Suite("Multistatus")
struct MultistatusTests {
    /// The relevant parts of a response to a request for changes.
    private struct Summary: Hashable {
        var present: [String: String] = [:]
        var removed: Set<String> = []
    }

    private func summary(_ sample: ServerSample) throws -> Summary {
        let location = CardLocation(collection: try #require(WebURL(sample.collection)))
        var summary = Summary()
        for response in try Multistatus(Array(sample.changes.utf8)).responses {
            guard let address = location.address(of: response.reference)?.rawValue else { continue }
            if response.isMissing {
                summary.removed.insert(address)
            } else if response.isCard {
                summary.present[address] = response.tag?.rawValue ?? ""
            }
        }
        return summary
    }

    @Test("Changes are read from server responses", arguments: ServerSample.all)
    func changes(sample: ServerSample) throws {
        let summary = try summary(sample)
        #expect(summary.present == sample.present)
        #expect(summary.removed == sample.removed)
        #expect(try Multistatus(Array(sample.changes.utf8)).syncToken == sample.token)
    }

    @Test("Properties with an error status are not read")
    func failedProperties() throws {
        let multistatus = try Multistatus(
            Array(
                """
                <multistatus xmlns="DAV:"><response><href>/a/</href>
                <propstat><prop><displayname>Name</displayname></prop><status>HTTP/1.1 200 OK</status></propstat>
                <propstat><prop><getetag/></prop><status>HTTP/1.1 404 Not Found</status></propstat>
                </response></multistatus>
                """.utf8))
        let response = try #require(multistatus.responses.first)
        #expect(response.properties.keys.map(\.local) == ["displayname"])
        #expect(response.tag == nil)
    }

    @Test("A response with several references applies to each of them")
    func severalReferences() throws {
        let multistatus = try Multistatus(
            Array(
                """
                <multistatus xmlns="DAV:"><response><href>/a</href><href>/b</href>
                <status>HTTP/1.1 404 Not Found</status></response></multistatus>
                """.utf8))
        #expect(multistatus.responses.map(\.reference) == ["/a", "/b"])
        #expect(multistatus.responses.allSatisfy { $0.isMissing })
    }

    @Test("A vCard file is a card, even if the server does not know its type")
    func unknownType() throws {
        let multistatus = try Multistatus(
            Array(
                """
                <multistatus xmlns="DAV:"><response><href>/a.VCF</href><propstat><prop>
                <getcontenttype>application/octet-stream</getcontenttype></prop><status>HTTP/1.1 200 OK</status>
                </propstat></response></multistatus>
                """.utf8))
        #expect(multistatus.responses.map(\.isCard) == [true])
    }

    @Test(
        "A status line determines whether a resource is missing and whether it has an error",
        arguments: [
            ("HTTP/1.1 200 OK", false, false), ("HTTP/1.1 199 X", false, true), ("HTTP/2 299", false, false),
            ("HTTP/1.1 300 X", false, true), ("HTTP/1.1 403 Forbidden", false, true), ("HTTP/1.1 404", true, true),
            (" HTTP/1.1  410  Gone ", true, true), ("HTTP/1.1 409 Conflict", false, true),
            ("HTTP/1.1 411 X", false, true), ("404 Not Found", false, false), ("HTTP/1.1", false, false),
            ("HTTP/1.1 Gone 410", false, false), ("", false, false),
        ])
    func statuses(line: String, isMissing: Bool, isFailed: Bool) throws {
        let text = """
            <multistatus xmlns="DAV:"><response><href> /a </href><status>\(line)</status></response></multistatus>
            """
        let response = try #require(try Multistatus(Array(text.utf8)).responses.first)
        #expect(response.reference == "/a")
        #expect(response.isMissing == isMissing && response.isFailed == isFailed)
    }

    @Test("Properties without a status are read, and a response without a reference is not")
    func incompleteResponses() throws {
        let text = """
            <multistatus xmlns="DAV:"><response><propstat><prop><getetag>"0"</getetag></prop></propstat></response>
            <response><href>/a/</href><propstat><prop><getcontentlength> 12 </getcontentlength>
            <current-user-principal><href> /b/ </href></current-user-principal></prop></propstat>
            <propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 299 OK</status></propstat>
            <propstat><prop><getetag>"2"</getetag></prop><status>HTTP/1.1 300 No</status></propstat></response>
            <sync-token> t </sync-token></multistatus>
            """
        let multistatus = try Multistatus(Array(text.utf8))
        #expect(multistatus.syncToken == "t")
        let response = try #require(multistatus.responses.first)
        #expect(multistatus.responses.count == 1 && !response.isCard && response.status == nil)
        #expect(response.contentLength == 12 && response.tag?.rawValue == "\"1\"")
        #expect(response.reference(in: .currentUserPrincipal) == "/b/" && response.reference(in: .etag) == nil)
    }

    @Test(
        "Documents other than a WebDAV multistatus are rejected",
        arguments: ["<html/>", "<multistatus/>", "<error xmlns='DAV:'/>"])
    func otherDocuments(document: String) {
        #expect(throws: RemoteProblem.self) { try Multistatus(Array(document.utf8)) }
    }

    @Test(
        "ETags are normalized",
        arguments: [
            ("\"a\"", "\"a\""), ("a", "\"a\""), ("W/\"a\"", "W/\"a\""), ("", nil), ("\"a\"\nX: y", nil),
            ("a b", "\"a b\""), ("\u{1F}", nil), ("\u{7F}", nil), ("~", "\"~\""), ("é", "\"é\""),
        ])
    func tags(text: String, expected: String?) {
        #expect(ETag(httpText: text)?.rawValue == expected)
    }

    @Test(
        "Collections and files of other types are not cards",
        arguments: [
            ("<resourcetype><collection/></resourcetype>", false), ("<resourcetype/>", true), ("", true),
            ("<getcontenttype>text/vcard; charset=utf-8</getcontenttype>", true),
            ("<getcontenttype>text/x-vcard</getcontenttype>", true),
            ("<getcontenttype>text/calendar</getcontenttype>", false),
            ("<getcontenttype> Text/Directory;profile=vCard </getcontenttype>", true),
            ("<getcontenttype>text/directory</getcontenttype>", true), ("<getcontenttype/>", true),
        ])
    func cards(property: String, isCard: Bool) throws {
        let multistatus = try Multistatus(
            Array(
                """
                <multistatus xmlns="DAV:"><response><href>/a</href><propstat><prop>\(property)</prop>
                <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
                """.utf8))
        #expect(multistatus.responses.map(\.isCard) == [isCard])
    }
}
