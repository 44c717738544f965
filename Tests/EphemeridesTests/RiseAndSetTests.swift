import Testing

@testable import Ephemerides

@Suite struct RiseAndSetTests {
    private static func day(_ start: Double) -> Range<JulianDate> { JulianDate(start)..<JulianDate(start + 1) }

    @Test("Rising and setting agree with PyEphem within two minutes")
    func oracle() throws {
        let bodies: [Substring: CelestialBody] = [
            "sun": .sun, "moon": .moon, "venus": .planet(.venus), "saturn": .planet(.saturn),
        ]
        var compared = 0
        for row in PyEphemTable.risings.split(separator: "\n").map({ $0.split(separator: " ") }) {
            let body = try #require(bodies[row[1]])
            let observer = Observer(
                latitude: try #require(Double(row[2])), longitude: try #require(Double(row[3])))
            let times = RiseAndSet(of: body, from: observer, in: Self.day(try #require(Double(row[0]))))
            for (time, text) in [(times.rising, row[4]), (times.setting, row[5])] {
                let expected = Double(text)
                #expect((time == nil) == (expected == nil), "\(row)")
                guard let time, let expected else { continue }
                #expect(abs(time.days - expected) < 2 / 1440.0, "\(row)")
                compared += 1
            }
        }
        #expect(compared > 140)
    }

    @Test("At Boston on 20 March 1988, Venus rises and sets as in example 15.a of Meeus")
    func boston() throws {
        let times = RiseAndSet(
            of: .planet(.venus), from: Observer(latitude: 42.3333, longitude: -71.0833), in: Self.day(2_447_240.5))
        let (rising, setting) = (try #require(times.rising), try #require(times.setting))
        #expect(abs(rising.days - 2_447_240.5 - 0.51766) < 0.001)
        #expect(abs(setting.days - 2_447_240.5 - 0.12130) < 0.001)
    }

    @Test("The Sun does not set in the polar summer and does not rise in the polar winter")
    func polar() {
        let svalbard = Observer(latitude: 78.2, longitude: 15.6)
        // The dates are 21 June and 21 December 2026.
        #expect(RiseAndSet(of: .sun, from: svalbard, in: Self.day(2_461_212.5)).isAlwaysUp)
        #expect(RiseAndSet(of: .sun, from: svalbard, in: Self.day(2_461_395.5)).isAlwaysDown)
        let pole = Observer(latitude: -90, longitude: 0)
        #expect(RiseAndSet(of: .sun, from: pole, in: Self.day(2_461_395.5)).isAlwaysUp)
    }

    @Test("A circumpolar star never sets, and a star near the other pole never rises")
    func circumpolar() {
        let cologne = Observer(latitude: 50.94, longitude: 6.96)
        func star(_ declination: Double) -> RiseAndSet {
            RiseAndSet(
                of: .star(EquatorialPosition(rightAscension: 37.95, declination: declination)), from: cologne,
                in: Self.day(2_461_212.5))
        }
        #expect(star(89.26).isAlwaysUp)
        #expect(star(-60).isAlwaysDown)
        #expect(star(0).rising != nil && star(0).setting != nil)
    }

    @Test("A body is at its standard altitude when it rises and sets")
    func altitude() throws {
        let observer = Observer(latitude: -33.87, longitude: 151.21)
        for day in stride(from: 2_461_000.5, to: 2_461_030, by: 1) {
            for body in [CelestialBody.sun, .moon, .planet(.mars)] {
                let times = RiseAndSet(of: body, from: observer, in: Self.day(day))
                for time in [times.rising, times.setting].compactMap(\.self) {
                    #expect(Self.day(day).contains(time))
                    #expect(abs(body.height(from: observer, at: time)) < 0.01)
                }
            }
        }
    }
}
