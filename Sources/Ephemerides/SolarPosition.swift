/// The position of the Sun, accurate to 0.01° (Meeus, chapter 25, the theory of low accuracy).
enum SolarPosition {
    /// Returns the geocentric position relative to the mean equinox of a date, with aberration.
    static func ecliptic(at date: JulianDate) -> EclipticPosition {
        let t = date.centuries
        let longitude = t.polynomial(280.46646, 36_000.76983, 0.0003032)
        let anomaly = t.polynomial(357.52911, 35_999.05029, -0.0001537)
        let eccentricity = t.polynomial(0.016708634, -0.000042037, -0.0000001267)
        let center =
            t.polynomial(1.914602, -0.004817, -0.000014) * sine(anomaly)
            + t.polynomial(0.019993, -0.000101) * sine(2 * anomaly) + 0.000289 * sine(3 * anomaly)
        let distance =
            1.000001018 * (1 - eccentricity * eccentricity) / (1 + eccentricity * cosine(anomaly + center))
        return EclipticPosition(longitude: longitude + center - 0.00569, latitude: 0, distance: distance)
    }
}
