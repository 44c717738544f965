import Testing

@testable import Navigation

@Suite("Web addresses")
struct WebAddressTests {
    @Test(arguments: [
        ("https://swapi.info/planets/2", "https://swapi.info/planets/2"),
        ("HTTP://Slate.Example", "http://Slate.Example"),
        ("www.slate.example/?q=1", "https://www.slate.example/?q=1"),
        ("WWW.slate.example", "https://WWW.slate.example"),
        ("https://münchen.example/ü", "https://m%C3%BCnchen.example/%C3%BC"),
    ])
    func `http, https, and www addresses are normalized to ASCII with a scheme`(text: String, address: String) {
        #expect(WebAddress(text)?.description == address)
    }

    @Test(arguments: [
        "", "slate.example", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "-https://slate.example",
        "https:slate.example", "https://slate.example/a b", "https://slate.example/\n", "https://slate.example/\u{7F}",
        "http\u{301}://slate.example", "https://" + String(repeating: "a", count: 2048),
    ])
    func `Invalid web addresses and other schemes are rejected`(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
