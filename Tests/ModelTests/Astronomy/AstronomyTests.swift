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

    @Test("Known values are not derived, and derived values with missing inputs are unknown")
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

    @Test("The derived luminosity of a star agrees with its habitable zone")
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

    @Test("The habitable zone of a star of at least 2,400 K and less than 2,600 K is extrapolated")
    func extrapolated() throws {
        // The values of TRAPPIST-1 are from Agol et al. 2021.
        let zone = try #require(Self.planet(starRadius: 0.1192, temperature: 2_566).star?.habitableZone)
        #expect(zone.isExtrapolated && zone.contains(0.02925) && !zone.contains(0.01154))
        for temperature in [2_600.0, 7_200] {
            let zone = Self.planet(starRadius: 1, temperature: temperature).star?.habitableZone
            #expect(zone?.isExtrapolated == false)
        }
    }

    @Test("The habitable zone includes its limits, which have as many digits as the star’s values, but at most three")
    func zoneLimits() throws {
        let zone = try #require(Star.sun.habitableZone)
        #expect(zone.digits == 3 && zone.contains(zone.inner) && zone.contains(zone.outer) && !zone.isExtrapolated)
        for (radius, temperature, digits) in [(0.1192, 2_566.0, 3), (0.12, 2_566, 2), (2, 5_772, 1), (1.234, 0.0, 0)] {
            let zone = Self.planet(starRadius: radius, temperature: temperature).star?.habitableZone
            #expect(zone?.digits == (digits == 0 ? nil : digits))
        }
        #expect(Self.planet(starRadius: 1, temperature: 2_400).star?.habitableZone?.isExtrapolated == true)
        #expect(Self.planet(starRadius: 0, temperature: 5_772).star?.habitableZone == nil)
        var planet = Self.planet(starRadius: 1, temperature: 5_772)
        planet.type = .planet
        #expect(planet.star == nil)
        planet.parent = "Sun"
        #expect(planet.star == .sun)
    }

    @Test("Light takes 3.26 years to travel a parsec, and a transit blocks at most 100 percent of the light")
    func otherDerivedValues() throws {
        var planet = Self.planet(starRadius: 1, temperature: 5_772)
        (planet.distancePc, planet.radiusKm) = (1, 6_957_000)
        #expect(abs(try #require(figure("lightTimeYears", of: planet)) - 3.26156) < 1e-5)
        #expect(figure("transitDepthPercent", of: planet) == 100)
        planet.radiusKm = 69_570
        #expect(abs(try #require(figure("transitDepthPercent", of: planet)) - 1) < 1e-9)
        #expect(figure("sunlightMinutes", of: planet) == nil)
        planet.type = .planet
        #expect(figure("transitDepthPercent", of: planet) == nil && figure("starLuminositySun", of: planet) == nil)
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

@Suite("Catalog numbers")
struct CatalogNumberTests {
    @Test(
        "A unit is found by its name, symbol, plural, or name in other catalogs, ignoring case",
        arguments: [
            ("MJUP", "mjup"), ("M♃", "mjup"), ("R⊕", "rearth"), ("Earth mass", "mearth"), ("M_Jup", "mjup"),
            ("jupiterMass", "mjup"), ("days", "day"), ("DAYS", "day"), ("d", "day"), ("yr", "year"), ("°c", "C"),
            ("degC", "C"), ("km/s", "km/s"), ("km s-1", "km/s"), ("g/cm**3", "g/cm3"), ("%", "percent"), ("kgs", nil),
            ("kms", nil), ("ms", nil), ("", nil), ("parsecs", nil), ("dayss", nil),
        ] as [(String, String?)])
    func unitNames(text: String, name: String?) { #expect(Unit(text)?.name == name) }

    @Test(
        "A number is converted to the stored unit, and anything else is rejected",
        arguments: [
            ("3", nil, 3), ("2", "au", 299_195_741.4), ("2 au", nil, 299_195_741.4), ("3au", "km", nil),
            ("3 kg", nil, nil), ("km", nil, nil), ("", nil, nil), ("1e999", nil, nil), ("inf", nil, nil),
            ("nan", nil, nil), ("1e308 au", nil, nil), ("1e308", "au", nil), ("6.4×10³ km", nil, 6400),
            ("6.4×10³", nil, 6400), (" 2 ", nil, 2), ("0x10", nil, nil),
            ("0X1p4 km", nil, nil), ("5×10⁻² km", nil, 0.05), ("-2", nil, -2), ("3 km au", nil, nil),
        ] as [(String, String?, Double?)])
    func numbers(text: String, unit: String?, number: Double?) {
        #expect(Unit.number(text, in: unit.flatMap { Unit($0) }, stored: .km) == number)
    }

    @Test("A pure number is finite and has no unit")
    func pureNumbers() {
        #expect(Unit.number("0.5", stored: nil) == 0.5 && Unit.number("5×10⁻²", stored: nil) == 0.05)
        for text in ["inf", "nan", "1e999", "1 km", "", "x"] {
            #expect(Unit.number(text, stored: nil) == nil, "\(text)")
        }
    }

    @Test(
        "A number is treated as rounded from another if they agree to the given number of digits, at least two",
        arguments: [
            (1.0, 1.04, 1, true), (1, 1.4, 1, false), (1.2, 1.24, 2, true), (1.2, 1.26, 2, false), (0, 0, 1, true),
            (0, 0.1, 1, false), (0.1, 0, 1, false), (10, 10.4, 2, true), (10, 10.6, 1, false), (5.51, 5.514, 3, true),
            (5.51, 5.516, 3, false), (0.012, 0.0124, 2, true), (0.012, 0.0126, 2, false), (-12, -12.4, 2, true),
            (12, -12.4, 2, false), (1.05, 1.1, 2, true), (.infinity, .infinity, 2, true), (1, .infinity, 2, false),
        ] as [(Double, Double, Int, Bool)])
    func rounded(number: Double, exact: Double, digits: Int, isRounded: Bool) {
        #expect(number.isRounded(from: exact, toDigits: digits) == isRounded)
    }

    @Test(
        "Significant digits exclude zeros at both ends",
        arguments: [(0.0120, 2), (1200, 2), (1e25, 1), (5.9722e24, 5), (-3.05, 3), (1.5, 2), (0, 0)])
    func significantDigits(number: Double, digits: Int) { #expect(number.significantDigits == digits) }

    @Test("Whole numbers are written without a fraction, and the cube root inverts the cube")
    func otherNumbers() {
        #expect(12.0.digits == "12" && (-0.5).digits == "-0.5" && 1e300.digits == "1e+300")
        for root in [0.01, 1, 3, 12_345.6] { #expect(abs((root * root * root).cubeRoot / root - 1) < 1e-12) }
        #expect(0.0.cubeRoot == 0 && (-8.0).cubeRoot == -8 && Double.infinity.cubeRoot == .infinity)
        #expect(0.300_000_000_4.shortest == 0.3)
    }

    @Test(
        "A value is converted to another unit with the fewest digits that convert back",
        arguments: [(6371.0, "m", 6_371_000.0), (149_597_870.7, "au", 1), (7653.72, "rearth", 1.2)])
    func exactConversion(value: Double, unit: String, converted: Double) throws {
        #expect(Unit.km.convertExactly(value, to: try #require(Unit(unit))) == converted)
    }

    @Test("The bodies in a system are sorted by period, which can be derived from the axis")
    func system() {
        func body(_ number: Int64, period: Double? = nil, axis: Double? = nil, mass: Double? = nil) -> Record<Planet> {
            var planet = Planet()
            (planet.orbitalPeriodDays, planet.semiMajorAxisAu, planet.starMassSun) = (period, axis, mass)
            return Record(
                id: Planet.ID(rawValue: number), uuid: "", created: Timestamp(rawValue: ""),
                modified: Timestamp(rawValue: ""), version: 1, content: planet, links: Planet.Links())
        }
        let bodies = [
            body(1), body(2, period: 366), body(3, axis: 1), body(4, period: 0, axis: 0.1), body(5, axis: 1, mass: 4),
            body(6, period: 200), body(7, period: 10, axis: 9), body(9, period: 366), body(8),
        ]
        #expect(PlanetSystem(star: "A", bodies: bodies).bodies.map(\.id.rawValue) == [7, 4, 5, 6, 3, 2, 9, 1, 8])
    }
}

@Suite("Constellations")
struct ConstellationTests {
    @Test(
        "Constellations are determined by the boundaries of 1875",
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
