/// A postal address (RFC 6350 §6.3.1, without the deprecated components).
public struct PostalAddress: Hashable, Sendable, CustomStringConvertible {
    public var street = ""
    public var locality = ""
    public var region = ""
    public var postalCode = ""
    public var country = ""

    public init(
        street: String = "", locality: String = "", region: String = "", postalCode: String = "", country: String = ""
    ) {
        self.street = street
        self.locality = locality
        self.region = region
        self.postalCode = postalCode
        self.country = country
    }

    /// Creates an address from `street; locality; region; postal code; country`. In each component, `\;` is a semicolon
    /// and `\\` is a backslash.
    public init?(_ text: String) {
        let parts = Self.components(of: text)
        guard parts.count <= 5 else { return nil }
        let trimmed = parts.map(\.trimmed) + Array(repeating: "", count: 5 - parts.count)
        self.init(
            street: trimmed[0], locality: trimmed[1], region: trimmed[2], postalCode: trimmed[3], country: trimmed[4])
    }

    /// Returns the components that are separated by semicolons.
    static func components(of text: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            switch character {
            case _ where isEscaped:
                parts[parts.count - 1].append(character)
                isEscaped = false
            case "\\": isEscaped = true
            case ";": parts.append("")
            default: parts[parts.count - 1].append(character)
            }
        }
        if isEscaped { parts[parts.count - 1].append("\\") }
        return parts
    }

    /// The address in the format that the initializer parses, without trailing empty components.
    public var description: String {
        var parts = components
        while parts.last == "" { parts.removeLast() }
        return Self.text(of: parts)
    }

    /// The address in the format that the initializer parses, with all components.
    public var fullDescription: String { Self.text(of: components) }

    private var components: [String] { [street, locality, region, postalCode, country] }

    private static func text(of components: [String]) -> String {
        components.map { part in
            part.reduce(into: "") { text, character in
                if character == ";" || character == "\\" { text.append("\\") }
                text.append(character)
            }
        }.joined(separator: "; ")
    }
}

extension StringProtocol {
    /// The text without leading and trailing whitespace.
    public var trimmed: String {
        // Fast path: avoids Unicode lookups for text that is already trimmed.
        if let first = first?.asciiValue, let last = last?.asciiValue, first > 0x20, last > 0x20 { return String(self) }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
