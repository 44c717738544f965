import Interchange

/// The mapping between the addresses of the cards of a collection and their URLs.
///
/// A card directly in the collection has its decoded file name as its address, whether the server writes a relative,
/// absolute, or differently encoded reference. Any other card has its normalized path, which begins with a slash.
struct CardLocation: Hashable, Sendable {
    let collection: WebURL

    init(collection: WebURL) { self.collection = collection.asFolder }

    /// Returns the address for a reference, or `nil` if it is the collection or not a path.
    func address(of reference: String) -> CardAddress? {
        // Servers behind a proxy may write another host. All requests are sent to the host of the collection.
        guard let url = collection.resolving(reference) else { return nil }
        let (path, folder) = (Self.segments(url.path), Self.segments(collection.path))
        if path.isEmpty || path == folder { return nil }
        if path.dropLast() == folder[...], let name = path.last.flatMap({ String(validating: $0, as: UTF8.self) }),
            !name.utf8.contains(UInt8(ascii: "/")), ![".", ".."].contains(name)
        {
            return CardAddress(rawValue: name)
        }
        return CardAddress(rawValue: Self.normalized(path))
    }

    func url(of address: CardAddress) -> WebURL {
        WebURL(origin: collection.origin, path: path(of: address), query: collection.query)
    }

    /// Returns the percent-encoded absolute path.
    func path(of address: CardAddress) -> String {
        let isPath = address.rawValue.hasPrefix("/")
        return isPath ? address.rawValue : collection.path + Self.encoded(Array(address.rawValue.utf8))
    }

    /// Returns the decoded segments of a path, without a final slash.
    private static func segments(_ path: String) -> [[UInt8]] {
        path.split(separator: "/").map(\.percentDecodedBytes)
    }

    private static func normalized(_ path: [[UInt8]]) -> String { path.map { "/" + encoded($0) }.joined() }

    private static func encoded(_ segment: [UInt8]) -> String { segment.percentEncoded(keeping: "-._~") }
}

extension WebURL {
    /// The decoded last part of the path.
    var folderName: String {
        path.split(separator: "/").last.map { String(decoding: $0.percentDecodedBytes, as: UTF8.self) } ?? origin.host
    }
}
