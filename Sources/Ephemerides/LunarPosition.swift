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

        /// Returns the factor for a term with a multiple of the Sun’s anomaly. It depends on the eccentricity of the
        /// Earth’s orbit.
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

/// The periodic terms of the Moon’s position (Meeus, tables 47.A and 47.B, from the theory ELP-2000/82 by Chapront).
enum LunarTerms {
    /// The multiples of the arguments, the sine term of the longitude in 10⁻⁶ degrees, and the cosine term of the
    /// distance in meters.
    static let longitudeAndDistance: [(Int, Int, Int, Int, longitude: Double, distance: Double)] = [
        (0, 0, 1, 0, 6288774, -20905355), (2, 0, -1, 0, 1274027, -3699111), (2, 0, 0, 0, 658314, -2955968),
        (0, 0, 2, 0, 213618, -569925), (0, 1, 0, 0, -185116, 48888), (0, 0, 0, 2, -114332, -3149),
        (2, 0, -2, 0, 58793, 246158), (2, -1, -1, 0, 57066, -152138), (2, 0, 1, 0, 53322, -170733),
        (2, -1, 0, 0, 45758, -204586), (0, 1, -1, 0, -40923, -129620), (1, 0, 0, 0, -34720, 108743),
        (0, 1, 1, 0, -30383, 104755), (2, 0, 0, -2, 15327, 10321), (0, 0, 1, 2, -12528, 0),
        (0, 0, 1, -2, 10980, 79661), (4, 0, -1, 0, 10675, -34782), (0, 0, 3, 0, 10034, -23210),
        (4, 0, -2, 0, 8548, -21636), (2, 1, -1, 0, -7888, 24208), (2, 1, 0, 0, -6766, 30824),
        (1, 0, -1, 0, -5163, -8379), (1, 1, 0, 0, 4987, -16675), (2, -1, 1, 0, 4036, -12831),
        (2, 0, 2, 0, 3994, -10445), (4, 0, 0, 0, 3861, -11650), (2, 0, -3, 0, 3665, 14403),
        (0, 1, -2, 0, -2689, -7003), (2, 0, -1, 2, -2602, 0), (2, -1, -2, 0, 2390, 10056), (1, 0, 1, 0, -2348, 6322),
        (2, -2, 0, 0, 2236, -9884), (0, 1, 2, 0, -2120, 5751), (0, 2, 0, 0, -2069, 0), (2, -2, -1, 0, 2048, -4950),
        (2, 0, 1, -2, -1773, 4130), (2, 0, 0, 2, -1595, 0), (4, -1, -1, 0, 1215, -3958), (0, 0, 2, 2, -1110, 0),
        (3, 0, -1, 0, -892, 3258), (2, 1, 1, 0, -810, 2616), (4, -1, -2, 0, 759, -1897), (0, 2, -1, 0, -713, -2117),
        (2, 2, -1, 0, -700, 2354), (2, 1, -2, 0, 691, 0), (2, -1, 0, -2, 596, 0), (4, 0, 1, 0, 549, -1423),
        (0, 0, 4, 0, 537, -1117), (4, -1, 0, 0, 520, -1571), (1, 0, -2, 0, -487, -1739), (2, 1, 0, -2, -399, 0),
        (0, 0, 2, -2, -381, -4421), (1, 1, 1, 0, 351, 0), (3, 0, -2, 0, -340, 0), (4, 0, -3, 0, 330, 0),
        (2, -1, 2, 0, 327, 0), (0, 2, 1, 0, -323, 1165), (1, 1, -1, 0, 299, 0), (2, 0, 3, 0, 294, 0),
        (2, 0, -1, -2, 0, 8752),
    ]

    /// The multiples of the arguments and the sine term of the latitude in 10⁻⁶ degrees.
    static let latitude: [(Int, Int, Int, Int, latitude: Double)] = [
        (0, 0, 0, 1, 5128122), (0, 0, 1, 1, 280602), (0, 0, 1, -1, 277693), (2, 0, 0, -1, 173237),
        (2, 0, -1, 1, 55413), (2, 0, -1, -1, 46271), (2, 0, 0, 1, 32573), (0, 0, 2, 1, 17198), (2, 0, 1, -1, 9266),
        (0, 0, 2, -1, 8822), (2, -1, 0, -1, 8216), (2, 0, -2, -1, 4324), (2, 0, 1, 1, 4200), (2, 1, 0, -1, -3359),
        (2, -1, -1, 1, 2463), (2, -1, 0, 1, 2211), (2, -1, -1, -1, 2065), (0, 1, -1, -1, -1870), (4, 0, -1, -1, 1828),
        (0, 1, 0, 1, -1794), (0, 0, 0, 3, -1749), (0, 1, -1, 1, -1565), (1, 0, 0, 1, -1491), (0, 1, 1, 1, -1475),
        (0, 1, 1, -1, -1410), (0, 1, 0, -1, -1344), (1, 0, 0, -1, -1335), (0, 0, 3, 1, 1107), (4, 0, 0, -1, 1021),
        (4, 0, -1, 1, 833), (0, 0, 1, -3, 777), (4, 0, -2, 1, 671), (2, 0, 0, -3, 607), (2, 0, 2, -1, 596),
        (2, -1, 1, -1, 491), (2, 0, -2, 1, -451), (0, 0, 3, -1, 439), (2, 0, 2, 1, 422), (2, 0, -3, -1, 421),
        (2, 1, -1, 1, -366), (2, 1, 0, 1, -351), (4, 0, 0, 1, 331), (2, -1, 1, 1, 315), (2, -2, 0, -1, 302),
        (0, 0, 1, 3, -283), (2, 1, 1, -1, -229), (1, 1, 0, -1, 223), (1, 1, 0, 1, 223), (0, 1, -2, -1, -220),
        (2, 1, -1, -1, -220), (1, 0, 1, 1, -185), (2, -1, -2, -1, 181), (0, 1, 2, 1, -177), (4, 0, -2, -1, 176),
        (4, -1, -1, -1, 166), (1, 0, 1, -1, -164), (4, 0, 1, -1, 132), (1, 0, -1, -1, -119), (4, -1, 0, -1, 115),
        (2, -2, 0, 1, 107),
    ]
}
