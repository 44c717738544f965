import Glibc

/// Apparent visual magnitudes.
enum Magnitude {
    /// Returns the magnitude of the Sun at a distance in astronomical units (Allen’s Astrophysical Quantities, 2000).
    static func sun(at distance: Double) -> Double { -26.75 + 5 * log10(distance) }

    /// Returns the magnitude of the Moon from its phase angle in degrees (Allen, Astrophysical Quantities, 1976, §66), at
    /// distances in astronomical units from the Earth and the Sun. Eclipses and the brightening at full moon are ignored.
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
