import Glibc

/// An axis of a plot: a quantity, its scale, and its range.
public struct Axis: Hashable, Sendable {
    public enum Scale: String, Hashable, Sendable {
        case linear
        /// A scale on which each decade has the same length. It can show only positive values.
        case logarithmic
    }

    public let name: String
    /// The unit, or an empty string for a pure number.
    public let unit: String
    public let scale: Scale
    /// The range of the axis. The bounds are never equal.
    public let range: ClosedRange<Double>
    /// Whether the values decrease along the axis.
    public var isDescending = false
    /// The preferred tick intervals of a linear axis in ascending order, such as whole hours of a day.
    public var steps: [Double] = []

    /// Creates an axis with a range. If the bounds are almost equal, the range is widened. If the scale cannot show a
    /// bound, the range is 1 to 10.
    public init(_ name: String, unit: String = "", scale: Scale = .linear, range: ClosedRange<Double>) {
        self.name = name
        self.unit = unit
        self.scale = scale
        self.range = scale.widened(range)
    }

    /// Creates an axis whose range contains the values and is extended to round numbers.
    ///
    /// - Parameters:
    ///   - least: The least possible value. The range is not extended below it.
    ///   - margin: The fraction of the range that remains free at each end.
    public init(
        _ name: String, unit: String = "", scale: Scale = .linear, around values: some Sequence<Double>,
        atLeast least: Double = -.infinity, margin: Double = 0
    ) {
        let extremes = values.ends(where: scale.shows)
        let ends = scale.widened(extremes ?? 1...10)
        let round = scale.rounded(ends)
        let range = extremes.map { scale.framed(round, around: $0, margin: margin) } ?? round
        let start = ends.lowerBound < least ? range.lowerBound : max(range.lowerBound, least)
        self.init(name, unit: unit, scale: scale, range: start...range.upperBound)
    }

    /// Returns the part of the axis within limits, such as the limits of a coordinate.
    public func within(_ limits: ClosedRange<Double>) -> Axis {
        var axis = Axis(name, unit: unit, scale: scale, range: range.clamped(to: limits))
        axis.isDescending = isDescending
        axis.steps = steps
        return axis
    }

    /// The axis with whole numbers as ticks, for counts and years.
    public var wholeNumbers: Axis {
        var axis = self
        axis.steps = TickInterval.all.map(\.value).filter { $0 >= 1 && $0 < 1e12 }
        return axis
    }

    /// Returns whether a value is within the range of the axis.
    public func shows(_ value: Double) -> Bool { scale.shows(value) && range.contains(value) }
}

extension Axis.Scale {
    /// Creates a scale that fits values. It is logarithmic if all values are positive and the maximum is more than 50
    /// times the minimum.
    public init(fitting values: some Sequence<Double>) {
        let isWide =
            values.ends(where: \.isFinite).map { $0.lowerBound > 0 && $0.upperBound / $0.lowerBound > 50 } ?? false
        self = isWide ? .logarithmic : .linear
    }

    fileprivate func shows(_ value: Double) -> Bool {
        // Differences between values beyond these limits might overflow.
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

    /// Returns the range, extended at each end that is closer to the values than the margin. The margin is a fraction
    /// of the length of the range.
    fileprivate func framed(
        _ range: ClosedRange<Double>, around values: ClosedRange<Double>, margin: Double
    ) -> ClosedRange<Double> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        switch self {
        case .linear:
            let part = (upper - lower) * margin
            if values.lowerBound - lower < part { lower -= part }
            if upper - values.upperBound < part { upper += part }
        case .logarithmic:
            let part = pow(upper / lower, margin)
            if values.lowerBound / lower < part { lower /= part }
            if upper / values.upperBound < part { upper *= part }
        }
        return lower...upper
    }

    /// Returns the range extended to round numbers.
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
    /// Returns the range of the values that satisfy a predicate, or `nil` if no value does.
    fileprivate func ends(where counts: (Double) -> Bool) -> ClosedRange<Double>? {
        let counted = filter(counts)
        guard let least = counted.min(), let greatest = counted.max() else { return nil }
        return least...greatest
    }
}

extension Axis {
    /// Returns the position of a value along the axis, from 0 at the start to 1 at the end.
    public func place(_ value: Double) -> Double {
        let (start, end) = (range.lowerBound, range.upperBound)
        let way =
            switch scale {
            case .linear: (value - start) / (end - start)
            case .logarithmic: value > 0 ? log10(value / start) / log10(end / start) : -1
            }
        return isDescending ? 1 - way : way
    }

    /// Returns the tick values in ascending order.
    ///
    /// On a linear axis, ticks are multiples of a preferred interval if one fits, and multiples of 1, 2, or 5 times a
    /// power of ten otherwise. On a logarithmic axis, ticks are 1, 2, or 5 times a power of ten. If there would be too
    /// many, the ticks are all or some powers of ten.
    public func ticks(atMost count: Int) -> [Double] {
        guard count > 0 else { return [] }
        switch scale {
        case .linear: return preferred(atMost: count) ?? multiples(atMost: count)
        case .logarithmic:
            let all = TickInterval.all.filter { range.contains($0.value) }
            if all.count <= count { return all.map(\.value) }
            let decades = all.filter { $0.mantissa == 1 }
            // Exponents are multiples of the gap, so that the ticks do not depend on the range.
            for gap in 1...TickInterval.all.count {
                let kept = decades.filter { $0.exponent.isMultiple(of: gap) }
                if kept.count <= count { return kept.map(\.value) }
            }
            return []
        }
    }

    /// Returns the ticks with the smallest preferred interval that yields few enough, or `nil` if none does.
    private func preferred(atMost count: Int) -> [Double]? {
        steps.lazy.map { step -> [Double] in
            let first = (range.lowerBound / step).rounded(.up)
            let last = min((range.upperBound / step).rounded(.down), first + Double(count))
            return stride(from: first, through: last, by: 1).map { $0 * step }
        }.first { $0.count <= count }
    }

    private func multiples(atMost count: Int) -> [Double] {
        // A range divided into `count` parts can have one more tick than parts.
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

/// A tick interval of 1, 2, or 5 times a power of ten.
struct TickInterval: Hashable, Sendable {
    let mantissa: Int
    let exponent: Int

    var value: Double { multiple(1) }

    func count(in value: Double) -> Double { value / self.value }

    /// Returns the floating-point number closest to a multiple of the interval, such as 0.3 for three times 0.1.
    func multiple(_ count: Double) -> Double {
        let figure = Int(exactly: count * Double(mantissa)) ?? 0
        return Double("\(figure)e\(exponent)") ?? 0
    }

    /// All tick intervals, in ascending order.
    static let all = (-101...101).flatMap { exponent in
        [1, 2, 5].map { TickInterval(mantissa: $0, exponent: exponent) }
    }

    /// Returns the smallest interval that divides a range into at most `count` parts.
    static func step(across range: ClosedRange<Double>, atMost count: Int) -> TickInterval {
        let length = range.upperBound - range.lowerBound
        return all.first { length / $0.value <= Double(max(1, count)) } ?? TickInterval(mantissa: 1, exponent: 101)
    }
}

/// The scale of the bars in a column: linear from zero or a negative minimum, or logarithmic from the minimum.
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

    /// Returns the length of the bar for a number, from 0 to 1.
    public func part(of figure: Double) -> Double {
        let part = axis.place(figure)
        return part.isFinite ? min(1, max(0, part)) : 0
    }
}
