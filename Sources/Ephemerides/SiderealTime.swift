/// The apparent sidereal time at Greenwich (Meeus, formula 12.4, with the equation of the equinoxes).
public enum SiderealTime {
    /// Returns the sidereal time in degrees.
    public static func degrees(at date: JulianDate) -> Double {
        let t = date.centuriesUT
        let mean =
            280.46061837 + 360.98564736629 * (date.days - JulianDate.j2000) + t.polynomial(0, 0, 0.000387933)
            - t * t * t / 38_710_000
        let nutation = Nutation(at: date)
        return (mean + nutation.longitude * cosine(nutation.obliquity)).normalizedDegrees
    }
}
