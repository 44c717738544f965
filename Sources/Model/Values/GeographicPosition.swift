/// A position on the Earth in degrees: `50.94,6.96`.
public struct GeographicPosition: Hashable, Sendable, CustomStringConvertible {
    /// The latitude, positive in the north.
    public let latitude: Double
    /// The longitude, positive in the east.
    public let longitude: Double
    /// The latitude and longitude in degrees with the digits as entered, such as `50.94,-6.96`.
    public let description: String

    /// Creates a position from a latitude and a longitude, such as `50.94,6.96`, `50.94; 6.96`, `50.94° N, 6.96° E`, or
    /// a URI such as `geo:50.94,6.96,100;u=35` (RFC 5870). An altitude and the parameters of a URI are ignored.
    public init?(_ text: String) {
        guard text.utf8.count < 200 else { return nil }
        let parts = Self.parts(of: text.trimmed)
        guard parts.count == 2, let north = Self.number(parts[0], positive: "N", negative: "S"),
            let east = Self.number(parts[1], positive: "E", negative: "W"),
            let latitude = Double(north), let longitude = Double(east), abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
        description = "\(north),\(east)"
    }

    /// Returns the texts of the latitude and the longitude, separated by a comma, a semicolon, or a space.
    private static func parts(of text: String) -> [Substring] {
        if text.prefix(4).lowercased() == "geo:" {
            return Array(
                text.dropFirst(4).prefix { $0 != ";" }.split(separator: ",", omittingEmptySubsequences: false).prefix(2)
            )
        }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
        guard parts.count == 1 else { return parts }
        let spaces = text.indices.filter { text[$0].isWhitespace }
        guard let space = spaces.first(where: { text[text.index(after: $0)...].first.map(isStart) == true }) else {
            return []
        }
        return [text[..<space], text[space...]]
    }

    private static func isStart(_ character: Character) -> Bool {
        character.isASCII && character.isNumber || character == "+" || character == "-"
    }

    /// Returns a number with the sign that its direction implies, or `nil` if it is invalid or has both a sign and a
    /// direction.
    private static func number(_ text: Substring, positive: String, negative: String) -> String? {
        let text = text.trimmed
        let digits = text.prefix { isStart($0) || $0 == "." }
        let hasSign = digits.hasPrefix("-") || digits.hasPrefix("+")
        let number = digits.dropFirst(hasSign ? 1 : 0)
        guard let first = number.first, let last = number.last, first.isNumber, last.isNumber, Double(number) != nil
        else { return nil }
        var unit = text.dropFirst(digits.count).drop(while: \.isWhitespace)
        if unit.first == "°" { unit = unit.dropFirst().drop(while: \.isWhitespace) }
        switch unit.uppercased() {
        case "": return digits.hasPrefix("-") ? String(digits) : String(number)
        case positive where !hasSign: return String(number)
        case negative where !hasSign: return "-\(number)"
        default: return nil
        }
    }
}

/// Angles in sexagesimal notation, as astronomers write them.
public enum Sexagesimal {
    /// Returns a right ascension in hours, minutes, and seconds, such as `12h 20m 42.9s`; empty outside 0° to 360°.
    public static func hours(ofDegrees degrees: Double) -> String {
        guard (0...360).contains(degrees) else { return "" }
        let tenths = Int((degrees / 15 * 36_000).rounded()) % (24 * 36_000)
        let (minutes, rest) = (tenths / 600, tenths % 600)
        return "\(minutes / 60)h \((minutes % 60).padded(2))m \((rest / 10).padded(2)).\(rest % 10)s"
    }

    /// Returns a declination in degrees, minutes, and seconds of arc, such as `+17° 47′ 36″`; empty outside −90° to
    /// 90°.
    public static func degrees(_ degrees: Double) -> String {
        guard (-90...90).contains(degrees) else { return "" }
        let seconds = Int((degrees.magnitude * 3_600).rounded())
        let minutes = seconds / 60
        let sign = degrees < 0 && seconds > 0 ? "-" : "+"
        return "\(sign)\(minutes / 60)° \((minutes % 60).padded(2))′ \((seconds % 60).padded(2))″"
    }
}
