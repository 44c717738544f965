import Localization

extension Figure {
    /// Returns the number of significant digits of a value. If it has many digits, it was probably converted from another
    /// unit, namely the one in which it has the fewest. A value of exactly one unit does not count: it can be the definition
    /// of the unit, such as the mass of Earth.
    public func statedDigits(of value: Double) -> Int {
        guard value.statedDigits > Self.maximumEnteredDigits else { return value.statedDigits }
        return units(for: value).map { convert(value, to: $0.unit).shortest }.filter { $0 != 1 }.map(\.statedDigits)
            .reduce(value.statedDigits, min)
    }

    /// The maximum number of digits of a value that was probably not converted.
    private static var maximumEnteredDigits: Int { 6 }

    /// Returns whether a value is another value, rounded in the unit of this figure or in one of its other units.
    public func isRounded(_ value: Double, from exact: Double) -> Bool {
        if value.isRounded(from: exact, toDigits: value.statedDigits) { return true }
        return units(for: value).contains { unit, _ in
            let source = source(of: value, in: unit)
            return source.isRounded(from: convert(exact, to: unit).shortest, toDigits: source.significantDigits)
        }
    }

    /// Returns the number with the fewest digits in a unit that becomes a value when it is converted and rounded.
    private func source(of value: Double, in unit: Unit) -> Double {
        let converted = convert(value, to: unit)
        let digits = value.significantDigits
        return (1...max(1, digits)).lazy.map { converted.rounded(toDigits: $0) }.first { number in
            let back = stored.map { unit.convert(number, to: $0) } ?? number
            return back.rounded(toDigits: digits) == value.rounded(toDigits: digits)
        } ?? converted
    }
}
