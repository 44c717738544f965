/// The positions of the Sun and the sidereal time for a span of time, interpolated between the days of a table.
///
/// The interpolation moves the Sun by up to 8″ and the sidereal time by up to 0.1″.
public struct SolarEphemeris: Sendable {
    private struct Day {
        /// The apparent position of the Sun relative to the true equator.
        let sun: Vector
        /// The sidereal time at Greenwich in degrees.
        let siderealTime: Double
    }

    private let start: Double
    private let days: [Day]

    /// Creates the table for a span and the days before and after it.
    ///
    /// - Parameter margin: The number of days before and after the span.
    public init(of span: Range<JulianDate>, margin: Int = 1) {
        let start = span.lowerBound.days.rounded(.down) - Double(margin)
        let count = Int((span.upperBound.days - start).rounded(.up)) + margin
        self.start = start
        days = (0...count).map { number in
            let date = JulianDate(start + Double(number))
            return Day(
                sun: Vector(CelestialBody.sun.position(at: date)), siderealTime: SiderealTime.degrees(at: date))
        }
    }

    var span: ClosedRange<Double> { start...(start + Double(days.count - 1)) }

    /// Returns the vector from the Earth to the Sun in astronomical units.
    func sun(at time: Double) -> Vector {
        let (number, part) = place(of: time)
        return days[number].sun.interpolated(to: days[number + 1].sun, part)
    }

    /// Returns the sidereal time at Greenwich in degrees, which can exceed 360.
    func siderealTime(at time: Double) -> Double {
        let (number, part) = place(of: time)
        return days[number].siderealTime + SiderealTime.degreesPerDay * part
    }

    private func place(of time: Double) -> (number: Int, part: Double) {
        let offset = time - start
        let number = Int(Swift.min(Swift.max(offset, 0), Double(days.count - 2)))
        return (number, offset - Double(number))
    }
}

/// The apparent directions of a star for a span of time, interpolated between its ends.
///
/// Over ten years, the interpolation ignores up to 20″ of nutation.
public struct StarPath: Sendable {
    private let ephemeris: SolarEphemeris
    private let ends: (Vector, Vector)

    /// Creates the path of a star from its position relative to the equinox J2000.
    public init(of star: EquatorialPosition, ephemeris: SolarEphemeris) {
        self.ephemeris = ephemeris
        let span = ephemeris.span
        let star = EquatorialPosition(rightAscension: star.rightAscension, declination: star.declination, distance: 1)
        ends = (
            Vector(star.apparent(at: JulianDate(span.lowerBound))),
            Vector(star.apparent(at: JulianDate(span.upperBound)))
        )
    }

    /// Returns the direction of the star relative to the true equator, as a vector of length 1.
    func direction(at time: Double) -> Vector {
        let span = ephemeris.span
        return ends.0.interpolated(
            to: ends.1, (time - span.lowerBound) / (span.upperBound - span.lowerBound))
    }

    /// Returns the time in days by which light from the star arrives earlier at the Earth than at the Sun; up to 8.3
    /// minutes. The distance of the Sun from the barycenter of the solar system (up to 5 s of light) is ignored.
    func lightTime(at date: JulianDate) -> Double {
        let (sun, star) = (ephemeris.sun(at: date.days), direction(at: date.days))
        return -0.0057755183 * (sun.x * star.x + sun.y * star.y + sun.z * star.z)
    }
}
