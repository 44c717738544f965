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

/// The heliocentric longitudes of a planet and of its perihelion in degrees, relative to the mean equinox of a date.
public struct HeliocentricLongitudes: Hashable, Sendable {
    public let planet: Double
    public let perihelion: Double

    fileprivate init(_ elements: OrbitalElements, at date: JulianDate) {
        let position = EclipticPosition(elements.position)
        planet = position.precessed(to: date).longitude
        perihelion = (elements.longitudeOfPerihelion + planet - position.longitude).normalizedDegrees
    }

    /// Returns the direction of a longitude, as a unit vector. Longitude 0° points to the right.
    public static func direction(of longitude: Double) -> (x: Double, y: Double) {
        (cosine(longitude), sine(longitude))
    }
}

extension MajorPlanet {
    public func heliocentricLongitudes(at date: JulianDate) -> HeliocentricLongitudes {
        HeliocentricLongitudes(.planet(self, date.centuries), at: date)
    }
}

/// The Earth as a planet.
public enum Earth {
    public static func heliocentricLongitudes(at date: JulianDate) -> HeliocentricLongitudes {
        HeliocentricLongitudes(.earth(date.centuries), at: date)
    }
}
