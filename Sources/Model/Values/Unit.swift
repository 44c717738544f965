import Localization
import Text

/// A unit of measurement, with its conversion to the base unit of its dimension.
///
/// The conversion factors are from IAU 2012 B2 (au), IAU 2015 B2 and B3 (pc; nominal radii of Earth and Jupiter, solar
/// mass and radius), and the masses in the planet catalog.
public struct Unit: Hashable, Sendable {
    public enum Dimension: Hashable, Sendable {
        case mass, length, time, temperature, angle, gravity, density, velocity, power, ratio
    }

    /// The name in filters, such as `mjup`.
    public let name: String
    /// The symbol that follows a value, such as `M♃`.
    public let symbol: String
    public let dimension: Dimension
    let factor: Double
    let offset: Double

    private init(
        _ name: String, _ dimension: Dimension, _ factor: Double, offset: Double = 0, symbol: String? = nil
    ) {
        self.name = name
        self.symbol = symbol ?? name
        self.dimension = dimension
        self.factor = factor
        self.offset = offset
    }

    public static let kg = Unit("kg", .mass, 1)
    public static let mearth = Unit("mearth", .mass, 5.9722e24, symbol: "M⊕")
    public static let mjup = Unit("mjup", .mass, 1.89813e27, symbol: "M♃")
    public static let msun = Unit("msun", .mass, 1.98841e30, symbol: "M☉")

    public static let meter = Unit("m", .length, 0.001)
    public static let km = Unit("km", .length, 1)
    public static let rearth = Unit("rearth", .length, 6_378.1, symbol: "R⊕")
    public static let rjup = Unit("rjup", .length, 71_492, symbol: "R♃")
    public static let rsun = Unit("rsun", .length, 695_700, symbol: "R☉")
    public static let au = Unit("au", .length, 149_597_870.7)
    public static let ly = Unit("ly", .length, 9_460_730_472_580.8)
    public static let pc = Unit("pc", .length, 30_856_775_814_913.673)

    public static let minute = Unit("minute", .time, 60, symbol: "minutes")
    public static let hour = Unit("hour", .time, 3_600, symbol: "hours")
    public static let day = Unit("day", .time, 86_400, symbol: "days")
    /// The Julian year of 365.25 days.
    public static let year = Unit("year", .time, 31_557_600, symbol: "years")

    public static let kelvin = Unit("K", .temperature, 1)
    public static let celsius = Unit("C", .temperature, 1, offset: 273.15, symbol: "°C")
    public static let fahrenheit = Unit("F", .temperature, 5.0 / 9, offset: 459.67 * 5 / 9, symbol: "°F")

    public static let degree = Unit("deg", .angle, 1, symbol: "°")
    public static let meterPerSecondSquared = Unit("m/s2", .gravity, 1, symbol: "m/s²")
    public static let gramPerCubicCentimeter = Unit("g/cm3", .density, 1, symbol: "g/cm³")
    public static let kilometerPerSecond = Unit("km/s", .velocity, 1)
    public static let meterPerSecond = Unit("m/s", .velocity, 0.001)
    public static let lsun = Unit("lsun", .power, 1, symbol: "L☉")
    /// The watt. The nominal luminosity of the Sun is 3.828e26 W.
    public static let watt = Unit("W", .power, 1 / 3.828e26)
    public static let percent = Unit("percent", .ratio, 1, symbol: "%")
    /// A part per million.
    public static let ppm = Unit("ppm", .ratio, 0.0001)

    public static let all: [Unit] = [
        kg, mearth, mjup, msun, meter, km, rearth, rjup, rsun, au, ly, pc, minute, hour, day, year, kelvin, celsius,
        fahrenheit, degree, meterPerSecondSquared, gramPerCubicCentimeter, kilometerPerSecond, meterPerSecond, lsun,
        watt,
        percent, ppm,
    ]

    /// Creates a unit from its name or symbol, or from its name in FITS, the VO standard (VOUnits), astropy, or the
    /// NASA Exoplanet Archive, ignoring case. The names of time units may be plural.
    public init?(_ text: String) {
        let text = text.lowercased()
        let isTyped = { (unit: Unit) in
            text == unit.name.lowercased() || unit.dimension == .time && text == unit.name + "s"
        }
        guard
            let unit = Unit.all.first(where: isTyped) ?? Unit.all.first(where: { text == $0.symbol.lowercased() })
                ?? Unit.otherNames[text.filter { !" _*".contains($0) }]
        else {
            return nil
        }
        self = unit
    }

    /// The other names in lowercase, without spaces, underscores, and asterisks.
    private static let otherNames: [String: Unit] = [
        "earthmass": mearth, "geomass": mearth, "jupitermass": mjup, "mjupiter": mjup, "jovmass": mjup,
        "solmass": msun, "solarmass": msun, "earthrad": rearth, "jupiterrad": rjup, "rjupiter": rjup,
        "solrad": rsun, "solarrad": rsun, "solarradius": rsun, "mearth": mearth, "mjup": mjup, "msun": msun,
        "rearth": rearth, "rjup": rjup, "rsun": rsun, "d": day, "h": hour, "hr": hour, "min": minute, "yr": year,
        "a": year, "lyr": ly, "parsec": pc, "degree": degree, "degrees": degree, "kelvin": kelvin, "degc": celsius,
        "g/cm3": gramPerCubicCentimeter, "g/cm^3": gramPerCubicCentimeter, "gcm-3": gramPerCubicCentimeter,
        "gcm^-3": gramPerCubicCentimeter, "ms-1": meterPerSecond, "kms-1": kilometerPerSecond,
        "ms-2": meterPerSecondSquared, "sollum": lsun, "%": percent,
    ]

