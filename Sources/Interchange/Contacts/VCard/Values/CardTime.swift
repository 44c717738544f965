/// The time of day behind a date, as cards write it: hours, minutes and seconds, and where on Earth it is.
struct CardTime {
    /// Two digits each; the later ones may be missing.
    private var units: [Substring] = []
    private var zone: (sign: Character, units: [Substring])?
    /// Whether parts of a second stand in it, which no version writes behind a date but 3.0.
    private(set) var hasFraction = false

    /// - Returns: nil for what is no time, and for one without its hour.
    init?(_ text: Substring) {
        var rest = text
        units = Self.units(of: &rest)
        if units.count == 3, rest.first == "." || rest.first == "," {
            let digits = rest.dropFirst().prefix { "0"..."9" ~= $0 }
            guard !digits.isEmpty else { return nil }
            hasFraction = true
            rest = rest[digits.endIndex...]
        }
        if let sign = rest.popFirst() {
            let offset = Self.units(of: &rest)
            guard rest.isEmpty, sign == "Z" ? offset.isEmpty : "+-".contains(sign) && 1...2 ~= offset.count else {
                return nil
            }
            zone = (sign, offset)
        }
        guard let hour = units.first, hour < "24", units.dropFirst().allSatisfy({ $0 <= "60" }) else { return nil }
    }

    /// `231000-0600` (RFC 6350 section 4.3.2).
    var basic: String {
        units.joined() + (zone.map { String($0.sign) + $0.units.joined() } ?? "")
    }

    /// `23:10:00-06:00`, wholly written out (RFC 2426 section 4).
    var extended: String {
        let zone = zone.map { String($0.sign) + Self.extended($0.units, of: $0.sign == "Z" ? 0 : 2) }
        return Self.extended(units, of: 3) + (zone ?? "")
    }

    private static func extended(_ units: [Substring], of count: Int) -> String {
        (units + Array(repeating: "00", count: count - units.count)).joined(separator: ":")
    }

    /// Up to three pairs of digits, with colons between them or not.
    private static func units(of text: inout Substring) -> [Substring] {
        var units: [Substring] = []
        while units.count < 3 {
            let rest = units.isEmpty || text.first != ":" ? text : text.dropFirst()
            let unit = rest.prefix(2)
            guard unit.utf8.count == 2, unit.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { break }
            units.append(unit)
            text = rest.dropFirst(2)
        }
        return units
    }
}
