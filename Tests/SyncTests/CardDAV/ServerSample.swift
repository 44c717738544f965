import Testing

/// A response to a request for changes in the form of a known server, written from its public documentation and source.
struct ServerSample: Sendable, CustomTestStringConvertible {
    let server: String
    let collection: String
    let changes: String
    let token: String?
    let present: [String: String]
    let removed: Set<String>

    var testDescription: String { server }

    static let all = [nextcloud, iCloud, fastmail, google, radicale, xandikos, baikal, sogo]

    private static let nextcloud = ServerSample(
        server: "Nextcloud", collection: "https://cloud.example.org/remote.php/dav/addressbooks/users/leia/contacts/",
        changes: """
            <?xml version="1.0"?>
            <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:card="urn:ietf:params:xml:ns:carddav" \
            xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:response><d:href>/remote.php/dav/\
            addressbooks/users/leia/contacts/7C6A6A5C-0001.vcf</d:href><d:propstat><d:prop><d:getetag>&quot;\
            2e5ad0e8d0ee&quot;</d:getetag><d:getcontenttype>text/vcard; charset=utf-8</d:getcontenttype><d:resourcetype/>\
            </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response><d:response><d:href>/remote.php/dav/\
            addressbooks/users/leia/contacts/old.vcf</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>\
            <d:sync-token>http://sabre.io/ns/sync/42</d:sync-token></d:multistatus>
            """,
        token: "http://sabre.io/ns/sync/42", present: ["7C6A6A5C-0001.vcf": "\"2e5ad0e8d0ee\""], removed: ["old.vcf"])

    private static let iCloud = ServerSample(
        server: "iCloud", collection: "https://p42-contacts.icloud.com:443/1234567890/carddavhome/card/",
        changes: """
            <?xml version='1.0' encoding='UTF-8'?>
            <multistatus xmlns='DAV:'>
              <response>
                <href>/1234567890/carddavhome/card/</href>
                <propstat><prop><getetag xmlns='DAV:'>"-1"</getetag><resourcetype><collection/>
                <addressbook xmlns='urn:ietf:params:xml:ns:carddav'/></resourcetype></prop>
                <status>HTTP/1.1 200 OK</status></propstat>
              </response>
              <response>
                <href>/1234567890/carddavhome/card/NTg0NUE1QjQt.vcf</href>
                <propstat><prop><getetag xmlns='DAV:'>"C=31@U=aab7d1c2"</getetag></prop>
                <status>HTTP/1.1 200 OK</status></propstat>
                <propstat><prop><resourcetype/></prop><status>HTTP/1.1 404 Not Found</status></propstat>
              </response>
              <sync-token>HwoQEgwAAAZ6dGVzdAABAAAYARgAIhUIjMXS</sync-token>
            </multistatus>
            """,
        token: "HwoQEgwAAAZ6dGVzdAABAAAYARgAIhUIjMXS", present: ["NTg0NUE1QjQt.vcf": "\"C=31@U=aab7d1c2\""], removed: []
    )

    private static let fastmail = ServerSample(
        server: "Fastmail", collection: "https://carddav.fastmail.com/dav/addressbooks/user/leia@fastmail.com/Default/",
        changes: """
            <?xml version="1.0" encoding="utf-8"?>
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">
              <D:response>
                <D:href>/dav/addressbooks/user/leia@fastmail.com/Default/6a1d0b6e-1f4b.vcf</D:href>
                <D:propstat><D:status>HTTP/1.1 200 OK</D:status><D:prop><D:getetag>"b0ac7a5ee3d3"</D:getetag>
                <D:getcontenttype>text/vcard; charset=utf-8</D:getcontenttype><D:resourcetype/></D:prop></D:propstat>
              </D:response>
              <D:response>
                <D:href>/dav/addressbooks/user/leia%40fastmail.com/Default/gone.vcf</D:href>
                <D:status>HTTP/1.1 404 Not Found</D:status>
              </D:response>
              <D:sync-token>https://fastmail.com/ns/sync/1529474285-17</D:sync-token>
            </D:multistatus>
            """,
        token: "https://fastmail.com/ns/sync/1529474285-17", present: ["6a1d0b6e-1f4b.vcf": "\"b0ac7a5ee3d3\""],
        removed: ["gone.vcf"])

