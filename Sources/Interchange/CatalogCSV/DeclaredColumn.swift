import Model

/// A column as declared in the header of a table: its unit, and the texts that represent missing values.
///
/// Units are those of FITS, the VO standard (VOUnits), and astropy, optionally after a number, as in `6378100m`.
struct DeclaredColumn: Hashable {
    /// The unit as written in the header.
    var unit: String?
    var nulls: Set<String> = []

    /// Returns a number of this column in another unit, or `nil` if the declared unit cannot be converted to it. A
    /// number without a known unit is assumed to be in the other unit.
    func number(_ number: Double, in expected: Unit?) -> Double? {
        guard let text = unit?.trimmed, !text.isEmpty, let expected else { return number }
        guard let declared = Self.unit(text) else { return number }
        guard declared.unit.dimension == expected.dimension else { return nil }
        // Programs write a unit such as Jupiter’s mass as a number of kilograms, with their own value of the constant.
        if abs(declared.unit.convert(declared.scale, to: expected) - 1) < 0.001 { return number }
        return declared.unit.convert(number * declared.scale, to: expected).rounded(toDigits: 12)
    }

    func isDeclared(in unit: Unit) -> Bool { self.unit.flatMap { Self.unit($0.trimmed)?.unit } == unit }

    /// Returns the unit that a header names, and the factor for its numbers.
    private static func unit(_ text: String) -> (unit: Unit, scale: Double)? {
        var number = text.first?.isNumber == true ? text.prefix { $0.isNumber || ".+-eE".contains($0) } : ""
        // A trailing `E` does not belong to the number, but to a unit such as `Earth`.
        while let last = number.last, !last.isNumber { number.removeLast() }
        guard let scale = number.isEmpty ? 1 : Double(number), scale.isFinite else { return nil }
        let name = text.dropFirst(number.count).trimmed
        if let unit = Unit(name) { return (unit, scale) }
        return scaledUnits[name.filter { $0 != " " }].map { ($0.unit, scale * $0.scale) }
    }

    /// The units that are converted with a factor. Their names are case-sensitive.
    private static let scaledUnits: [String: (unit: Unit, scale: Double)] = [
        "s": (.minute, 1 / 60.0), "kpc": (.pc, 1_000), "Mm": (.km, 1_000), "cm": (.meter, 0.01), "g": (.kg, 0.001),
        "rad": (.degree, 180 / .pi), "kg/m3": (.gramPerCubicCentimeter, 0.001),
        "kgm-3": (.gramPerCubicCentimeter, 0.001),
    ]
}

extension DeclaredColumn {
    /// The declarations of an ECSV header (https://github.com/astropy/astropy-APEs/blob/main/APE6.rst): lines such as
    /// `# - {name: pl_orbper, unit: d, datatype: float64}`, and lines of quantities, whose names are on an earlier
    /// line.
    struct ECSVHeader {
        private(set) var columns: [String: DeclaredColumn] = [:]
        private var key = ""

        mutating func read(_ comment: String) {
            let text = comment.drop { $0 == "#" || $0 == " " || $0 == "-" }
            if text.hasSuffix(":"), !text.contains("{") { key = String(text.dropLast()) }
            guard let unit = Self.value("unit", in: text) else { return }
            let name = Self.value("name", in: text) ?? key
            columns[name, default: DeclaredColumn()].unit = unit
        }

        /// Returns a value of a YAML flow mapping, without quotation marks.
        private static func value(_ key: String, in text: Substring) -> String? {
            guard let start = ["{\(key): ", ", \(key): "].firstNonNil({ text.firstRange(of: $0) }) else {
                return nil
            }
            let value = text[start.upperBound...].prefix { $0 != "," && $0 != "}" }
            return String(value.filter { $0 != "'" && $0 != "\"" }).trimmed
        }
    }
}

/// The customary spellings of a missing number or flag: those of astropy, pandas, R, SQL, and spreadsheets.
enum MissingNumber {
    private static let spellings: Set<String> = [
        "nan", "na", "n/a", "null", "none", "masked", "nil", "--", "---", "-", "…", "...", "\\n", "#n/a", "<na>",
    ]

    static func isSpelling(_ text: String) -> Bool { text.isEmpty || spellings.contains(text.lowercased()) }
}
