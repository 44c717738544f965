/// What one direction of a plot measures, from where to where.
public struct Axis: Hashable, Sendable {
    public enum Scale: String, Hashable, Sendable {
        case linear
        /// Each power of ten takes the same room; only what is above zero has a place.
        case logarithmic
    }

    public let name: String
    /// Empty for a pure number.
    public let unit: String
    public let scale: Scale
    /// Never empty: its ends differ.
    public let range: ClosedRange<Double>
    /// Whether it begins with its greatest value.
    public var isFalling = false

    /// An axis of a known range, which is made wider where its ends are too close to tell apart.
    public init(_ name: String, unit: String = "", scale: Scale = .linear, range: ClosedRange<Double>) {
        self.name = name
        self.unit = unit
        self.scale = scale
        self.range = scale.widened(range)
    }

    /// An axis from the round figure below all these values to the round figure above them.
    public init(_ name: String, unit: String = "", scale: Scale = .linear, around values: some Sequence<Double>) {
        let ends = values.ends(where: scale.shows) ?? 1...10
        self.init(name, unit: unit, scale: scale, range: scale.rounded(scale.widened(ends)))
    }

    /// Whether a value has a place on it.
    public func shows(_ value: Double) -> Bool { scale.shows(value) && range.contains(value) }
}

extension Axis.Scale {
    /// The one that lets values be told apart: logarithmic where all are above zero and the greatest is more than fifty
    /// times the least.
    public init(fitting values: some Sequence<Double>) {
        let isWide =
            values.ends(where: \.isFinite).map { $0.lowerBound > 0 && $0.upperBound / $0.lowerBound > 50 } ?? false
        self = isWide ? .logarithmic : .linear
    }

    /// Beyond 10^±100 nothing is known that could be measured, and the room between the ends could not be counted.
    fileprivate func shows(_ value: Double) -> Bool {
        switch self {
        case .linear: value.magnitude < 1e100
        case .logarithmic: (1e-100..<1e100).contains(value)
        }
    }

    fileprivate func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (lower, upper) = (range.lowerBound, range.upperBound)
        guard shows(lower), shows(upper) else { return 1...10 }
        switch self {
        case .linear:
            let least = max(lower.magnitude, upper.magnitude) * 1e-6
            guard upper - lower <= least else { return range }
            return lower == 0 ? 0...1 : (lower - lower.magnitude / 2)...(upper + upper.magnitude / 2)
        case .logarithmic:
            return upper / lower < 1.001 ? (lower / 2)...(upper * 2) : range
        }
    }

    /// With round figures at its ends.
    fileprivate func rounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        switch self {
        case .linear:
            let step = TickInterval.step(across: range, atMost: 8)
            let first = step.multiple(step.count(in: range.lowerBound).rounded(.down))
            let last = step.multiple(step.count(in: range.upperBound).rounded(.up))
            return min(first, range.lowerBound)...max(last, range.upperBound)
        case .logarithmic:
            let below = TickInterval.all.last { $0.value <= range.lowerBound }?.value ?? range.lowerBound
            let above = TickInterval.all.first { $0.value >= range.upperBound }?.value ?? range.upperBound
            return below...above
        }
    }
}

extension Sequence<Double> {
    /// From the least to the greatest of those that count; nil of none.
    fileprivate func ends(where counts: (Double) -> Bool) -> ClosedRange<Double>? {
        let counted = filter(counts)
        guard let least = counted.min(), let greatest = counted.max() else { return nil }
        return least...greatest
    }
}
