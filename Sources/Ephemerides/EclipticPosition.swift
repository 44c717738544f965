import Glibc

/// A position relative to the ecliptic; angles are in degrees.
public struct EclipticPosition: Hashable, Sendable {
    public var longitude: Double
    public var latitude: Double
    /// The distance in astronomical units; infinite for a star.
    public var distance: Double

    init(longitude: Double, latitude: Double, distance: Double) {
        self.longitude = longitude.normalizedDegrees
        self.latitude = latitude
        self.distance = distance
    }

    init(_ vector: Vector) {
        self.init(
            longitude: arcTangent(vector.y, vector.x),
            latitude: arcTangent(vector.z, (vector.x * vector.x + vector.y * vector.y).squareRoot()),
            distance: vector.length)
    }

    /// Converts a position from the equinox J2000 to the mean equinox of a date by rigorous precession (Meeus, chapter 21,
    /// formulas 21.5 and 21.7; Lieske and others 1977).
    func precessed(to date: JulianDate) -> EclipticPosition {
        let t = date.centuries
        let inclination = t.polynomial(0, 47.0029, -0.03302, 0.000060) / 3600
        let node = 174.876384 + t.polynomial(0, -869.8089, 0.03536) / 3600
        let precession = t.polynomial(0, 5029.0966, 1.11113, -0.000006) / 3600
        let (north, along) = (sine(latitude), cosine(latitude))
        let angle = node - longitude
        let y = cosine(inclination) * along * sine(angle) - sine(inclination) * north
        let x = along * cosine(angle)
        let z = cosine(inclination) * north + sine(inclination) * along * sine(angle)
        return EclipticPosition(
            longitude: precession + node - arcTangent(y, x), latitude: arcSine(z), distance: distance)
    }

    /// Converts a geocentric position from the mean equinox of a date to the true equator (Meeus, formulas 13.3 and 13.4).
    func equatorial(_ nutation: Nutation) -> EquatorialPosition {
        let (longitude, obliquity) = (longitude + nutation.longitude, nutation.obliquity)
        let tangent = sine(latitude) / cosine(latitude)
        return EquatorialPosition(
            rightAscension: arcTangent(
                sine(longitude) * cosine(obliquity) - tangent * sine(obliquity), cosine(longitude)),
            declination: arcSine(
                sine(latitude) * cosine(obliquity) + cosine(latitude) * sine(obliquity) * sine(longitude)),
            distance: distance)
    }
}

/// A vector in astronomical units along the axes of the ecliptic.
struct Vector: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    var length: Double { (x * x + y * y + z * z).squareRoot() }

    static func - (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }
}
