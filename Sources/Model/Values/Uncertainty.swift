/// The uncertainty of a measured value, in its unit.
public struct Uncertainty: Hashable, Sendable {
    /// The distance to the upper bound, which is not negative.
    public let upper: Double
    /// The distance to the lower bound, which is not negative.
    public let lower: Double

    /// Creates an uncertainty, or returns `nil` if a distance is negative or infinite.
    public init?(upper: Double, lower: Double) {
        guard upper.isFinite, lower.isFinite, upper >= 0, lower >= 0 else { return nil }
        self.upper = upper
        self.lower = lower
    }

    /// Creates an uncertainty from text such as `±0.2`, `0.2`, `+0.3 -0.2`, or `0.3, 0.2`, or returns `nil` if the
    /// text is invalid.
    public init?(_ text: String) {
        let text = text.replacing("+/-", with: "±").replacing("+-", with: "±").replacing("−", with: "-")
        // A comma without a space may be a decimal comma.
        let parts = text.replacing(", ", with: " ").split { $0 == " " || $0 == "/" }
        func distance(_ part: Substring, _ signs: String) -> Double? {
            let number = part.first.map { signs.contains($0) } == true ? part.dropFirst() : part
            return number.first.map { "+-".contains($0) } == true ? nil : Double(number)
        }
        switch parts.count {
        case 1:
            guard let both = distance(parts[0], "±") else { return nil }
            self.init(upper: both, lower: both)
        case 2 where parts[0] == "±":
            guard let both = Double(parts[1]) else { return nil }
            self.init(upper: both, lower: both)
        case 2:
            guard let upper = distance(parts[0], "+"), let lower = distance(parts[1], "-") else { return nil }
            self.init(upper: upper, lower: lower)
        default: return nil
        }
    }
}

extension Uncertainty: CustomStringConvertible {
    /// The uncertainty as `±0.2` or `+0.3 -0.2`.
    public var description: String { upper == lower ? "±\(upper.digits)" : "+\(upper.digits) -\(lower.digits)" }
}
