import Glibc

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
