import Glibc

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

extension Axis {
    /// Where a value is along the axis, from 0 at its beginning to 1 at its end; below or above that beyond it.
    public func place(_ value: Double) -> Double {
        let (start, end) = (range.lowerBound, range.upperBound)
        let way =
            switch scale {
            case .linear: (value - start) / (end - start)
            case .logarithmic: value > 0 ? log10(value / start) / log10(end / start) : -1
            }
        return isFalling ? 1 - way : way
    }
}

extension Axis {
    /// Where figures stand along the axis, in rising order and within its range: on a linear one the multiples of 1, 2
    /// or 5 times a power of ten, on a logarithmic one those figures themselves, or the powers of ten alone where that
    /// would be too many.
    public func ticks(atMost count: Int) -> [Double] {
        guard count > 0 else { return [] }
        switch scale {
        case .linear: return multiples(atMost: count)
        case .logarithmic:
            let all = TickInterval.all.filter { range.contains($0.value) }
            if all.count <= count { return all.map(\.value) }
            let decades = all.filter { $0.mantissa == 1 }
            // Decades are left out evenly, counted from 1, so that the axis does not depend on where it begins.
            for gap in 1...TickInterval.all.count {
                let kept = decades.filter { $0.exponent.isMultiple(of: gap) }
                if kept.count <= count { return kept.map(\.value) }
            }
            return []
        }
    }

    private func multiples(atMost count: Int) -> [Double] {
        // With one step less there is one figure at each end.
        var ticks: [Double] = []
        for room in (1...count).reversed() {
            let step = TickInterval.step(across: range, atMost: room)
            let first = step.count(in: range.lowerBound).rounded(.up)
            let last = step.count(in: range.upperBound).rounded(.down)
            ticks = stride(from: first, through: last, by: 1).map(step.multiple).filter(range.contains)
            if ticks.count <= count { break }
        }
        return Array(ticks.prefix(count))
    }
}

/// 1, 2 or 5 times a power of ten: what people count by along an axis.
struct TickInterval: Hashable, Sendable {
    let mantissa: Int
    let exponent: Int

    var value: Double { multiple(1) }

    /// How often it goes into a value.
    func count(in value: Double) -> Double { value / self.value }

    /// A multiple of it, to the last digit: three times 0.1 is 0.3.
    func multiple(_ count: Double) -> Double {
        let figure = Int(exactly: count * Double(mantissa)) ?? 0
        return Double("\(figure)e\(exponent)") ?? 0
    }

    /// All of them that can be on an axis, the smallest first.
    static let all = (-101...101).flatMap { exponent in
        [1, 2, 5].map { TickInterval(mantissa: $0, exponent: exponent) }
    }

    /// The smallest one by which a range is counted in at most so many steps.
    static func step(across range: ClosedRange<Double>, atMost count: Int) -> TickInterval {
        let length = range.upperBound - range.lowerBound
        return all.first { length / $0.value <= Double(max(1, count)) } ?? TickInterval(mantissa: 1, exponent: 101)
    }
}

/// What bars of one figure in many rows are measured by: from nothing to the greatest, or from the least where that is
/// below nothing; where a plot of them would be logarithmic, from the least on.
public struct BarScale: Hashable, Sendable {
    private let axis: Axis

    public init(from least: Double, to greatest: Double) {
        let scale = Axis.Scale(fitting: [least, greatest])
        let range =
            switch scale {
            case .linear: min(least, 0)...max(greatest, 0)
            case .logarithmic: least...greatest
            }
        axis = Axis("", scale: scale, range: range)
    }

    /// From 0 to 1.
    public func part(of figure: Double) -> Double {
        let part = axis.place(figure)
        return part.isFinite ? min(1, max(0, part)) : 0
    }
}
