@testable import Sync

/// Checks of properties that must hold for any response of a server.
///
/// The tests and libFuzzer (`Tests/Fuzzing/fuzz`) run these checks.
enum MultistatusProperties {
    struct Violation: Error {
        let property: String
    }

    static func check(_ bytes: [UInt8]) throws {
        let location = CardLocation(
            collection: WebURL(origin: Origin(isSecure: true, host: "example.org"), path: "/books/leia"))
        guard let multistatus = try? Multistatus(bytes) else { return }
        for response in multistatus.responses {
            try check(response, in: location)
            let text = Array("<t>\(response.reference.xmlEscaped)</t>".utf8)
            try require(try XMLReader.root(of: text).trimmedText == response.reference, "escaped text stays the same")
        }
    }

    private static func check(_ response: DAVResponse, in location: CardLocation) throws {
        _ = (response.isCard, response.isMissing, BookCapabilities(response))
        if let tag = response.tag {
            try require(ETag(httpText: tag.rawValue) == tag, "an ETag has one form")
        }
        guard let address = location.address(of: response.reference) else { return }
        let url = location.url(of: address)
        try require(url.origin == location.collection.origin, "a card is on the server of its collection")
        try require(WebURL(url.description) == url, "a URL is read as it is written")
        try require(location.address(of: url.description) == address, "the URL of a card leads back to its address")
    }

    private static func require(_ holds: Bool, _ property: String) throws {
        guard holds else { throw Violation(property: property) }
    }
}
