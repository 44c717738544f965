/// A star with what orbits it, the nearest first.
public struct PlanetSystem: Hashable, Sendable {
    /// The name of the star, as the catalogue writes it.
    public let star: String
    public let bodies: [Record<Planet>]

    public init(star: String, bodies: [Record<Planet>]) {
        self.star = star
        self.bodies = bodies.sorted { ($0.content.place, $0.id.rawValue) < ($1.content.place, $1.id.rawValue) }
    }
}

extension Planet {
    /// What orbits slower is farther out (Kepler's third law), and what has neither axis nor period comes last.
    fileprivate var place: Double {
        if let semiMajorAxisAu { return semiMajorAxisAu }
        if let semiMajorAxisKm { return Unit.km.convert(semiMajorAxisKm, to: .au) }
        guard let orbitalPeriodDays, orbitalPeriodDays > 0 else { return .infinity }
        return axis(ofPeriod: orbitalPeriodDays)
    }

    /// In astronomical units, as if the star had the mass of the Sun where that is unknown.
    private func axis(ofPeriod days: Double) -> Double {
        let years = Unit.day.convert(days, to: .year)
        let cube = years * years * (starMassSun ?? 1)
        // Newton's method for the cube root, from above.
        var root = max(1, cube)
        for _ in 0..<100 { root -= (root - cube / (root * root)) / 3 }
        return root
    }
}
