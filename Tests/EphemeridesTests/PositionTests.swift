import Testing

@testable import Ephemerides

@Suite struct PositionTests {
    /// The bodies by their names in the table.
    private static let bodies = Dictionary(
        uniqueKeysWithValues: [("sun", CelestialBody.sun), ("moon", .moon)]
            + MajorPlanet.allCases.map { ($0.rawValue.lowercased(), .planet($0)) })

    /// Returns the approximate angle, in degrees, between two positions that are close together.
    private static func separation(_ one: EquatorialPosition, _ other: EquatorialPosition) -> Double {
        let across = cosine(one.declination) * (one.rightAscension - other.rightAscension).signedDegrees
        let along = one.declination - other.declination
        return (across * across + along * along).squareRoot()
    }

    @Test("Positions agree with PyEphem within the stated error of each body", arguments: bodies.keys.sorted())
    func oracle(name: String) throws {
        let body = try #require(Self.bodies[name])
        let rows = PyEphemTable.positions.split(separator: "\n").map { $0.split(separator: " ") }
            .filter { $0[1] == name }
        #expect(rows.count == 32)
        for row in rows {
            let values = row.compactMap { Double($0) }
            try #require(values.count == 9)
            let date = JulianDate(values[0])
            let position = body.position(at: date)
            let expected = EquatorialPosition(rightAscension: values[1], declination: values[2])
            #expect(Self.separation(position, expected) < body.error, "\(date)")
            #expect(abs(position.distance / values[3] - 1) < 0.0025)
            let horizontal = HorizontalPosition(
                of: body, from: Observer(latitude: values[5], longitude: values[6]), at: date)
            #expect(abs(horizontal.altitude - values[7]) < body.error)
            let across = cosine(values[7]) * (horizontal.azimuth - values[8]).signedDegrees
            #expect(abs(across) < body.error)
        }
    }

