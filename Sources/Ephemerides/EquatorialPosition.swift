/// A position relative to the equator; angles are in degrees.
public struct EquatorialPosition: Hashable, Sendable {
    public var rightAscension: Double
    public var declination: Double
    /// The distance in astronomical units; infinite for a star.
    public var distance: Double

    public init(rightAscension: Double, declination: Double, distance: Double = .infinity) {
        self.rightAscension = rightAscension.normalizedDegrees
        self.declination = declination
        self.distance = distance
    }

    /// Converts a position from the equinox J2000, which catalogs use, to the true equator of a date.
    ///
    /// Aberration (up to 20″) and the proper motion of the star are ignored.
    func apparent(at date: JulianDate) -> EquatorialPosition {
        let obliquity = Nutation.obliquityOfJ2000
        let tangent = sine(declination) / cosine(declination)
        let ecliptic = EclipticPosition(
            longitude: arcTangent(
                sine(rightAscension) * cosine(obliquity) + tangent * sine(obliquity), cosine(rightAscension)),
            latitude: arcSine(
                sine(declination) * cosine(obliquity) - cosine(declination) * sine(obliquity) * sine(rightAscension)),
            distance: distance)
        return ecliptic.precessed(to: date).equatorial(Nutation(at: date))
    }
}
