import Localization

/// A postal address (RFC 6350 section 6.3.1, without the deprecated components).
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
    /// and `\\` is a backslash. Returns `nil` for more than five components.
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
    /// The text without leading or trailing whitespace.
    public var trimmed: String {
        // Fast path: avoids Unicode lookups for text that is already trimmed.
        let scalars = unicodeScalars
        if let first = scalars.first, let last = scalars.last, "!"..."~" ~= first, "!"..."~" ~= last {
            return String(self)
        }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}

extension PostalAddress {
    /// A part of an address, as named in assignments such as `address.home.city=Berlin`, filters, and column mappings.
    public enum Part: String, Hashable, Codable, Sendable, CaseIterable {
        case street, city, region, postalCode, country

        /// Creates a part from one of its names, ignoring case, spaces, and underscores.
        public init?(word: some StringProtocol) {
            let name = word.lowercased().filter { $0 != " " && $0 != "_" }
            guard let part = Part.allCases.first(where: { $0.names.contains(name) }) else { return nil }
            self = part
        }

        /// The names in lowercase.
        var names: [String] {
            switch self {
            case .street: ["street"]
            case .city: ["city", "locality"]
            case .region: ["region", "state"]
            case .postalCode: ["postalcode", "zip", "postcode"]
            case .country: ["country"]
            }
        }

        public var title: Title {
            switch self {
            case .street: "Street"
            case .city: "City"
            case .region: "Region"
            case .postalCode: "Postal code"
            case .country: "Country"
            }
        }
    }

    public subscript(part: Part) -> String {
        get {
            switch part {
            case .street: street
            case .city: locality
            case .region: region
            case .postalCode: postalCode
            case .country: country
            }
        }
        set {
            switch part {
            case .street: street = newValue
            case .city: locality = newValue
            case .region: region = newValue
            case .postalCode: postalCode = newValue
            case .country: country = newValue
            }
        }
    }

    var isEmpty: Bool { Part.allCases.allSatisfy { self[$0].isEmpty } }

    /// A key that is equal for two spellings of the same address.
    var key: String { Part.allCases.map { Self.key(self[$0], $0) }.joined(separator: "\n") }

    /// A key that is equal for all addresses that can be joined.
    var joiningKey: String { Self.key(street, .street) }

    /// Returns an address that combines the parts of both addresses. Returns `nil` for different addresses if a street
    /// is missing or any part that both addresses have differs.
    public func joined(with other: PostalAddress) -> PostalAddress? {
        if self == other || key == other.key { return self }
        func isSame(_ part: Part) -> Bool { Self.key(self[part], part) == Self.key(other[part], part) }
        func isKnown(_ part: Part) -> Bool { !self[part].trimmed.isEmpty && !other[part].trimmed.isEmpty }
        guard isKnown(.street), Part.allCases.allSatisfy({ !isKnown($0) || isSame($0) }) else { return nil }
        var joined = self
        for part in Part.allCases where self[part].trimmed.isEmpty { joined[part] = other[part] }
        return joined
    }

    /// Returns a part normalized for comparison, ignoring case, whitespace, and the language of a country’s name.
    private static func key(_ text: String, _ part: Part) -> String {
        let key = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard part == .country else { return key }
        return Region(country: text)?.rawValue ?? key
    }
}

/// A postal address in a common written format: `Hauptstraße 1, 10115 Berlin, Germany`.
public struct AddressInput: Hashable, Sendable {
    public private(set) var address = PostalAddress()
    /// Whether the assignment of words to parts is unambiguous.
    public private(set) var isCertain = true

    /// Creates an address from parts separated by commas or line breaks, or from the five components of
    /// ``PostalAddress/init(_:)`` separated by semicolons. An address with fewer than five such components is
    /// uncertain, because they may be in another order. Returns `nil` for more than five components.
    public init?(_ text: String) {
        guard !text.contains(";") else {
            guard let address = PostalAddress(text) else { return nil }
            self.address = address
            isCertain = PostalAddress.components(of: text).count == 5
            return
        }
        var parts = text.split { $0 == "," || $0.isNewline }.map(\.trimmed).filter { !$0.isEmpty }
        if parts.count > 1, let last = parts.last, Region.named(last) != nil { address.country = parts.removeLast() }
        let hasPostalCode = takePostalCode(from: &parts)
        if address.locality.isEmpty, parts.count > 1, let last = parts.last, !last.containsDigit {
            address.locality = parts.removeLast()
        }
        address.street = parts.joined(separator: ", ")
        let isPlaceKnown = hasPostalCode || !address.country.isEmpty
        let isAmbiguousCountry = !hasPostalCode && address.country.lowercased() == "georgia"
        isCertain  // “1600 Pennsylvania Avenue” looks like a postal code and a city.
        =
            isPlaceKnown && !isAmbiguousCountry && !address.locality.isEmpty && !address.locality.isNamedLikeStreet
            && parts.allSatisfy(\.containsDigit) && (hasPostalCode || !parts.isEmpty)
    }

    /// Moves the postal code, the city, and the region from the last parts to the address.
    ///
    /// - Returns: Whether there is a postal code.
    private mutating func takePostalCode(from parts: inout [String]) -> Bool {
        guard let last = parts.last else { return false }
        if let match = last.wholeMatch(of: Self.beforeCity) {
            (address.postalCode, address.locality) = (String(match.output.1), String(match.output.2))
        } else if let match = last.wholeMatch(of: Self.afterRegion) {
            (address.locality, address.region) = (String(match.output.1 ?? ""), String(match.output.2))
            address.postalCode = String(match.output.3)
        } else if parts.count > 1, let match = last.wholeMatch(of: Self.afterCity) {
            (address.locality, address.postalCode) = (String(match.output.1 ?? ""), String(match.output.2))
        } else {
            return false
        }
        parts.removeLast()
        // The city and the postal code may be separated by a comma.
        if address.locality.isEmpty, let city = parts.last, !city.containsDigit {
            address.locality = parts.removeLast()
        }
        return true
    }

    /// A pattern for a postal code before the city, as in `10115 Berlin`, `D-10115 Berlin`, `1012 AB Amsterdam`,
    /// `111 22 Stockholm`, or `00-950 Warszawa`.
    private static var beforeCity: Regex<(Substring, Substring, Substring)> {
        /((?:[A-Z]{1,3}-)?(?:\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{4,5}-\d{3}|\d{4,6}))\s+(\D+)/.asciiOnlyDigits()
    }

    /// A pattern for a postal code after a region, as in `Springfield IL 62704`, `IL 62704-1234`, `Toronto ON M5V 2T6`,
    /// or `Sydney NSW 2000`.
    private static var afterRegion: Regex<(Substring, Substring?, Substring, Substring)> {
        /(?:(\D+?)\s+)?([A-Z]{2,3})\s+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4})/.asciiOnlyDigits()
    }

    /// A pattern for a postal code after the city, as in `London SW1A 2AA`, `SW1A 2AA`, or `Singapore 049483`.
    private static var afterCity: Regex<(Substring, Substring?, Substring)> {
        /(?:(\D+?)\s+)?([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{5,6})/.asciiOnlyDigits()
    }
}

extension String {
    fileprivate var containsDigit: Bool { contains(where: \.isNumber) }

    /// Whether the last word is a common word for a street.
    fileprivate var isNamedLikeStreet: Bool {
        let word = split(separator: " ").last.map { $0.lowercased().filter { $0 != "." } } ?? ""
        return [
            "street", "st", "avenue", "ave", "road", "rd", "drive", "dr", "lane", "ln", "boulevard", "blvd", "way",
            "court", "ct",
        ].contains(word)
    }
}
