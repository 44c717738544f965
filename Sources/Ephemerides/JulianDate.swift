/// A moment as a Julian date in universal time (UT).
///
/// The difference between UT and UTC is less than 0.9 s and is ignored.
public struct JulianDate: Hashable, Comparable, Sendable {
    public var days: Double

    public init(_ days: Double) { self.days = days }

    /// Creates a date from the seconds since 1970-01-01 00:00 UTC (Julian date 2440587.5).
    public init(secondsSince1970 seconds: Double) { self.init(2_440_587.5 + seconds / 86_400) }

    public var secondsSince1970: Double { (days - 2_440_587.5) * 86_400 }

    public static func < (left: JulianDate, right: JulianDate) -> Bool { left.days < right.days }

    /// The period in which the theories of the planets and the Moon have the stated errors: the years 1800–2049.
    public static let supported = JulianDate(2_378_496.5)..<JulianDate(2_469_807.5)

    /// Julian centuries of universal time since J2000.
    var centuriesUT: Double { (days - Self.j2000) / 36_525 }

    /// Julian centuries of terrestrial time since J2000.
    var centuries: Double { (days + terrestrialOffset / 86_400 - Self.j2000) / 36_525 }

    /// The Julian date of 2000-01-01 12:00.
    static let j2000 = 2_451_545.0

    /// The difference between terrestrial and universal time (ΔT) in seconds, from a table with one value per decade.
    ///
    /// Sources: Meeus, Astronomical Algorithms (1998), table 10.A; IERS Bulletin A for 2000–2020. The values for 2030
    /// and later are predictions. An error of 10 s moves the Moon by 5″ and everything else by less than 1″.
    var terrestrialOffset: Double {
        let decade = (2000 + centuriesUT * 100 - 1800) / 10
        let index = Int(Swift.min(Swift.max(decade, 0), Double(Self.offsets.count - 2)))
        let part = decade - Double(index)
        return Self.offsets[index] + part * (Self.offsets[index + 1] - Self.offsets[index])
    }

    /// ΔT at the beginning of 1800, 1810, …, 2050.
    private static let offsets = [
        13.7, 12.5, 12.0, 7.5, 5.7, 7.1, 7.9, 1.6, -5.4, -5.9, -2.7, 10.5, 21.2, 24.0, 24.3, 29.1, 33.1, 40.2, 50.5,
        56.9,
        63.8, 66.1, 69.4, 69.5, 72, 75,
    ]
}

/// The apparent sidereal time at Greenwich (Meeus, formula 12.4, with the equation of the equinoxes).
public enum SiderealTime {
    /// The rotation of the Earth relative to the equinox in degrees per day.
    static let degreesPerDay = 360.98564736629

    /// Returns the sidereal time in degrees.
    public static func degrees(at date: JulianDate) -> Double {
        let t = date.centuriesUT
        let mean =
            280.46061837 + degreesPerDay * (date.days - JulianDate.j2000) + t.polynomial(0, 0, 0.000387933)
            - t * t * t / 38_710_000
        let nutation = Nutation(at: date)
        return (mean + nutation.longitude * cosine(nutation.obliquity)).normalizedDegrees
    }
}
