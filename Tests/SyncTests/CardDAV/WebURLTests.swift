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
        ])
    func form(text: String, expected: String) throws {
        #expect(try #require(WebURL(text)).description == expected)
    }

    @Test(
        "Invalid URLs and URLs with other schemes are rejected",
        arguments: [
            "", "cloud.example.org", "ftp://example.org/", "https://", "https://example.org@evil.example/",
            "https://example.org:0/", "https://example.org:99999/", "https://exa mple.org/", "https://example.org\r\n/",
            "https://[::1/",
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
            (".", "https://example.org/books/leia/"),
        ])
    func references(reference: String, expected: String) throws {
        let base = try #require(WebURL("https://example.org/books/leia/"))
        #expect(base.resolving(reference)?.description == expected)
    }

    @Test(
        "A reference with another scheme is not resolved",
        arguments: ["mailto:leia@example.org", "javascript:alert(1)"])
    func otherSchemes(reference: String) throws {
        #expect(try #require(WebURL("https://example.org/")).resolving(reference) == nil)
    }
}
