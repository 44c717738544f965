import Testing

@testable import Sync

@Suite("Web URL")
struct WebURLTests {
    @Test(
        "URLs are normalized",
        arguments: [
            ("https://Cloud.Example.org", "https://cloud.example.org/"),
            ("HTTPS://cloud.example.org:443/dav", "https://cloud.example.org/dav"),
            ("http://cloud.example.org:8080/a/../b/./c#part", "http://cloud.example.org:8080/b/c"),
            ("https://[::1]:5232/leia/", "https://[::1]:5232/leia/"),
            ("https://cloud.example.org/Größe?a=b c", "https://cloud.example.org/Gr%C3%B6%C3%9Fe?a=b%20c"),
            ("https://a.example:/x", "https://a.example/x"), ("http://a.example:443", "http://a.example:443/"),
            ("https://a.example:80/", "https://a.example:80/"), ("http://a.example:80/", "http://a.example/"),
            ("http://a.example:1/", "http://a.example:1/"), ("http://a.example:65535/", "http://a.example:65535/"),
            ("https://a.example/a/..", "https://a.example/"), ("https://a.example/a/.", "https://a.example/a/"),
            ("https://a.example/a/./b/../c", "https://a.example/a/c"), ("https://a.example//a", "https://a.example//a"),
            ("https://a.example?b=/../c", "https://a.example/?b=/../c"), ("https://a.example/?", "https://a.example/?"),
            ("https://a.example/a?b?c#d?e", "https://a.example/a?b?c"),
            ("https://[::FFFF:1.2.3.4]", "https://[::ffff:1.2.3.4]/"),
        ])
    func form(text: String, expected: String) throws {
        #expect(try #require(WebURL(text)).description == expected)
    }

    @Test(
        "Invalid URLs and URLs with other schemes are rejected",
        arguments: [
            "", "cloud.example.org", "ftp://example.org/", "https://", "https://example.org@evil.example/",
            "https://example.org:0/", "https://example.org:99999/", "https://exa mple.org/", "https://example.org\r\n/",
            "https://[::1/", "https://::1]/", "https://[::g]/", "https://a.example:65536/", "https://a.example:x/",
            "https://:443/", "httpx://a.example/", "//a.example/",
        ])
    func invalid(text: String) {
        #expect(WebURL(text) == nil)
    }

    @Test(
        "References are resolved as in RFC 3986",
        arguments: [
            ("a.vcf", "https://example.org/books/leia/a.vcf"),
            ("/other/a.vcf", "https://example.org/other/a.vcf"),
            ("../han/", "https://example.org/books/han/"),
            ("../../../../x", "https://example.org/x"),
            ("//dav.example.org/x", "https://dav.example.org/x"),
            ("http://dav.example.org:8080/x", "http://dav.example.org:8080/x"),
            ("?a=b", "https://example.org/books/leia/?a=b"),
            ("", "https://example.org/books/leia/"),
            (".", "https://example.org/books/leia/"), ("..", "https://example.org/books/"),
            ("#part", "https://example.org/books/leia/"), ("a#b?c", "https://example.org/books/leia/a"),
            ("a?b=c:d", "https://example.org/books/leia/a?b=c:d"), ("./a:b", "https://example.org/books/leia/a:b"),
            ("HTTP://dav.example.org", "http://dav.example.org/"),
        ])
    func references(reference: String, expected: String) throws {
        let base = try #require(WebURL("https://example.org/books/leia/"))
        #expect(base.resolving(reference)?.description == expected)
    }

    @Test(
        "A reference replaces the last part and the query of a URL",
        arguments: [
            ("b", "http://example.org/books/b"), ("", "http://example.org/books/leia?c"),
            ("?d", "http://example.org/books/leia?d"), ("/b", "http://example.org/b"),
            ("//dav.example.org", "http://dav.example.org/"), ("..", "http://example.org/"),
        ])
    func lastPart(reference: String, expected: String) throws {
        let base = try #require(WebURL("http://example.org/books/leia?c"))
        #expect(base.resolving(reference)?.description == expected)
        #expect(base.asFolder.description == "http://example.org/books/leia/?c")
        #expect(base.asFolder.asFolder == base.asFolder)
    }

    @Test(
        "The folder name of a URL is its decoded last part, or the host",
        arguments: [
            ("https://a.example/books/Padm%C3%A9/", "Padmé"), ("https://a.example/b", "b"),
            ("https://a.example/", "a.example"),
        ])
    func folderName(text: String, name: String) throws {
        #expect(try #require(WebURL(text)).folderName == name)
    }

    @Test(
        "A reference with another scheme is not resolved",
        arguments: ["mailto:leia@example.org", "javascript:alert(1)"])
    func otherSchemes(reference: String) throws {
        #expect(try #require(WebURL("https://example.org/")).resolving(reference) == nil)
    }
}
