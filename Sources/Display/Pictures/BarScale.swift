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
