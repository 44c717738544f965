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

    @Test("Changes are read from the responses of servers", arguments: ServerSample.all)
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
        "Documents other than a WebDAV multistatus are rejected",
        arguments: ["<html/>", "<multistatus/>", "<error xmlns='DAV:'/>"])
    func otherDocuments(document: String) {
        #expect(throws: RemoteProblem.self) { try Multistatus(Array(document.utf8)) }
    }

    @Test(
        "ETags are normalized",
        arguments: [("\"a\"", "\"a\""), ("a", "\"a\""), ("W/\"a\"", "W/\"a\""), ("", nil), ("\"a\"\nX: y", nil)])
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
