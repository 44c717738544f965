/// A position on the Earth in degrees: `50.94,6.96`.
public struct GeographicPosition: Hashable, Sendable, CustomStringConvertible {
    /// The latitude, positive in the north.
    public let latitude: Double
    /// The longitude, positive in the east.
    public let longitude: Double
    /// The position as entered, without degree signs, spaces, and direction letters.
    public let description: String

    /// Creates a position from a latitude and a longitude, such as `50.94,6.96`, `50.94; 6.96`, `50.94° N, 6.96° E`, or a
    /// URI such as `geo:50.94,6.96,100;u=35` (RFC 5870). An altitude and the parameters of a URI are ignored.
    public init?(_ text: String) {
        guard text.utf8.count < 200 else { return nil }
        let text = text.trimmed
        let isURI = text.lowercased().hasPrefix("geo:")
        let pattern = /([+-]?\d+(?:\.\d+)?)\s*°?\s*([NSns]?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*([EWew]?)/
        let value = isURI ? text.dropFirst(4).prefix { $0 != ";" } : text[...]
        let parts = isURI ? value.split(separator: ",").prefix(2).joined(separator: ",") : String(value)
        guard let match = parts.wholeMatch(of: pattern.asciiOnlyDigits())?.output,
            let north = Self.number(match.1, match.2, negative: "S"),
            let east = Self.number(match.3, match.4, negative: "W"),
            let latitude = Double(north), let longitude = Double(east), abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
        description = "\(north),\(east)"
    }

    /// Returns a number with the sign that its direction implies, or `nil` if it has both a sign and a direction.
    private static func number(_ digits: Substring, _ direction: Substring, negative: String) -> String? {
        let isSigned = digits.hasPrefix("-") || digits.hasPrefix("+")
        if isSigned, !direction.isEmpty { return nil }
        let number = digits.hasPrefix("+") ? digits.dropFirst() : digits
        return direction.uppercased() == negative ? "-\(number)" : String(number)
    }
}
