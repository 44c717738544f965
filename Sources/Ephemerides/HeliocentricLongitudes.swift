/// The heliocentric longitudes of a planet and of its perihelion in degrees, relative to the mean equinox of a date.
public struct HeliocentricLongitudes: Hashable, Sendable {
    public let planet: Double
    public let perihelion: Double

    init(_ elements: OrbitalElements, at date: JulianDate) {
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
