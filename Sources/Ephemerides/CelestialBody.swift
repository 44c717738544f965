/// A body in the sky.
public enum CelestialBody: Hashable, Sendable {
    case sun
    case moon
    case planet(MajorPlanet)
    /// A star at a position relative to the equinox J2000.
    case star(EquatorialPosition)

    /// Returns the apparent geocentric position relative to the true equator and equinox of a date.
    public func position(at date: JulianDate) -> EquatorialPosition {
        switch self {
        case .sun: SolarPosition.ecliptic(at: date).equatorial(Nutation(at: date))
        case .moon: LunarPosition.ecliptic(at: date).equatorial(Nutation(at: date))
        case .planet(let planet): PlanetPosition(planet, at: date).geocentric.equatorial(Nutation(at: date))
        case .star(let position): position.apparent(at: date)
        }
    }

    /// Returns the apparent visual magnitude, or `nil` for a star.
    public func magnitude(at date: JulianDate) -> Double? {
        switch self {
        case .sun: Magnitude.sun(at: SolarPosition.ecliptic(at: date).distance)
        case .moon: moonMagnitude(at: date)
        case .planet(let planet): Magnitude.planet(PlanetPosition(planet, at: date), at: date)
        case .star: nil
        }
    }

    private func moonMagnitude(at date: JulianDate) -> Double {
        let (sun, moon) = (SolarPosition.ecliptic(at: date), LunarPosition.ecliptic(at: date))
        return Magnitude.moon(
            phase: MoonPhase(at: date).phaseAngle, distance: moon.distance, distanceFromSun: sun.distance)
    }

    /// The largest error of the calculated position in degrees, for any year from 1800 to 2049 (see the tests).
    public var error: Double {
        switch self {
        case .sun, .moon, .star: 0.01
        case .planet(.mercury), .planet(.neptune): 0.02
        case .planet(.venus): 0.03
        case .planet(.mars): 0.06
        case .planet(.jupiter): 0.18
        case .planet(.saturn): 0.25
        case .planet(.uranus): 0.04
        }
    }

    /// Returns the altitude of the center of the body in degrees, relative to its altitude at rising and setting. The
    /// body is visible if the result is not negative.
    public func height(from observer: Observer, at date: JulianDate) -> Double {
        let position = position(at: date)
        return HorizontalPosition(position, from: observer, at: date).altitude
            - standardAltitude(at: position.distance)
    }

    /// The altitude of the center of the body above the horizon, without refraction, at rising and setting in degrees
    /// (Meeus, chapter 15). The refraction at the horizon is 34′. The Sun and the Moon rise and set with their upper limb.
    private func standardAltitude(at distance: Double) -> Double {
        switch self {
        case .sun: -0.8333
        case .moon: -34 / 60.0 - arcSine(0.272481 * sine(LunarPosition.parallax(at: distance)))
        case .planet, .star: -34 / 60.0
        }
    }
}

/// The phase of the Moon (Meeus, chapter 48).
public struct MoonPhase: Hashable, Sendable {
    /// The angle between the Sun and the Earth as seen from the Moon, in degrees.
    let phaseAngle: Double
    /// The illuminated part of the disk, from 0 to 1.
    public var illuminated: Double { (1 + cosine(phaseAngle)) / 2 }
    /// Whether the illuminated part is growing.
    public let isWaxing: Bool

    public init(at date: JulianDate) {
        let (sun, moon) = (SolarPosition.ecliptic(at: date), LunarPosition.ecliptic(at: date))
        let elongation = arcCosine(cosine(moon.latitude) * cosine(moon.longitude - sun.longitude))
        phaseAngle = arcTangent(
            sun.distance * sine(elongation), moon.distance - sun.distance * cosine(elongation))
        isWaxing = (moon.longitude - sun.longitude).signedDegrees > 0
    }
}
