/// A postal address in a common written format: `Hauptstraße 1, 10115 Berlin, Germany`.
public struct AddressInput: Hashable, Sendable {
    public private(set) var address = PostalAddress()
    /// Whether the assignment of words to parts is unambiguous.
    public private(set) var isCertain = true

    /// Creates an address from parts separated by commas or line breaks, or from the five components of
    /// ``PostalAddress/init(_:)`` separated by semicolons. Fewer components are uncertain, because they may be in another
    /// order. Returns `nil` for more than five components.
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

    /// A postal code before the city, such as `10115 Berlin`, `D-10115 Berlin`, `1012 AB Amsterdam`, `111 22 Stockholm`,
    /// or `00-950 Warszawa`.
    private static var beforeCity: Regex<(Substring, Substring, Substring)> {
        /((?:[A-Z]{1,3}-)?(?:\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{4,5}-\d{3}|\d{4,6}))\s+(\D+)/.asciiOnlyDigits()
    }

    /// A postal code after a region, such as `Springfield IL 62704`, `IL 62704-1234`, `Toronto ON M5V 2T6`, or
    /// `Sydney NSW 2000`.
    private static var afterRegion: Regex<(Substring, Substring?, Substring, Substring)> {
        /(?:(\D+?)\s+)?([A-Z]{2,3})\s+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4})/.asciiOnlyDigits()
    }

    /// A postal code after the city, such as `London SW1A 2AA`, `SW1A 2AA`, or `Singapore 049483`.
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
