import Localization

extension Figure {
    /// Returns the number of significant digits of a value in the unit in which it has the fewest, which is probably the
    /// unit of its source. A value of exactly one unit does not count: it can be the definition of the unit, such as the
    /// mass of Earth.
    public func statedDigits(of value: Double) -> Int {
        units(for: value).map { convert(value, to: $0.unit).shortest }.filter { $0 != 1 }.map(\.statedDigits)
            .reduce(value.statedDigits, min)
    }

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
