import Glibc

/// A position relative to the horizon of an observer, in degrees.
public struct HorizontalPosition: Hashable, Sendable {
    /// The altitude above the horizon without refraction.
    public let altitude: Double
    /// The direction from north (0) through east (90).
    public let azimuth: Double

    /// Calculates the position from an apparent geocentric one (Meeus, formulas 13.5 and 13.6) with the parallax of a
    /// spherical Earth, which matters for the Moon only (error up to 0.003°).
    public init(_ position: EquatorialPosition, from observer: Observer, at date: JulianDate) {
        let hourAngle = SiderealTime.degrees(at: date) + observer.longitude - position.rightAscension
        let (north, along) = (sine(observer.latitude), cosine(observer.latitude))
        let up =
            north * sine(position.declination) + along * cosine(position.declination) * cosine(hourAngle)
        let altitude = arcSine(up)
        self.altitude =
            position.distance.isFinite
            ? arcTangent(up - sine(LunarPosition.parallax(at: position.distance)), cosine(altitude)) : altitude
        azimuth =
            (180
            + arcTangent(
                cosine(position.declination) * sine(hourAngle),
                cosine(position.declination) * cosine(hourAngle) * north - sine(position.declination) * along))
            .normalizedDegrees
    }

    public init(of body: CelestialBody, from observer: Observer, at date: JulianDate) {
        self.init(body.position(at: date), from: observer, at: date)
    }

    /// The apparent altitude, which includes refraction.
    public var apparentAltitude: Double { altitude + Refraction.degrees(at: altitude) }
}