    private static let google = ServerSample(
        server: "Google", collection: "https://www.googleapis.com/carddav/v1/principals/leia@gmail.com/lists/default/",
        changes: """
            <?xml version="1.0" encoding="UTF-8"?>
            <d:multistatus xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:card="urn:ietf:params:xml:ns:carddav" \
            xmlns:d="DAV:"><d:response><d:href>/carddav/v1/principals/leia%40gmail.com/lists/default/3f5b1c0a</d:href>\
            <d:propstat><d:status>HTTP/1.1 200 OK</d:status><d:prop><d:getetag>"2024-05-11T10:00:00.000-07:00"</d:getetag>\
            <d:getcontenttype>text/vcard</d:getcontenttype></d:prop></d:propstat></d:response><d:response><d:href>\
            /carddav/v1/principals/leia%40gmail.com/lists/default/0c55</d:href><d:status>HTTP/1.1 404 Not Found</d:status>\
            </d:response><d:sync-token>https://www.googleapis.com/carddav/v1/synctoken/CAEQAQ==</d:sync-token>\
            </d:multistatus>
            """,
        token: "https://www.googleapis.com/carddav/v1/synctoken/CAEQAQ==",
        present: ["3f5b1c0a": "\"2024-05-11T10:00:00.000-07:00\""], removed: ["0c55"])

    private static let radicale = ServerSample(
        server: "Radicale", collection: "http://127.0.0.1:5232/leia/contacts/",
        changes: """
            <?xml version='1.0' encoding='utf-8'?>
            <multistatus xmlns="DAV:"><sync-token>http://radicale.org/ns/sync/d3b0</sync-token><response><href>\
            /leia/contacts/Padm%C3%A9.vcf</href><propstat><prop><getetag>"9f86d081"</getetag><getcontenttype>text/vcard;\
            charset=utf-8</getcontenttype></prop><status>HTTP/1.1 200 OK</status></propstat><propstat><prop>\
            <resourcetype /></prop><status>HTTP/1.1 404 Not Found</status></propstat></response><response><href>\
            /leia/contacts/b.vcf</href><status>HTTP/1.1 404 Not Found</status></response></multistatus>
            """,
        token: "http://radicale.org/ns/sync/d3b0", present: ["Padmé.vcf": "\"9f86d081\""], removed: ["b.vcf"])

    private static let xandikos = ServerSample(
        server: "Xandikos", collection: "http://127.0.0.1:8080/user/contacts/addressbook/",
        changes: """
            <ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>/user/contacts/addressbook/a.vcf</ns0:href>\
            <ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:getetag>"0123abcd"</ns0:getetag>\
            </ns0:prop></ns0:propstat></ns0:response><ns0:response><ns0:href>/user/contacts/addressbook/c.vcf</ns0:href>\
            <ns0:status>HTTP/1.1 404 Not Found</ns0:status></ns0:response><ns0:sync-token>5f0f2c</ns0:sync-token>\
            </ns0:multistatus>
            """,
        token: "5f0f2c", present: ["a.vcf": "\"0123abcd\""], removed: ["c.vcf"])

    private static let baikal = ServerSample(
        server: "Baikal", collection: "https://dav.example.org/dav.php/addressbooks/leia/default/",
        changes: """
            <?xml version="1.0"?>
            <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:cal="urn:ietf:params:xml:ns:caldav" \
            xmlns:cs="http://calendarserver.org/ns/" xmlns:card="urn:ietf:params:xml:ns:carddav">
             <d:response>
              <d:href>/dav.php/addressbooks/leia/default/a%20b.vcf</d:href>
              <d:propstat><d:prop><d:getetag>&quot;c4ca4238&quot;</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
            </d:propstat>
             </d:response>
             <d:sync-token>http://sabre.io/ns/sync/7</d:sync-token>
            </d:multistatus>
            """,
        token: "http://sabre.io/ns/sync/7", present: ["a b.vcf": "\"c4ca4238\""], removed: [])

    private static let sogo = ServerSample(
        server: "SOGo", collection: "https://sogo.example.org/SOGo/dav/leia/Contacts/personal/",
        changes: """
            <?xml version="1.0" encoding="utf-8"?>
            <D:multistatus xmlns:D="DAV:" xmlns:n1="urn:ietf:params:xml:ns:carddav"><D:response><D:href>\
            /SOGo/dav/leia/Contacts/personal/1A-5F.vcf</D:href><D:propstat><D:prop><D:getetag>gcs00000003</D:getetag>\
            <D:getcontenttype>text/x-vcard</D:getcontenttype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>\
            </D:response><D:response><D:href>/SOGo/dav/leia/Contacts/personal/list.vlf</D:href><D:propstat><D:prop>\
            <D:getetag>gcs00000001</D:getetag><D:getcontenttype>text/x-vlist</D:getcontenttype></D:prop><D:status>\
            HTTP/1.1 200 OK</D:status></D:propstat></D:response><D:sync-token>1432</D:sync-token></D:multistatus>
            """,
        token: "1432", present: ["1A-5F.vcf": "\"gcs00000003\""], removed: [])
}
