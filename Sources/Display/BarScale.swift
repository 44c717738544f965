#if canImport(Glibc)
    import Glibc
#endif

/// What bars of one figure in many rows are measured by: from nothing to the greatest, or, where least and greatest are
/// more than fifty times apart, by their logarithms from the least on; from the least where that is below nothing.
public struct BarScale: Hashable, Sendable {
    private let least: Double
    private let greatest: Double

    public init(from least: Double, to greatest: Double) {
        self.least = least
        self.greatest = greatest
    }

    /// From 0 to 1.
    public func part(of figure: Double) -> Double {
        let part =
            if least > 0, greatest / least > Self.farApart {
                log(figure / least) / log(greatest / least)
            } else {
                (figure - min(least, 0)) / (max(greatest, 0) - min(least, 0))
            }
        return part.isFinite ? min(1, max(0, part)) : 0
    }

    private static let farApart = 50.0
}
