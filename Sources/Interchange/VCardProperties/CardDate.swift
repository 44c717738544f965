import Model
import Text

/// A parser of vCard date formats.
enum CardDate {
    /// Returns the date in a date or timestamp, or `nil` if the text is not a valid date.
    static func date(of text: String, omittedYear: String?) -> PartialDate? {
        guard let date = standard(text) else {
            // Other programs write dates such as `30.01.1980`. The region does not determine the meaning of a card.
            guard case .date(let date)? = DateInput(text, mayBeRelative: false, in: Conventions()) else { return nil }
            return date
        }
        if let year = date.year, year == omittedYear.flatMap({ Int($0) }), date.month != nil {
            return PartialDate(year: nil, month: date.month, day: date.day)
        }
        return date.withoutPlaceholderYear
    }

    /// Returns whether the text is a date in a vCard format.
    static func isStandard(_ text: String) -> Bool { standard(text) != nil }

    private static func standard(_ text: String) -> PartialDate? {
        let day = String(DateInput.dayAndTime(text).day)
        return whole(day) ?? PartialDate(day)
    }

    /// Returns the time that follows the date, or `nil` if there is none.
    static func time(of text: String) -> Substring? {
        guard isStandard(text), let time = DateInput.dayAndTime(text).time, !time.isEmpty else { return nil }
        return time
    }

    /// Parses the common formats `1977-05-25` and `19770525`.
    private static func whole(_ text: String) -> PartialDate? {
        let hasDashes = text.utf8.count == 10
        guard hasDashes || text.utf8.count == 8 else { return nil }
        var number = 0
        for (index, byte) in text.utf8.enumerated() {
            if hasDashes, index == 4 || index == 7, byte == UInt8(ascii: "-") { continue }
            guard 0x30...0x39 ~= byte else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return PartialDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}

/// A time of day with an optional time zone.
struct CardTime {
    /// The hours, minutes, and seconds, with two digits each. Minutes and seconds may be missing.
    private var units: [Substring] = []
    /// The time zone: a sign and an offset, or `Z` without an offset.
    private var zone: (sign: Character, units: [Substring])?
    /// The fraction of a second, with its leading dot or comma. Only vCard 3.0 supports fractions.
    private(set) var fraction: Substring = ""

    /// Creates a time, or returns `nil` if the text is not a valid time.
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

    /// Whether the time has hours, minutes, and seconds.
    var isWhole: Bool { units.count == 3 }

    /// The time in basic format, such as `231000-0600` (RFC 6350 section 4.3.2), without the fraction.
    var basic: String {
        units.joined() + (zone.map { String($0.sign) + $0.units.joined() } ?? "")
    }

    /// The time in extended format, such as `23:10:00.25-06:00` (RFC 2426 section 4).
    var extended: String {
        let zone = zone.map { String($0.sign) + Self.extended($0.units, of: $0.sign == "Z" ? 0 : 2) }
        return Self.extended(units, of: 3) + fraction.replacing(",", with: ".") + (zone ?? "")
    }

    private static func extended(_ units: [Substring], of count: Int) -> String {
        (units + Array(repeating: "00", count: count - units.count)).joined(separator: ":")
    }

    /// Returns whether the hours, minutes, and seconds are in range. Leap seconds are valid.
    private static func areTime(_ units: [Substring]) -> Bool {
        zip(units, ["23", "59", "60"]).allSatisfy { $0 <= $1 }
    }

    /// Parses up to three pairs of digits, optionally separated by colons.
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

/// The syntax rules for language tags and for dates in vCard 4.0.
enum FieldSyntax {
    /// Returns whether the text has the form of a language tag (RFC 5646 section 2.1), such as `de` or `zh-Hant`.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Array.init)
        guard let first = parts.first?[...],
            parts.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy(\.isASCIIAlphanumeric) })
        else { return false }
        if parts.count > 1, first.isASCII("I") || first.isASCII("X") { return true }
        return 2...3 ~= first.count && first.allSatisfy(\.isASCIILetter)
    }

    static func isDate(_ text: String) -> Bool {
        CardDate.date(of: text, omittedYear: nil)?.basicFormat == text
    }
}
