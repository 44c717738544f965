import Testing

@testable import Sync

@Suite("XML reader")
struct XMLReaderTests {
    @Test("Names are read with their namespace, regardless of the prefix")
    func namespaces() throws {
        let texts = [
            "<multistatus xmlns='DAV:'><response/></multistatus>",
            "<D:multistatus xmlns:D='DAV:'><D:response/></D:multistatus>",
            "<a:multistatus xmlns:a='DAV:' xmlns:b='DAV:'><b:response/></a:multistatus>",
        ]
        for text in texts {
            let root = try XMLReader.root(of: Array(text.utf8))
            #expect(root.name == .multistatus)
            #expect(root.children.map(\.name) == [.response])
        }
    }

    @Test("Every character of text is preserved")
    func text() throws {
        let document = "<a>\n  <b> x &amp; &lt;y&gt; <![CDATA[<z>&]]>&#13;\r\n\u{1F600} </b>\n</a>"
        let root = try XMLReader.root(of: Array(document.utf8))
        #expect(root.children.first?.text == Array(" x & <y> <z>&\r\n\u{1F600} ".utf8))
        #expect(root.children.first?.trimmedText == "x & <y> <z>&\r\n\u{1F600}")
        #expect(root.trimmedText == nil)
    }

    @Test("Attributes are read")
    func attributes() throws {
        let root = try XMLReader.root(of: Array(#"<a version="4.0" content-type='text/vcard'/>"#.utf8))
        #expect(root.attributes == ["version": "4.0", "content-type": "text/vcard"])
    }

    @Test(
        "Documents that could expand or load entities are rejected",
        arguments: [
            #"<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#,
            #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#,
            #"<!DOCTYPE a SYSTEM "http://evil.example/a.dtd"><a/>"#,
            #"<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]><a>&d;</a>"#,
        ])
    func entities(document: String) {
        #expect {
            try XMLReader.root(of: Array(document.utf8))
        } throws: { error in
            guard case RemoteProblem.invalidResponse(let reason) = error else { return false }
            return reason.contains("document type declaration")
        }
    }

    @Test(
        "Documents that are not well-formed are rejected",
        arguments: ["", "<a>", "<a></b>", "text", "<a>&x;</a>", "<a/><b/>", "<p:a/>"])
    func malformed(document: String) {
        #expect(throws: RemoteProblem.self) { try XMLReader.root(of: Array(document.utf8)) }
    }

    @Test("Invalid UTF-8 and control characters that XML does not allow are rejected")
    func controlCharacters() {
        #expect(throws: RemoteProblem.self) { try XMLReader.root(of: Array("<a>\u{B}</a>".utf8)) }
        #expect(throws: RemoteProblem.self) { try XMLReader.root(of: Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) }
    }

    @Test("Deeply nested documents are rejected")
    func depth() {
        let text = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(throws: RemoteProblem.self) { try XMLReader.root(of: Array(text.utf8)) }
    }

    @Test("Elements may be nested up to 64 levels deep", arguments: [(64, true), (65, false)])
    func nesting(depth: Int, isAccepted: Bool) throws {
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let problem = RemoteProblem.invalidResponse(reason: "line 1 of the XML: too many nested elements")
        if isAccepted {
            #expect(try XMLReader.root(of: Array(text.utf8)).children.count == 1)
        } else {
            #expect(throws: problem) { try XMLReader.root(of: Array(text.utf8)) }
        }
    }

    @Test(
        "The message for an error states the line number",
        arguments: [
            ("<a>\n</b>", "line 2 of the XML: mismatched tag"),
            ("<a/>\n\n<b/>", "line 3 of the XML: junk after document element"),
            ("<!DOCTYPE a><a/>", "line 1 of the XML: a document type declaration is not accepted"),
        ])
    func lines(document: String, reason: String) {
        #expect(throws: RemoteProblem.invalidResponse(reason: reason)) { try XMLReader.root(of: Array(document.utf8)) }
    }

    @Test("Children are found by name and in order")
    func children() throws {
        let text = "<a xmlns:d='DAV:'><d:href>1</d:href><href>2</href><d:href>3</d:href></a>"
        let root = try XMLReader.root(of: Array(text.utf8))
        #expect(root.name == XMLName(namespace: "", local: "a") && root.children.count == 3)
        #expect(root[.href]?.trimmedText == "1" && root.all(.href).map(\.trimmedText) == ["1", "3"])
        #expect(root[.status] == nil && root.all(.status).isEmpty)
        #expect(root.containsElement(.href) && !root.containsElement(.status))
    }

    @Test(
        "Documents whose elements need too much memory are rejected",
        arguments: ["<b/>", "<b c='\(String(repeating: "d", count: 1_000))'/>", "<b x:c=''/>"])
    func size(element: String) throws {
        let namespace = String(repeating: "n", count: 1_000)
        let start = "<a xmlns='\(namespace)' xmlns:x='x\(namespace)'>"
        _ = try XMLReader.root(of: Array("\(start)\(element)</a>".utf8), sizeLimit: 10_000)
        #expect {
            let text = "\(start)\(String(repeating: element, count: 10))</a>"
            return try XMLReader.root(of: Array(text.utf8), sizeLimit: 10_000)
        } throws: { error in
            guard case RemoteProblem.invalidResponse(let reason) = error else { return false }
            return reason.contains("too many elements")
        }
    }

    @Test("Escaped text round-trips")
    func escaping() throws {
        let text = #"<a href="x">&amp; 'y'</a>"#
        let root = try XMLReader.root(of: Array("<t>\(text.xmlEscaped)</t>".utf8))
        #expect(String(decoding: root.text, as: UTF8.self) == text)
    }
}
