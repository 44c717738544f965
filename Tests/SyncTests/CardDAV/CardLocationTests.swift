import Testing

@testable import Sync

@Suite("Card location")
struct CardLocationTests {
    @Test("Addresses that differ only in their Unicode normalization are different")
    func normalization() {
        let (composed, decomposed): (CardAddress, CardAddress) = ("Ren\u{E9}.vcf", "Rene\u{301}.vcf")
        #expect(composed != decomposed && !(composed == decomposed) && Optional(composed) != decomposed)
        #expect(Set([composed, decomposed]).count == 2 && [composed, decomposed].sorted() == [decomposed, composed])
    }

    private func location() throws -> CardLocation {
        CardLocation(collection: try #require(WebURL("https://example.org/books/leia%40home")))
    }

    @Test(
        "A card in the collection has one address, however the server writes its reference",
        arguments: [
            "/books/leia%40home/Han%20Solo.vcf", "/books/leia@home/Han%20Solo.vcf", "Han%20Solo.vcf", "Han Solo.vcf",
            "https://example.org/books/leia%40home/Han%20Solo.vcf", "http://127.0.0.1/books/leia@home/%48an%20Solo.vcf",
            "//example.org/books//leia@home/./Han%20Solo.vcf",
        ])
    func oneAddress(reference: String) throws {
        #expect(try location().address(of: reference) == "Han Solo.vcf")
    }

    @Test(
        "An address is converted to the URL of its card",
        arguments: [
            ("Han Solo.vcf", "https://example.org/books/leia%40home/Han%20Solo.vcf"),
            ("Padmé.vcf", "https://example.org/books/leia%40home/Padm%C3%A9.vcf"),
            ("a?b#c%2F.vcf", "https://example.org/books/leia%40home/a%3Fb%23c%252F.vcf"),
            ("/shared/a.vcf", "https://example.org/shared/a.vcf"),
        ])
    func urls(address: String, expected: String) throws {
        #expect(try location().url(of: CardAddress(rawValue: address)).description == expected)
    }

    @Test(
        "Every address round-trips through its URL",
        arguments: [
            "/books/leia%40home/a%2Fb.vcf", "/books/leia%40home/%FF.vcf", "/shared/caf%C3%A9.vcf", "%252F.vcf",
            "a+b.vcf",
            "urn%3Auuid%3A1", "/books/leia%40home/sub/a.vcf",
        ])
    func roundTrip(reference: String) throws {
        let location = try location()
        let address = try #require(location.address(of: reference))
        #expect(location.address(of: location.path(of: address)) == address)
        #expect(location.address(of: location.url(of: address).description) == address)
    }

    @Test(
        "The collection and paths outside it are not cards of the collection",
        arguments: ["/books/leia%40home/", "/books/leia@home", "", "/", "%2E%2E"])
    func collection(reference: String) throws {
        let address = try location().address(of: reference)
        #expect(address == nil || address?.rawValue.hasPrefix("/") == true)
        #expect(address?.rawValue != "..")
    }
}