    /// An example position from Meeus, Astronomical Algorithms (1998), with the maximum accepted difference in degrees.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: CelestialBody
        /// The Julian date in terrestrial time.
        let date: Double
        let rightAscension: Double
        let declination: Double
        let tolerance: Double
    }

    @Test(
        "Positions agree with Meeus’s examples",
        arguments: [
            Example(
                testDescription: "25.a", body: .sun, date: 2_448_908.5, rightAscension: 198.38083,
                declination: -7.78507,
                tolerance: 0.0005),
            Example(
                testDescription: "47.a", body: .moon, date: 2_448_724.5, rightAscension: 134.688470,
                declination: 13.768368,
                tolerance: 0.0005),
            Example(
                testDescription: "33.a", body: .planet(.venus), date: 2_448_976.5, rightAscension: 316.17291,
                declination: -18.88801, tolerance: 0.02),
            Example(
                testDescription: "23.a, with the aberration",
                body: .star(EquatorialPosition(rightAscension: 41.054063, declination: 49.227750)), date: 2_462_088.69,
                rightAscension: 41.559958, declination: 49.352069, tolerance: 0.0057),
        ])
    func examples(example: Example) {
        let date = JulianDate(example.date - JulianDate(example.date).terrestrialOffset / 86_400)
        let expected = EquatorialPosition(
            rightAscension: example.rightAscension, declination: example.declination)
        #expect(Self.separation(example.body.position(at: date), expected) < example.tolerance)
    }

    /// The times of equinoxes and solstices in universal time (U.S. Naval Observatory, Earth’s Seasons).
    private static let seasons = [
        (2020, [1_584_676_200, 1_592_689_440, 1_600_781_460, 1_608_544_920]),
        (2021, [1_616_233_020, 1_624_246_320, 1_632_338_460, 1_640_102_340]),
        (2022, [1_647_790_380, 1_655_802_840, 1_663_895_040, 1_671_659_280]),
        (2023, [1_679_347_440, 1_687_359_480, 1_695_451_800, 1_703_215_620]),
        (2024, [1_710_903_960, 1_718_916_660, 1_727_009_040, 1_734_772_800]),
    ]

    @Test("The Sun has a right ascension of 0, 6, 12, or 18 hours at 20 published equinoxes and solstices")
    func seasons() {
        for (year, times) in Self.seasons {
            for (quarter, seconds) in times.enumerated() {
                let position = CelestialBody.sun.position(at: JulianDate(secondsSince1970: Double(seconds)))
                let difference = (position.rightAscension - Double(quarter) * 90).signedDegrees
                #expect(abs(difference) < CelestialBody.sun.error, "\(year), \(quarter)")
            }
        }
    }

    @Test(
        "Venus passes the Sun at the published distance in each transit since 1800",
        arguments: [
            // Espenak, Six Millennium Catalog of Venus Transits (NASA): the time of greatest transit and the
            // separation.
            (2_405_866.672, 829.9), (2_408_786.212, 637.3), (2_453_164.847, 626.9), (2_456_084.562, 554.4),
        ])
    func venusTransits(date: Double, seconds: Double) {
        let sun = CelestialBody.sun.position(at: JulianDate(date))
        let venus = CelestialBody.planet(.venus)
        let distance = Self.separation(venus.position(at: JulianDate(date)), sun)
        #expect(abs(distance - seconds / 3600) < venus.error)
    }

    /// The first row is example 47.a of Meeus. The others were computed by another program from the tables in chapter
    /// 47. They reveal an error in a term that is small on the date of the example.
    @Test(
        "The position of the Moon agrees with Meeus’s series to the last digit",
        arguments: [
            (2_448_724.5, 133.162655, -3.229126, 368_409.7), (2_415_020.5, 272.412270, 1.108371, 368_391.6),
            (2_451_545.0, 223.318711, 5.171280, 402_444.8), (2_460_000.5, 38.638574, 0.247753, 381_923.9),
            (2_469_807.5, 18.660763, 3.391855, 378_663.5),
        ])
    func moon(date: Double, longitude: Double, latitude: Double, kilometers: Double) {
        let moon = LunarPosition.ecliptic(at: JulianDate(date - JulianDate(date).terrestrialOffset / 86_400))
        #expect(abs((moon.longitude - longitude).remainder(dividingBy: 360)) < 2e-6)
        #expect(abs(moon.latitude - latitude) < 2e-6)
        #expect(abs(moon.distance * LunarPosition.kilometersPerUnit - kilometers) < 0.1)
    }

    @Test("The sidereal time agrees with example 12.a of Meeus")
    func siderealTime() {
        #expect(abs(SiderealTime.degrees(at: JulianDate(2_446_895.5)) - 197.692230) < 0.0002)
    }

    @Test("Altitude and azimuth agree with example 13.b of Meeus")
    func horizontal() {
        let venus = EquatorialPosition(rightAscension: 347.3193375, declination: -6.719892)
        let position = HorizontalPosition(
            venus, from: Observer(latitude: 38.92139, longitude: -77.06528), at: JulianDate(2_446_896.30625))
        #expect(abs(position.altitude - 15.1249) < 0.0005)
        #expect(abs(position.azimuth - 248.0337) < 0.0005)
    }

    @Test("The phase of the Moon agrees with example 48.a of Meeus")
    func phase() {
        let phase = MoonPhase(at: JulianDate(2_448_724.5))
        #expect(abs(phase.phaseAngle - 69.0756) < 0.01)
        #expect(abs(phase.illuminated - 0.6786) < 0.0002)
        #expect(phase.isWaxing && !MoonPhase(at: JulianDate(2_448_724.5 + 14)).isWaxing)
    }

    @Test("Refraction agrees with example 16.a of Meeus and is zero at the zenith and below the horizon")
    func refraction() {
        #expect(abs(Refraction.degrees(at: 1.246 / 60) * 60 - 28.754) < 0.1)
        #expect(Refraction.degrees(at: 90) == 0)
        #expect(Refraction.degrees(at: -1.5) == 0)
    }

    @Test("All magnitudes except those of Mercury and Venus agree with PyEphem, and Jupiter’s also with Skyfield")
    func magnitudes() throws {
        // PyEphem uses other formulas: those for Mercury and Venus differ at large phase angles.
        for row in PyEphemTable.positions.split(separator: "\n").map({ $0.split(separator: " ") }) {
            let body = try #require(Self.bodies[String(row[1])])
            let date = JulianDate(try #require(Double(row[0])))
            let magnitude = try #require(body.magnitude(at: date))
            guard row[1] != "mercury", row[1] != "venus" else { continue }
            #expect(abs(magnitude - (try #require(Double(row[5])))) < 0.25, "\(row)")
        }
        let jupiter = try #require(CelestialBody.planet(.jupiter).magnitude(at: JulianDate(2_459_061.5)))
        #expect(abs(jupiter + 2.73) < 0.01)
    }

    @Test("Positions and magnitudes are valid at the poles, the equator, and the ends of the supported period")
    func limits() {
        for date in [JulianDate.supported.lowerBound, JulianDate(2_460_000), JulianDate.supported.upperBound] {
            for body in Self.bodies.values {
                #expect(body.magnitude(at: date)?.isFinite == true)
                for latitude in [-90.0, 0, 90] {
                    let position = HorizontalPosition(
                        of: body, from: Observer(latitude: latitude, longitude: 180), at: date)
                    #expect((-90...90).contains(position.altitude))
                    #expect((0..<360).contains(position.azimuth))
                }
            }
        }
    }

    @Test("The Earth’s heliocentric longitude is opposite the Sun’s geocentric longitude")
    func earth() {
        for days in stride(from: 2_440_000.0, to: 2_460_000, by: 1234.5) {
            let date = JulianDate(days)
            let longitudes = Earth.heliocentricLongitudes(at: date)
            let difference = longitudes.planet + 180 - SolarPosition.ecliptic(at: date).longitude
            #expect(abs(difference.signedDegrees) < 0.02)
            // The perihelion is near 103° and moves by less than 2° per century.
            #expect(abs(longitudes.perihelion - 102.9) < 1)
        }
    }

    @Test("Julian dates convert to seconds and back")
    func julianDate() {
        #expect(JulianDate(secondsSince1970: 946_728_000).days == 2_451_545)
        #expect(JulianDate(2_451_545).secondsSince1970 == 946_728_000)
    }

    @Test(
        "The difference between terrestrial and universal time is interpolated, or extrapolated outside the table",
        arguments: [
            (1800, 13.7), (1805, 13.1), (1810, 12.5), (1900, -2.7), (1905, 3.9), (2000, 63.8), (2045, 73.5), (2050, 75),
            (1790, 14.9), (2060, 78),
        ])
    func terrestrialOffset(year: Double, seconds: Double) {
        let date = JulianDate(2_451_545 + (year - 2000) * 365.25)
        #expect(abs(date.terrestrialOffset - seconds) < 1e-6)
    }

    @Test(
        "Angles are normalized to one turn",
        arguments: [
            (0, 0, 0), (360, 0, 0), (-360, 0, 0), (-1, 359, -1), (180, 180, -180), (-180, 180, -180),
            (540.5, 180.5, -179.5), (-1e-20, 0, 0),
        ])
    func angles(degrees: Double, normalized: Double, signed: Double) {
        #expect(degrees.normalizedDegrees == normalized && degrees.signedDegrees == signed)
    }

    @Test("A planet is seen where it was when its light left it", arguments: MajorPlanet.allCases)
    func lightTime(planet: MajorPlanet) {
        for days in stride(from: 2_440_000.0, to: 2_460_000, by: 777.7) {
            let date = JulianDate(days)
            let distance = PlanetPosition(planet, at: date).geocentric.distance
            // The light time for one astronomical unit is 499.0048 seconds.
            let emission = date.centuries - distance * 0.005_775_518_3 / 36_525
            let expected = OrbitalElements.planet(planet, emission).position - OrbitalElements.earth(emission).position
            #expect(abs(distance - expected.length) < 1e-10, "\(days)")
        }
    }

    @Test("Refraction begins one degree below the horizon")
    func refractionLimit() {
        #expect(Refraction.degrees(at: -1) == 0)
        #expect(Refraction.degrees(at: -0.999) > 0.6)
    }

    @Test("The table of the Sun covers the span with a margin of at least one day and agrees with the exact positions")
    func solarTable() {
        let table = SolarEphemeris(of: JulianDate(2_461_000.2)..<JulianDate(2_461_003.5))
        #expect(table.span == 2_460_999...2_461_005)
        for day in stride(from: table.span.lowerBound, through: table.span.upperBound, by: 0.5) {
            let difference = table.siderealTime(at: day) - SiderealTime.degrees(at: JulianDate(day))
            #expect(abs(difference.signedDegrees) < 0.0001, "\(day)")
            let exact = Vector(CelestialBody.sun.position(at: JulianDate(day)))
            #expect((table.sun(at: day) - exact).length < 5e-5, "\(day)")
        }
    }
}
