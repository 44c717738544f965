import Glibc

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

    /// Returns the altitude of the body’s center in degrees, relative to its altitude at rising and setting. The body
    /// is above the horizon if the result is not negative.
    public func height(from observer: Observer, at date: JulianDate) -> Double {
        let position = position(at: date)
        return HorizontalPosition(position, from: observer, at: date).altitude
            - standardAltitude(at: position.distance)
    }

    /// Returns the altitude of the body’s center in degrees, without refraction, when the body rises or sets (Meeus,
    /// chapter 15). The refraction at the horizon is 34′. The rising and setting of the Sun and the Moon refer to their
    /// upper limb.
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
    /// The illuminated fraction of the disk, from 0 to 1.
    public var illuminated: Double { (1 + cosine(phaseAngle)) / 2 }
    /// Whether the illuminated fraction is growing.
    public let isWaxing: Bool

    public init(at date: JulianDate) {
        let (sun, moon) = (SolarPosition.ecliptic(at: date), LunarPosition.ecliptic(at: date))
        let elongation = arcCosine(cosine(moon.latitude) * cosine(moon.longitude - sun.longitude))
        phaseAngle = arcTangent(
            sun.distance * sine(elongation), moon.distance - sun.distance * cosine(elongation))
        isWaxing = (moon.longitude - sun.longitude).signedDegrees > 0
    }
}

/// A planet of the solar system other than the Earth. The raw value is its name.
public enum MajorPlanet: String, Hashable, Sendable, CaseIterable {
    case mercury = "Mercury"
    case venus = "Venus"
    case mars = "Mars"
    case jupiter = "Jupiter"
    case saturn = "Saturn"
    case uranus = "Uranus"
    case neptune = "Neptune"
}

/// Apparent visual magnitudes.
enum Magnitude {
    /// Returns the magnitude of the Sun at a distance in astronomical units (Allen’s Astrophysical Quantities, 2000).
    static func sun(at distance: Double) -> Double { -26.75 + 5 * log10(distance) }

    /// Returns the magnitude of the Moon from its phase angle in degrees (Allen, Astrophysical Quantities, 1976,
    /// section 66), at distances in astronomical units from the Earth and the Sun. Eclipses and the brightening at full
    /// moon are ignored.
    static func moon(phase: Double, distance: Double, distanceFromSun: Double) -> Double {
        let mean = 385_000.56 / LunarPosition.kilometersPerUnit
        let curve = -12.73 + 0.026 * phase + 4e-9 * phase * phase * phase * phase
        return curve + 5 * log10(distance / mean * distanceFromSun)
    }

    /// Returns the magnitude of a planet (Mallama and Hilton 2018, Computing apparent planetary magnitudes for The
    /// Astronomical Almanac). The rotation of Mars, up to ±0.1, and the tilt of Uranus, up to 0.07, are ignored.
    static func planet(_ position: PlanetPosition, at date: JulianDate) -> Double {
        let phase = position.phaseAngle
        return 5 * log10(position.distanceFromSun * position.geocentric.distance)
            + absolute(position, phase, at: date)
    }

    private static func absolute(_ position: PlanetPosition, _ phase: Double, at date: JulianDate) -> Double {
        switch position.planet {
        case .mercury:
            phase.polynomial(-0.613, 6.3280e-2, -1.6336e-3, 3.3644e-5, -3.4265e-7, 1.6893e-9, -3.0334e-12)
        case .venus where phase <= 163.7:
            phase.polynomial(-4.384, -1.044e-3, 3.687e-4, -2.814e-6, 8.938e-9)
        case .venus: phase.polynomial(236.05828, -2.81914, 8.39034e-3)
        case .mars where phase <= 50: phase.polynomial(-1.601, 0.02267, -0.0001302)
        case .mars: phase.polynomial(-0.367, -0.02573, 0.0003445)
        case .jupiter: phase.polynomial(-9.395, -3.7e-4, 6.16e-4)
        case .saturn: saturn(phase, tilt: abs(ringTilt(position.geocentric, at: date)))
        case .uranus: phase.polynomial(-7.110, 6.587e-3, 1.045e-4)
        case .neptune: neptune(at: date)
        }
    }

    /// Returns the magnitude of Saturn with its rings at a distance of 1 au from the Earth and the Sun.
    private static func saturn(_ phase: Double, tilt: Double) -> Double {
        -8.914 - 1.825 * sine(tilt) + 0.026 * phase - 0.378 * sine(tilt) * exp(-2.25 * phase)
    }

    /// Returns the latitude of the Earth above the ring plane of Saturn in degrees (Meeus, chapter 45).
    private static func ringTilt(_ saturn: EclipticPosition, at date: JulianDate) -> Double {
        let t = date.centuries
        let inclination = t.polynomial(28.075216, -0.012998, 0.000004)
        let node = t.polynomial(169.508470, 1.394681, 0.000412)
        return arcSine(
            sine(inclination) * cosine(saturn.latitude) * sine(saturn.longitude - node)
                - cosine(inclination) * sine(saturn.latitude))
    }

    /// Returns the magnitude of Neptune at 1 au. Neptune became brighter between 1980 and 2000.
    private static func neptune(at date: JulianDate) -> Double {
        let year = 2000 + date.centuriesUT * 100
        return Swift.min(-6.89, Swift.max(-7.00, -6.89 - 0.0054 * (year - 1980)))
    }
}
