import Testing

@testable import Ephemerides

@Suite struct TransitTimesTests {
    private static let span = JulianDate(2_461_000)..<JulianDate(2_461_040)

    @Test("Transit midpoints are one period apart and fill the span", arguments: [0.3, 2.21857567, 13, 39.9])
    func periods(period: Double) throws {
        let times = try #require(TransitTimes(midpoint: 2_454_279.436714, period: period))
        let midpoints = try times.midpoints(in: Self.span)
        #expect(abs(Double(midpoints.count) - 40 / period) <= 1)
        #expect(midpoints.allSatisfy(Self.span.contains))
        for (one, next) in zip(midpoints, midpoints.dropFirst()) {
            #expect(abs(next.days - one.days - period) < 1e-6)
        }
        #expect(try times.midpoints(in: Self.span, limit: 1) == Array(midpoints.prefix(1)))
    }

    @Test("The light-time correction is at most 8.4 minutes in both directions")
    func lightTime() throws {
        // The star is HD 189733, near the ecliptic longitude 304°.
        let star = EquatorialPosition(rightAscension: 300.1821, declination: 22.7099)
        let path = StarPath(of: star, ephemeris: SolarEphemeris(of: JulianDate(2_461_000)..<JulianDate(2_461_366)))
        let days = stride(from: 2_461_000.0, to: 2_461_366, by: 5).map { path.lightTime(at: JulianDate($0)) * 1440 }
        let (least, most) = (try #require(days.min()), try #require(days.max()))
        #expect(most < 8.4 && most > 5)
        #expect(least > -8.4 && least < -5)
    }

    @Test("A transit is seen earlier than its barycentric time if the star is opposite the Sun")
    func opposition() throws {
        let date = JulianDate(2_461_100)
        let sun = CelestialBody.sun.position(at: date)
        let star = EquatorialPosition(rightAscension: sun.rightAscension + 180, declination: -sun.declination)
        let times = try #require(TransitTimes(midpoint: 2_461_100, period: 1000))
        let span = JulianDate(2_461_099)..<JulianDate(2_461_101)
        let path = StarPath(of: star, ephemeris: SolarEphemeris(of: span))
        #expect(abs(path.lightTime(at: date) * 1440 - 8.3) < 0.2)
        let seen = try #require(try times.midpoints(in: span, of: path).first)
        #expect(seen.days < 2_461_100 - 9 / 1440.0)
        #expect(seen.days > 2_461_100 - 10 / 1440.0)
    }

    @Test(
        "A period or midpoint that is too small, too large, or not a number is rejected",
        arguments: [(0, 0), (-1, 0), (0.009, 0), (Double.infinity, 0), (.nan, 0), (1, 1e308), (1, -1e9), (1, .nan)])
    func invalid(period: Double, midpoint: Double) {
        #expect(TransitTimes(midpoint: midpoint, period: period) == nil)
    }

    @Test(
        "Extreme periods and midpoints yield only transits within the span",
        arguments: [(1e308, 0), (0.01, 1e8), (0.01, -1e8), (1e-2, 0)])
    func extremes(period: Double, midpoint: Double) throws {
        let times = try #require(TransitTimes(midpoint: midpoint, period: period))
        #expect(try times.midpoints(in: Self.span, limit: 5).allSatisfy(Self.span.contains))
    }

    @Test("The error of a transit grows with the number of orbits in both directions")
    func uncertainty() throws {
        let times = try #require(
            TransitTimes(midpoint: 2_461_000, period: 2, midpointError: 0.003, periodError: 0.001))
        for (orbits, error) in [(0.0, 0.003), (4, 0.005), (-4, 0.005), (100, 0.100045)] {
            let date = JulianDate(2_461_000 + 2 * orbits - 0.004)
            #expect(abs(try #require(times.uncertainty(at: date)) - error) < 1e-6)
        }
        #expect(times.isPredictable(0.49) && !times.isPredictable(0.5))
        let unknown = try #require(TransitTimes(midpoint: 2_461_000, period: 2, midpointError: 0.003))
        #expect(unknown.uncertainty(at: JulianDate(2_461_000)) == nil)
    }

