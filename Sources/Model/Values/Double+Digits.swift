extension Double {
    /// Returns the number rounded to the given number of significant digits.
    public func rounded(toDigits digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        let least = (1..<digits).reduce(1.0) { power, _ in power * 10 }
        // Powers of ten are exact as floating-point numbers; negative powers are not.
        var (divisor, factor) = (1.0, 1.0)
        while magnitude / divisor >= least * 10 { divisor *= 10 }
        while magnitude * factor < least { factor *= 10 }
        return (self / divisor * factor).rounded() * divisor / factor
    }

    /// The shortest decimal representation, without a trailing `.0`.
    public var digits: String { Int64(exactly: self).map(String.init) ?? description }

    /// The number of significant digits.
    public var significantDigits: Int {
        let mantissa = description.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
        return mantissa.count - mantissa.reversed().prefix { $0 == "0" }.count
    }
}
