import Testing

@testable import Model

@Suite("Derived values, habitable zones, and units")
struct AstronomyTests {
    private let earth: Planet = {
        var earth = Planet()
        (earth.name, earth.parent) = ("Earth", "Sun")
        (earth.massKg, earth.radiusKm, earth.semiMajorAxisAu) = (5.9722e24, 6371, 1)
        return earth
    }()

    private func figure(_ key: String, of planet: Planet) -> Double? {
        DerivedFigure.all.first { $0.key == key }?.value(of: planet)
    }

    @Test(
        "The derived values of Earth match textbook values",
        arguments: [
            ("surfaceGravityMS2", 9.82, 0.005), ("meanDensityGCm3", 5.513, 0.005), ("escapeVelocityKmS", 11.19, 0.005),
            ("weightEarth", 1.001, 0.001), ("insolationEarth", 1, 1e-12), ("sunlightMinutes", 8.317, 0.001),
        ])
    func textbook(key: String, value: Double, tolerance: Double) throws {
        #expect(abs(try #require(figure(key, of: earth)) - value) <= tolerance)
    }

    @Test("Measured values are not derived, and values with missing inputs are unknown")
    func onlyWhatFollows() {
        var measured = earth
        (measured.gravityMS2, measured.densityGCm3) = (9.82, 5.51)
        #expect(figure("surfaceGravityMS2", of: measured) == nil)
        #expect(figure("meanDensityGCm3", of: measured) == nil)
        #expect(figure("weightEarth", of: measured).map { ($0 * 1000).rounded() } == 1001)
        #expect(DerivedFigure.all.allSatisfy { $0.value(of: Planet()) == nil })
        var point = earth
        point.radiusKm = 0
        #expect(DerivedFigure.all.allSatisfy { $0.value(of: point).map(\.isFinite) ?? true })
    }

    @Test("A transit of Jupiter dims the Sun by 1.056 percent")
    func transit() throws {
        var jupiter = Planet()
        (jupiter.type, jupiter.radiusKm, jupiter.starRadiusSun) = (.exoplanet, 71_492, 1)
        #expect(abs(try #require(figure("transitDepthPercent", of: jupiter)) - 1.056) < 0.001)
    }

    private static func planet(starRadius: Double, temperature: Double) -> Planet {
        var planet = Planet()
        (planet.type, planet.starRadiusSun, planet.starTemperatureK) = (.exoplanet, starRadius, temperature)
        return planet
    }

    @Test("A star has the same luminosity on pages, in filters, and for its habitable zone")
    func luminosity() throws {
        let planet = Self.planet(starRadius: 2, temperature: 5_772)
        #expect(figure("starLuminositySun", of: planet) == 4)
        let (zone, sun) = (try #require(planet.star?.habitableZone), try #require(Star.sun.habitableZone))
        #expect(zone.inner == sun.inner * 2 && zone.outer == sun.outer * 2)
        var earth = Planet()
        (earth.parent, earth.semiMajorAxisAu) = ("Sun", 1)
        #expect(figure("starLuminositySun", of: earth) == nil && figure("insolationEarth", of: earth) == 1)
    }

    @Test("The Sun’s habitable zone extends from 0.95 to 1.68 au")
    func zoneOfTheSun() throws {
        let zone = try #require(Star.sun.habitableZone)
        #expect(abs(zone.inner - 0.95) < 0.005)
        #expect(abs(zone.outer - 1.68) < 0.005)
        #expect(zone.contains(1) && !zone.contains(0.723) && !zone.contains(5.2))
    }

    @Test(
        "The habitable zone is unknown for stars outside the range of the formula",
        arguments: [2_300.0, 2_399, 7_201, 30_000])
    func outsideTheFormula(temperature: Double) {
        #expect(Self.planet(starRadius: 1, temperature: temperature).star?.habitableZone == nil)
    }

    @Test("The habitable zone of a star from 2,400 to 2,600 K is extrapolated")
    func extrapolated() throws {
        // The values of TRAPPIST-1 are from Agol et al. 2021.
        let zone = try #require(Self.planet(starRadius: 0.1192, temperature: 2_566).star?.habitableZone)
        #expect(zone.isExtrapolated && zone.contains(0.02925) && !zone.contains(0.01154))
        for temperature in [2_600.0, 7_200] {
            let zone = Self.planet(starRadius: 1, temperature: temperature).star?.habitableZone
            #expect(zone?.isExtrapolated == false)
        }
    }

    @Test("Conversions between all units of a dimension round-trip")
    func units() {
        for unit in Unit.all {
            for other in Unit.all where other.dimension == unit.dimension {
                for value in [-40, 0, 1, 1.25, 317.8, 5.9722e24] {
                    let back = other.convert(unit.convert(value, to: other), to: unit)
                    #expect(abs(back - value) <= 1e-9 * max(1, abs(value), 300), "\(value) \(unit.name), \(other.name)")
                }
            }
        }
    }

    @Test(
        "Units match their definitions",
        arguments: [
            (1.0, "pc", "ly", 3.26156), (1, "au", "km", 149_597_870.7), (1, "mjup", "mearth", 317.83),
            (1, "rjup", "rearth", 11.209), (0, "C", "K", 273.15), (212, "F", "C", 100), (1, "year", "day", 365.25),
            (24, "hours", "DAYS", 1),
        ])
    func definitions(value: Double, unit: String, other: String, result: Double) throws {
        let converted = try #require(Unit(unit)).convert(value, to: try #require(Unit(other)))
        #expect(abs(converted / result - 1) < 1e-5)
    }
}

@Suite("Constellations")
struct ConstellationTests {
    @Test(
        "The constellation of a position follows the boundaries of 1875",
        arguments: [
            (101.287, -16.716, "Canis Major"), (37.95, 89.264, "Ursa Minor"), (88.793, 7.407, "Orion"),
            (219.9, -60.834, "Centaurus"), (279.235, 38.784, "Lyra"), (95.988, -52.696, "Carina"),
            (0, 90, "Ursa Minor"), (0, -90, "Octans"), (0, 0, "Pisces"), (360, 0, "Pisces"),
            (269.449, 4.738, "Ophiuchus"),
        ] as [(Double, Double, String)])
    func position(rightAscension: Double, declination: Double, name: String) {
        #expect(Constellation.name(rightAscension: rightAscension, declination: declination) == name)
    }

    @Test("Every position has a constellation, and every constellation has a position")
    func everywhere() {
        var names: Set<String> = []
        for declination in stride(from: -90.0, through: 90, by: 2) {
            for rightAscension in stride(from: 0.0, through: 360, by: 2) {
                names.insert(Constellation.name(rightAscension: rightAscension, declination: declination) ?? "")
            }
        }
        #expect(names.count == 88 && !names.contains(""))
    }
}
