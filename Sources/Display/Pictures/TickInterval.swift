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
