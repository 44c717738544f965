/// The bodies of WebDAV requests.
enum DAVRequestBody {
    /// A request for properties (RFC 4918 section 9.1).
    static func properties(_ names: [XMLName]) -> [UInt8] {
        document("D:propfind", "<D:prop>\(elements(names))</D:prop>")
    }

    /// A request for the changes since a token, or for all members if the token is empty (RFC 6578 section 3.2).
    static func changes(since token: String, _ names: [XMLName]) -> [UInt8] {
        document(
            "D:sync-collection",
            """
            <D:sync-token>\(token.xmlEscaped)</D:sync-token><D:sync-level>1</D:sync-level>\
            <D:prop>\(elements(names))</D:prop>
            """)
    }

    /// A request for cards (RFC 6352 section 8.7). A server may convert cards to the version, or to 3.0 by default.
    static func cards(at references: [String], asVersion4: Bool) -> [UInt8] {
        let format = asVersion4 ? #" content-type="text/vcard" version="4.0""# : ""
        return document(
            "C:addressbook-multiget",
            """
            <D:prop><D:getetag/><D:getcontentlength/><C:address-data\(format)/></D:prop>\
            \(references.map { "<D:href>\($0.xmlEscaped)</D:href>" }.joined())
            """)
    }

    private static func elements(_ names: [XMLName]) -> String {
        names.map { #"<\#($0.local) xmlns="\#($0.namespace.xmlEscaped)"/>"# }.joined()
    }

    private static func document(_ name: String, _ content: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <\(name) xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">\(content)</\(name)>

            """.utf8)
    }
}
