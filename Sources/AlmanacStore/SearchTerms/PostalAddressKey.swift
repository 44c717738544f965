import Model
import Text

/// A postal address for comparison.
struct PostalAddressKey: Hashable, Sendable {
    /// The street as entered.
    let name: String
    /// The words of the street in alphabetical order, with common words abbreviated.
    let street: String
    private let locality: String
    private let postalCode: String

    /// Creates the key of an address, or returns `nil` unless it has a street with a number.
    init?(_ address: PostalAddress) {
        let words = Folding.words(of: address.street)
        guard words.count > 1, words.contains(where: { $0.utf8.contains { 0x30...0x39 ~= $0 } }) else { return nil }
        name = address.street.trimmed
        street = String(words.map(Self.abbreviated).sorted().joined(separator: " ").prefix(80))
        locality = Folding.words(of: address.locality).joined()
        postalCode = Folding.words(of: address.postalCode).joined()
    }

    /// Returns whether two addresses are the same. Either may lack the postal code or the locality.
    func isSame(as other: PostalAddressKey) -> Bool {
        guard street == other.street else { return false }
        if !postalCode.isEmpty, !other.postalCode.isEmpty { return postalCode == other.postalCode }
        return locality.isEmpty || other.locality.isEmpty || locality == other.locality
    }

    private static func abbreviated(_ word: String) -> String {
        if let short = abbreviations[word] { return short }
        return word.hasSuffix("strasse") ? String(word.dropLast(4)) : word
    }

    private static let abbreviations = [
        "street": "st", "strasse": "str", "avenue": "ave", "av": "ave", "road": "rd", "boulevard": "blvd",
        "drive": "dr",
        "lane": "ln", "square": "sq", "place": "pl", "platz": "pl", "court": "ct",
    ]
}

/// Functions that return the keys of web addresses and of messenger names for comparison.
enum WebsiteKey {
    /// Returns a web address without the scheme, “www.”, the query, and a final slash, or `nil` if nothing is left.
    static func of(_ url: String) -> String? {
        var address = Substring(Folding.fold(url.trimmed).prefix(200))
        if let scheme = address.firstRange(of: "://") { address = address[scheme.upperBound...] }
        if address.hasPrefix("www.") { address.removeFirst(4) }
        address = address.prefix { $0 != "?" && $0 != "#" }
        while address.last == "/" { address.removeLast() }
        return address.contains(".") ? String(address) : nil
    }

    /// Returns the name of a messenger account without its scheme and `@`, or `nil` if it has fewer than four characters.
    static func ofMessenger(_ text: String) -> String? {
        var name = Substring(Folding.fold(text.trimmed).prefix(100))
        if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
        name = name.drop { $0 == "/" || $0 == "@" }
        return name.count < 4 ? nil : String(name)
    }
}
