/// A star with what orbits it, the nearest first.
public struct PlanetSystem: Hashable, Sendable {
    /// The name of the star, as the catalogue writes it.
    public let star: String
    public let bodies: [Record<Planet>]

    public init(star: String, bodies: [Record<Planet>]) {
        self.star = star
        self.bodies = bodies.sorted { ($0.content.year, $0.id.rawValue) < ($1.content.year, $1.id.rawValue) }
    }
}

extension Planet {
    /// How many days it takes around its star: what is farther out takes longer. By Kepler's third law where only the axis is
    /// known, as if of a star like the Sun unless its mass is; endless where nothing is.
    fileprivate var year: Double {
        if let orbitalPeriodDays, orbitalPeriodDays > 0 { return orbitalPeriodDays }
        guard let axis = axisAu else { return .infinity }
        return Unit.year.convert((axis * axis * axis / (starMassSun ?? 1)).squareRoot(), to: .day)
    }
}
