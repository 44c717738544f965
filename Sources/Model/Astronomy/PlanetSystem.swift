/// A star and the bodies that orbit it, innermost first.
public struct PlanetSystem: Hashable, Sendable {
    public let star: String
    public let bodies: [Record<Planet>]

    public init(star: String, bodies: [Record<Planet>]) {
        self.star = star
        self.bodies = bodies.sorted { ($0.content.year, $0.id.rawValue) < ($1.content.year, $1.id.rawValue) }
    }
}

extension Planet {
    /// The orbital period in days, used to sort the bodies of a system.
    ///
    /// If the period is missing, it is calculated from the axis by Kepler’s third law. The default mass of the star is
    /// one solar mass. Without an axis, the period is infinite.
    fileprivate var year: Double {
        if let orbitalPeriodDays, orbitalPeriodDays > 0 { return orbitalPeriodDays }
        guard let axis = axisAu else { return .infinity }
        return Unit.year.convert((axis * axis * axis / (starMassSun ?? 1)).squareRoot(), to: .day)
    }
}
