import Localization

/// The definition of a numeric value: its title, unit, range, and key in JSON and on the command line.
public struct Figure<Model: Sendable>: Sendable {
    public let key: String
    public let title: Title
    /// The unit symbol; empty for a pure number.
    public let unit: Title
    public let path: WritableKeyPath<Model, Double?> & Sendable
    /// The unit of stored values, or `nil` for a pure number.
    public let stored: Unit?
    /// The name in filters and lists, or `nil` if the value is not available there.
    let filter: String?
    public let range: FigureRange
    /// The marks that apply to this value if it was measured or is an estimate or a limit.
    public let marks: Estimates
    /// The additional units for display, with their symbols.
    public let comparisons: [(unit: Unit, symbol: String)]
    /// The number of significant digits in human-readable output, or `nil` for the usual number.
    public let digits: Int?
    /// Whether full exports may lack the value because it is newer than the export format.
    let isOptionalInExports: Bool
    /// The units that are easier to read for very small or large values.
    let readable: [(values: Range<Double>, unit: Unit)]

    init(
        _ key: String, _ title: Title, _ unit: Title, _ path: WritableKeyPath<Model, Double?> & Sendable,
        in stored: Unit?, filter: String? = nil, range: FigureRange = .positive, marks: Estimates = [],
        comparisons: [(unit: Unit, symbol: String)] = [],
        readable: [(values: Range<Double>, unit: Unit)] = [],
        digits: Int? = nil, isOptionalInExports: Bool = false
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.path = path
        self.stored = stored
        self.filter = filter
        self.range = range
        self.marks = marks
        self.comparisons = comparisons
        self.digits = digits
        self.isOptionalInExports = isOptionalInExports
        self.readable = readable
    }

    /// Returns the additional units for the display of a value, with their symbols.
    public func units(for value: Double) -> [(unit: Unit, symbol: String)] {
        comparisons + readable.filter { $0.values.contains(value) }.map { ($0.unit, $0.unit.symbol) }
    }

    /// A noun phrase for the expected value, such as “a number in kg (more than 0)”.
    public var expects: Message {
        unit.isEmpty ? "a number (\(range.words))" : "a number in \(title: unit) (\(range.words))"
    }

    /// Converts a stored value to another unit.
    public func convert(_ value: Double, to unit: Unit) -> Double { stored?.convert(value, to: unit) ?? value }

    /// The marks that show whether the value was measured. A minimum mass (m sin i) counts as measured.
    public var decisive: Estimates { marks.subtracting(.minimumMass) }
}

/// A deliberately wide range of accepted values.
public enum FigureRange: Hashable, Sendable {
    case notZero, positive, notNegative
    /// The eccentricities of closed orbits.
    case belowOne
    case between(ClosedRange<Int>)

    static let magnitudes = between(-30...40)

    func contains(_ value: Double) -> Bool {
        switch self {
        case .notZero: value != 0
        case .positive: value > 0
        case .notNegative: value >= 0
        case .belowOne: (0..<1).contains(value)
        case .between(let range): (Double(range.lowerBound)...Double(range.upperBound)).contains(value)
        }
    }

    /// The range as part of a phrase, such as “more than 0” in “a number in kg (more than 0)”.
    var words: Message {
        switch self {
        case .notZero: "other than 0"
        case .positive: "more than 0"
        case .notNegative: "0 or more"
        case .belowOne: "at least 0 and less than 1"
        case .between(let range): "from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

extension Figure {
    /// Returns the smallest number of significant digits that a value has in any of its units. The unit with the fewest
    /// digits is probably the unit of the source. Units in which the value is exactly 1 are ignored, because the value
    /// can be the definition of such a unit, as for the mass of Earth.
    public func statedDigits(of value: Double) -> Int {
        units(for: value).map { convert(value, to: $0.unit).shortest }.filter { $0 != 1 }.map(\.statedDigits)
            .reduce(value.statedDigits, min)
    }

    /// Returns whether a value equals another value rounded in the unit of this figure or in one of its other units.
    public func isRounded(_ value: Double, from exact: Double) -> Bool {
        if value.isRounded(from: exact, toDigits: value.statedDigits) { return true }
        return units(for: value).contains { unit, _ in
            let source = source(of: value, in: unit)
            return source.isRounded(from: convert(exact, to: unit).shortest, toDigits: source.significantDigits)
        }
    }

    /// Returns the number in the given unit that has the fewest digits and equals the value when it is converted back
    /// and rounded.
    private func source(of value: Double, in unit: Unit) -> Double {
        let converted = convert(value, to: unit)
        let digits = value.significantDigits
        return (1...max(1, digits)).lazy.map { converted.rounded(toDigits: $0) }.first { number in
            let back = stored.map { unit.convert(number, to: $0) } ?? number
            return back.rounded(toDigits: digits) == value.rounded(toDigits: digits)
        } ?? converted
    }
}
