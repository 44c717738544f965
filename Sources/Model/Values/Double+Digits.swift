import Localization

extension Double {
    /// Returns whether the number is another number rounded to the given number of significant digits, at least two, so
    /// that 1 is not 1.4. A half may be rounded in either direction.
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

    /// The number of significant digits.
    public var significantDigits: Int {
        let mantissa = description.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
        return mantissa.count - mantissa.reversed().prefix { $0 == "0" }.count
    }

    /// The number of significant digits as written. Trailing zeros of a whole number of up to seven digits count,
    /// as in 4,870 K.
    public var statedDigits: Int {
        Int64(exactly: magnitude).flatMap { $0 != 0 && $0 < 10_000_000 ? String($0).count : nil }
            ?? max(1, significantDigits)
    }

    /// The number with the fewest significant digits that this number can be, given that conversions between units round
    /// to eight digits.
    var shortest: Double {
        (1...Self.convertedDigits).lazy.map { rounded(toDigits: $0) }
            .first { ($0 - self).magnitude <= 1e-7 * magnitude } ?? self
    }

    /// The number of digits to which converted and calculated values are rounded before they are stored.
    public static let convertedDigits = 8

    /// The cube root, calculated by Newton’s method.
    var cubeRoot: Double {
        guard self > 0, isFinite else { return self }
        var root = Double(sign: .plus, exponent: exponent / 3, significand: 1)
        for _ in 0..<20 { root -= (root - self / (root * root)) / 3 }
        return root
    }
}
