/// The position of the Moon, accurate to 10″ in longitude and 4″ in latitude (Meeus, chapter 47).
enum LunarPosition {
    /// Returns the geocentric position relative to the mean equinox of a date.
    static func ecliptic(at date: JulianDate) -> EclipticPosition {
        let t = date.centuries
        let longitude = t.polynomial(218.3164477, 481_267.88123421, -0.0015786, 1 / 538_841.0, -1 / 65_194_000.0)
        let arguments = Arguments(t)
        let eccentricity = t.polynomial(1, -0.002516, -0.0000074)
        let (venus, jupiter) = (t.polynomial(119.75, 131.849), t.polynomial(53.09, 479_264.290))
        let flat = t.polynomial(313.45, 481_266.484)

        /// Returns the factor of a term with the Sun’s anomaly, which depends on the eccentricity of the Earth’s orbit.
        func factor(_ sun: Int) -> Double { sun == 0 ? 1 : abs(sun) == 1 ? eccentricity : eccentricity * eccentricity }

        var (along, away, north) = (0.0, 0.0, 0.0)
        for term in LunarTerms.longitudeAndDistance {
            let angle = arguments.angle(term.0, term.1, term.2, term.3)
            along += term.longitude * factor(term.1) * sine(angle)
            away += term.distance * factor(term.1) * cosine(angle)
        }
        for term in LunarTerms.latitude {
            north += term.latitude * factor(term.1) * sine(arguments.angle(term.0, term.1, term.2, term.3))
        }
        along += 3958 * sine(venus) + 1962 * sine(longitude - arguments.node) + 318 * sine(jupiter)
        north +=
            -2235 * sine(longitude) + 382 * sine(flat) + 175 * sine(venus - arguments.node)
            + 175 * sine(venus + arguments.node) + 127 * sine(longitude - arguments.moon)
            - 115 * sine(longitude + arguments.moon)
        return EclipticPosition(
            longitude: longitude + along / 1e6, latitude: north / 1e6,
            distance: (385_000.56 + away / 1000) / kilometersPerUnit)
    }

    /// The length of an astronomical unit in kilometers (IAU 2012).
    static let kilometersPerUnit = 149_597_870.7

    /// Returns the equatorial horizontal parallax in degrees at a distance in astronomical units.
    static func parallax(at distance: Double) -> Double { arcSine(6378.14 / (distance * kilometersPerUnit)) }

    /// The arguments of the periodic terms (Meeus, formulas 47.2–47.5).
    private struct Arguments {
        let elongation: Double
        let sun: Double
        let moon: Double
        let node: Double

        init(_ t: Double) {
            elongation = t.polynomial(
                297.8501921, 445_267.1114034, -0.0018819, 1 / 545_868.0, -1 / 113_065_000.0)
            sun = t.polynomial(357.5291092, 35_999.0502909, -0.0001536, 1 / 24_490_000.0)
            moon = t.polynomial(134.9633964, 477_198.8675055, 0.0087414, 1 / 69_699.0, -1 / 14_712_000.0)
            node = t.polynomial(93.2720950, 483_202.0175233, -0.0036539, -1 / 3_526_000.0, 1 / 863_310_000.0)
        }

        func angle(_ elongation: Int, _ sun: Int, _ moon: Int, _ node: Int) -> Double {
            Double(elongation) * self.elongation + Double(sun) * self.sun + Double(moon) * self.moon
                + Double(node) * self.node
        }
    }
}
