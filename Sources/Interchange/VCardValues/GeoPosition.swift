import Model

/// A converter of geographic positions: `geo:1.5,2.5` in vCard 4.0, `1.5;2.5` in 3.0, and `1.5,2.5` in 2.1.
enum GeoPosition {
    /// Converts a position without its altitude and parameters (RFC 5870). Other values remain unchanged.
    static func value(_ text: String, in version: CardVersion) -> (text: String, isWhole: Bool) {
        guard let position = GeographicPosition(text) else { return (text, true) }
        let value =
            switch version {
            case .v21: position.description
            case .v30: position.description.replacing(",", with: ";")
            case .v40: "geo:\(position)"
            }
        return (value, text.count { $0 == "," || $0 == ";" } < 2)
    }
}
