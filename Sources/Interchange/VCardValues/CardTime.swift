/// The time of day behind a date, as cards write it: hours, minutes and seconds, and where on Earth it is.
struct CardTime {
    /// Two digits each; the later ones may be missing.
    private var units: [Substring] = []
    /// Behind the sign, which is `Z` where it is alone.
    private var zone: (sign: Character, units: [Substring])?
    /// Parts of a second with the dot before them, which only 3.0 has.
    private(set) var fraction: Substring = ""

    /// - Returns: nil for what is no time, and for one without its hour.
    init?(_ text: Substring) {
        var rest = text
        units = Self.units(of: &rest)
        if units.count == 3, rest.first == "." || rest.first == "," {
            let end = rest.dropFirst().firstIndex { !("0"..."9" ~= $0) } ?? rest.endIndex
            fraction = rest[..<end]
            rest = rest[end...]
            guard fraction.utf8.count > 1 else { return nil }
        }
        if let sign = rest.popFirst() {
            let offset = Self.units(of: &rest)
            guard rest.isEmpty, sign == "Z" ? offset.isEmpty : "+-".contains(sign) && 1...2 ~= offset.count else {
                return nil
            }
            zone = (sign, offset)
        }
        guard !units.isEmpty, Self.areTime(units), Self.areTime(zone?.units ?? []) else { return nil }
    }

    /// `231000-0600` (RFC 6350 section 4.3.2), without the fraction.
    var basic: String {
        units.joined() + (zone.map { String($0.sign) + $0.units.joined() } ?? "")
    }

    /// `23:10:00.25-06:00`, wholly written out (RFC 2426 section 4).
    var extended: String {
        let zone = zone.map { String($0.sign) + Self.extended($0.units, of: $0.sign == "Z" ? 0 : 2) }
        return Self.extended(units, of: 3) + fraction.replacing(",", with: ".") + (zone ?? "")
    }

    private static func extended(_ units: [Substring], of count: Int) -> String {
        (units + Array(repeating: "00", count: count - units.count)).joined(separator: ":")
    }

    /// Hours, minutes and seconds within what there is of them, a leap second too.
    private static func areTime(_ units: [Substring]) -> Bool {
        zip(units, ["23", "59", "60"]).allSatisfy { $0 <= $1 }
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
