import Localization

/// A numeric value of a record: its key in JSON and on the command line, its title, and its unit.
public struct Figure<Model: Sendable>: Sendable {
    public let key: String
    public let title: Title
    /// As it is written behind a value; empty for a pure number.
    public let unit: Title
    public let path: WritableKeyPath<Model, Double?> & Sendable
    /// The unit that it is kept in; nil for a pure number.
    public let stored: Unit?
    /// As filters and lists name it; nil if they do not.
    let filter: String?
    /// What it can be.
    public let range: FigureRange
    /// The marks that say that this figure is not measured, or only a limit.
    public let marks: Estimates
    /// The units that people compare it in, and how they are written.
    public let comparisons: [(unit: Unit, symbol: String)]

    init(
        _ key: String, _ title: Title, _ unit: Title, _ path: WritableKeyPath<Model, Double?> & Sendable,
        in stored: Unit?, filter: String? = nil, range: FigureRange = .positive, marks: Estimates = [],
        comparisons: [(unit: Unit, symbol: String)] = []
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
    }

    /// What a value of it looks like, as a noun: “a number in kg, more than 0”.
    public var expects: Message {
        unit.isEmpty ? "a number, \(range.words)" : "a number in \(title: unit), \(range.words)"
    }

    /// What a value is in another unit.
    public func convert(_ value: Double, to unit: Unit) -> Double { stored?.convert(value, to: unit) ?? value }

    /// The marks that make of it something that nobody has measured. A least mass (m sin i) is measured.
    public var unmeasured: Estimates { marks.subtracting(.minimumMass) }
}

/// What a figure can be; no narrower than what is possible, since the sky is full of surprises.
public enum FigureRange: Hashable, Sendable {
    case notZero, positive, notNegative
    /// The eccentricity of an orbit that comes round.
    case belowOne
    case degrees(ClosedRange<Int>)

    func contains(_ value: Double) -> Bool {
        switch self {
        case .notZero: value != 0
        case .positive: value > 0
        case .notNegative: value >= 0
        case .belowOne: (0..<1).contains(value)
        case .degrees(let range): (Double(range.lowerBound)...Double(range.upperBound)).contains(value)
        }
    }

    /// Behind “a number in kg,”.
    var words: Message {
        switch self {
        case .notZero: "other than 0"
        case .positive: "more than 0"
        case .notNegative: "0 or more"
        case .belowOne: "from 0 to less than 1"
        case .degrees(let range): "from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
