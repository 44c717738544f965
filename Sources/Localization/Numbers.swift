extension Int {
    /// The number with a comma before each group of three digits. Numbers of up to four digits, such as years, have no
    /// commas.
    public var grouped: String { (self < 0 ? "-" : "") + String(magnitude).groupedDigits }
}

extension String {
    /// The digits of a whole number with a comma before each group of three, if there are more than four.
    package var groupedDigits: String {
        guard count > 4 else { return self }
        return enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
    }
}

extension Double {
    /// Returns the number rounded to the given number of significant digits, at least one. Halves are rounded away from
    /// zero, in all output formats.
    public func rounded(toDigits digits: Int) -> Double {
        // Smaller numbers have fewer digits.
        guard magnitude >= 1e-280, isFinite else { return self }
        let least = (1..<max(1, digits)).reduce(1.0) { power, _ in power * 10 }
        // Powers of ten are exact as floating-point numbers; negative powers are not.
        var (divisor, factor) = (1.0, 1.0)
        while magnitude / divisor >= least * 10 { divisor *= 10 }
        while magnitude * factor < least { factor *= 10 }
        return (self / divisor * factor).rounded() * divisor / factor
    }
}
