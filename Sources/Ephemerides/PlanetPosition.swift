/// The position of a planet as seen from the Sun and from the Earth.
struct PlanetPosition: Hashable, Sendable {
    let planet: MajorPlanet
    /// The apparent geocentric position relative to the mean equinox of the date.
    let geocentric: EclipticPosition
    /// The distance from the Sun in astronomical units.
    let distanceFromSun: Double
    /// The distance of the Earth from the Sun in astronomical units.
    private let earthDistance: Double

    /// Calculates the position with light time and aberration, from the positions of the planet and the Earth when the
    /// light left the planet (Meeus, chapter 33).
    init(_ planet: MajorPlanet, at date: JulianDate) {
        let t = date.centuries
        var (sun, earth) = (OrbitalElements.planet(planet, t).position, OrbitalElements.earth(t).position)
        for _ in 0..<2 {
            let emission = t - (sun - earth).length * Self.lightTime / 36_525
            sun = OrbitalElements.planet(planet, emission).position
            earth = OrbitalElements.earth(emission).position
        }
        self.planet = planet
        geocentric = EclipticPosition(sun - earth).precessed(to: date)
        distanceFromSun = sun.length
        earthDistance = earth.length
    }

    /// The light time for one astronomical unit in days.
    private static let lightTime = 0.0057755183

    /// The angle between the Sun and the Earth as seen from the planet, in degrees.
    var phaseAngle: Double {
        let (r, delta) = (distanceFromSun, geocentric.distance)
        return arcCosine((r * r + delta * delta - earthDistance * earthDistance) / (2 * r * delta))
    }
}