    /// Converts a value to another unit of the same dimension.
    public func convert(_ value: Double, to other: Unit) -> Double {
        self == other ? value : (value * factor + offset - other.offset) / other.factor
    }

    /// Converts a value to another unit of the same dimension, with the fewest digits that convert back to the value.
    public func convertExactly(_ value: Double, to other: Unit) -> Double {
        let converted = convert(value, to: other)
        return (1...17).lazy.map { converted.rounded(toDigits: $0) }.first { other.convert($0, to: self) == value }
            ?? converted
    }

    /// Parses a number with an optional unit of the same dimension, as in `1.2rearth`.
    /// - Parameters:
    ///   - text: The number with an optional unit.
    ///   - unit: The unit of a number without one, or `nil` for the stored unit.
    ///   - stored: The unit of the result, or `nil` for a pure number.
    /// - Returns: The number in the stored unit, or `nil` if the text is not a finite number.
    static func number(_ text: String, in unit: Unit? = nil, stored: Unit?) -> Double? {
        if let number = Double(written: text) {
            guard let stored else { return number }
            let converted = (unit ?? stored).convert(number, to: stored)
            return converted.isFinite ? converted : nil
        }
        guard unit == nil, let stored else { return nil }
        for index in text.indices.dropFirst() {
            guard let typed = Unit(text[index...].trimmed), typed.dimension == stored.dimension,
                let number = Double(written: text[..<index])
            else { continue }
            let converted = typed.convert(number, to: stored)
            return converted.isFinite ? converted : nil
        }
        return nil
    }
}

extension Double {
    /// Creates a finite number from text such as `5`, `1.5e3`, or the printed form `5.4×10²⁵`, ignoring whitespace
    /// around it. Returns `nil` for other text, including a hexadecimal number such as `0x10`.
    public init?(written text: some StringProtocol) {
        if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) { return nil }
        // Most numbers, as in catalogs, need no conversion.
        guard let number = Double(text) ?? Double(Self.withoutPowers(text.trimmed)), number.isFinite else { return nil }
        self = number
    }

    /// Returns a printed number, such as `5.4×10²⁵`, in the form `5.4e25`.
    private static func withoutPowers(_ text: String) -> String {
        guard let power = text.firstRange(of: "×10") else { return text }
        let raised = text[power.upperBound...].prefix { "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".contains($0) }
        let digits = raised.map { $0 == "⁻" ? "-" : $0.wholeNumberValue.map(String.init) ?? "" }.joined()
        return "\(text[..<power.lowerBound].trimmed)e\(digits)\(text[raised.endIndex...])"
    }

    /// Returns whether this number is the given number rounded to the given number of significant digits. At least two
    /// digits are compared, so 1 is not a rounded 1.4. A half may be rounded in either direction.
    func isRounded(from exact: Double, toDigits digits: Int) -> Bool {
        guard self != 0, exact != 0, isFinite, exact.isFinite else { return self == exact }
        var unit = 1.0
        while magnitude / unit >= 10 { unit *= 10 }
        while magnitude / unit < 1 { unit /= 10 }
        for _ in 1..<max(2, digits) { unit /= 10 }
        return (self - exact).magnitude <= unit / 2 * (1 + 1e-6)
    }

    /// The shortest decimal representation, without a trailing `.0`.
    public var digits: String { Int64(exactly: self).map(String.init) ?? description }

    /// The number of significant digits, not counting trailing zeros.
    public var significantDigits: Int {
        let mantissa = description.utf8.prefix { $0 != UInt8(ascii: "e") }
        let digits = mantissa.filter(\.isASCIIDigit).drop { $0 == UInt8(ascii: "0") }
        return digits.count - digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    }

    /// The number of significant digits as written. Trailing zeros of a whole number of up to seven digits count,
    /// as in 4,870 K.
    public var statedDigits: Int {
        Int64(exactly: magnitude).flatMap { $0 != 0 && $0 < 10_000_000 ? String($0).count : nil }
            ?? max(1, significantDigits)
    }

    /// The number with the fewest significant digits that equals this number within the accuracy of unit conversions,
    /// which round to eight digits.
    var shortest: Double {
        (1...Self.convertedDigits).lazy.map { rounded(toDigits: $0) }
            .first { ($0 - self).magnitude <= 1e-7 * magnitude } ?? self
    }

    /// The number of digits to which converted and calculated values are rounded before they are stored.
    public static let convertedDigits = 8

    /// The cube root of a positive number, calculated by Newton’s method.
    var cubeRoot: Double {
        guard self > 0, isFinite else { return self }
        var root = Double(sign: .plus, exponent: exponent / 3, significand: 1)
        for _ in 0..<20 { root -= (root - self / (root * root)) / 3 }
        return root
    }
}