    @Test("The duration of a transit follows from the size of the star and the inclination")
    func duration() throws {
        let times = try #require(TransitTimes(midpoint: 0, period: 360))
        // If the radius of the star is half the axis, the transit takes a sixth of the period: arcsin(1/2) = 30°.
        #expect(abs(try #require(times.duration(axis: 2, radius: 0, inclination: 90)) - 60) < 1e-9)
        #expect(times.duration(axis: 2, radius: 0, inclination: 50) == nil)
        #expect(times.duration(axis: 1, radius: 0, inclination: 90) == nil)
    }

    @Test("The observable part of a transit agrees with the altitudes of the star and the Sun, minute by minute")
    func observability() throws {
        let limits = Observability.Limits(altitude: 20, sunAltitude: -12)
        let ephemeris = SolarEphemeris(of: JulianDate(2_461_000)..<JulianDate(2_464_653))
        for (latitude, longitude) in [(50.94, 6.96), (-30.24, -70.74), (69.6, 18.9)] {
            let observer = Observer(latitude: latitude, longitude: longitude)
            let nights = ObservingNights(from: observer, within: limits, ephemeris: ephemeris)
            for number in 0..<24 {
                let star = EquatorialPosition(rightAscension: Double(number) * 15, declination: Double(number) * 5 - 60)
                // The spans are spread over ten years, during which the star moves by precession.
                let start = 2_461_000.5 + Double(number) * 155.3
                let span = JulianDate(start)...JulianDate(start + 0.2)
                let minutes = (0..<288).filter { minute in
                    let date = JulianDate(start + (Double(minute) + 0.5) / 1440)
                    let sun = HorizontalPosition(of: .sun, from: observer, at: date)
                    let altitude = HorizontalPosition(of: .star(star), from: observer, at: date).apparentAltitude
                    return altitude >= 20 && sun.altitude <= -12
                }
                let path = StarPath(of: star, ephemeris: ephemeris)
                let observable = try #require(nights.observability(of: path, in: span))
                #expect(abs(observable.part - Double(minutes.count) / 288) < 0.008, "\(latitude) \(number)")
                #expect((observable.longest == nil) == (observable.part == 0))
            }
        }
    }

    @Test("At the poles, a star is always or never observable around the winter solstice")
    func poles() throws {
        let ephemeris = SolarEphemeris(of: JulianDate(2_461_000)..<JulianDate(2_461_366))
        for latitude in [90.0, -90] {
            let nights = ObservingNights(
                from: Observer(latitude: latitude, longitude: 0), within: .init(altitude: 20, sunAltitude: -12),
                ephemeris: ephemeris)
            // These dates are the winter solstices of the two hemispheres.
            let solstice = JulianDate(latitude > 0 ? 2_461_031 : 2_461_213)
            for (declination, part) in [(40.0, 1.0), (-40, 0)] {
                let star = EquatorialPosition(
                    rightAscension: 10, declination: latitude > 0 ? declination : -declination)
                let path = StarPath(of: star, ephemeris: ephemeris)
                let span = JulianDate(solstice.days - 1)...JulianDate(solstice.days + 1)
                #expect(nights.observability(of: path, in: span)?.part == part)
                let moment = try #require(nights.observability(of: path, in: solstice...solstice))
                #expect(moment.part == part && (moment.longest != nil) == (part == 1))
            }
        }
    }

    @Test("The observable part of a span that extends beyond the ephemeris is unknown")
    func outside() {
        let ephemeris = SolarEphemeris(of: JulianDate(2_461_000)..<JulianDate(2_461_010))
        let nights = ObservingNights(
            from: Observer(latitude: 50, longitude: 7), within: .init(altitude: 20, sunAltitude: -12),
            ephemeris: ephemeris)
        let path = StarPath(of: EquatorialPosition(rightAscension: 0, declination: 40), ephemeris: ephemeris)
        for span in [JulianDate(-1e300)...JulianDate(1e300), JulianDate(2_461_009)...JulianDate(2_461_012)] {
            #expect(nights.observability(of: path, in: span) == nil)
        }
    }

    @Test("A cancelled task does not calculate transits")
    func cancellation() async throws {
        let times = try #require(TransitTimes(midpoint: 0, period: 1))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try times.midpoints(in: Self.span)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
