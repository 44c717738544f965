import Testing

@testable import Model

@Suite("Planet values: notations, units, and recalculation after edits")
struct PlanetValueTests {
    private static let earth: Planet = {
        var earth = Planet()
        (earth.name, earth.parent) = ("Earth", "Sun")
        (earth.massKg, earth.radiusKm, earth.gravityMS2, earth.densityGCm3) = (5.9722e24, 6371, 9.82, 5.51)
        return earth
    }()

    private func edited(_ planet: Planet, _ words: String...) throws -> Planet {
        var planet = planet
        try Planet.fields.apply(words.compactMap { FieldAssignment($0) }, to: &planet, mayBeIncomplete: true)
        return planet
    }

    @Test(
        "A sexagesimal position never shows 60 seconds",
        arguments: [
            (0.0, "0h 00m 00.0s", "+0° 00′ 00″"), (185.1788, "12h 20m 42.9s", ""), (359.99999, "0h 00m 00.0s", ""),
            (15, "1h 00m 00.0s", "+15° 00′ 00″"), (89.99999, "6h 00m 00.0s", "+90° 00′ 00″"), (1e300, "", ""),
        ])
    func sexagesimal(degrees: Double, hours: String, arc: String) {
        #expect(Sexagesimal.hours(ofDegrees: degrees) == hours)
        #expect(Sexagesimal.degrees(degrees) == arc)
        #expect(Sexagesimal.degrees(-degrees) == (degrees == 0 || arc.isEmpty ? arc : "-" + arc.dropFirst()))
    }

    @Test(
        "An edit accepts the names and units of the filter language",
        arguments: [
            ("radius=1.2rearth", 7653.72), ("radius=1.2 R⊕", 7653.72), ("radius:rearth=1.2", 7653.72),
            ("radiusKm=2au", 299_195_741.4), ("radius=6371", 6371), ("RADIUS=1e3 m", 1),
        ])
    func units(word: String, radius: Double) throws {
        #expect(try edited(Planet(), word).radiusKm == radius)
    }

    @Test(
        "An unsuitable or unknown unit, a missing number, or a negative value is rejected",
        arguments: ["radius=1.2kg", "radius=1.2 foo", "radius=rearth", "radius=-1rearth", "radius:foo=1", "moons=1km"])
    func wrongUnits(word: String) {
        #expect(throws: FieldProblems.self) { try edited(Planet(), word) }
    }

    @Test("An edit accepts filter names that differ from field names")
    func names() throws {
        let planet = try edited(
            Planet(), "orbits=Sun", "discovered=1781", "method=Imaging", "period=84year", "tilt=97.77")
        #expect(planet.parent == "Sun" && planet.discoveryYear == 1781 && planet.discoveryMethod == "Imaging")
        #expect(planet.orbitalPeriodDays == 30681 && planet.axialTiltDeg == 97.77)
        #expect(try edited(planet, "period:year=").orbitalPeriodDays == nil)
    }

    /// Returns whether a stored value has the digits of the exact value, not those of a value with fewer digits.
    private func isExact(_ stored: Double?, _ exact: Double?) -> Bool {
        guard let stored, let exact else { return false }
        return abs(stored / exact - 1) < 1e-7
    }

    @Test("Editing the mass or radius recalculates a gravity and density calculated from them, with all digits")
    func recalculation() throws {
        let heavy = try edited(Self.earth, "massKg=11.95e24")
        let gravity = DerivedFigure.surfaceGravity.calculation.value(of: heavy)
        #expect(isExact(heavy.gravityMS2, gravity) && isExact(heavy.densityGCm3, heavy.meanDensity))
        #expect(heavy.calculatedDigits(of: .gravity) == 3 && heavy.calculatedDigits(of: .mass) == nil)
        var uncertain = Self.earth
        uncertain.uncertainties["densityGCm3"] = Uncertainty(upper: 0.1, lower: 0.1)
        #expect(try edited(uncertain, "massKg=11.95e24").uncertainties.all.isEmpty)
        let large = try edited(Self.earth, "radius=12742")
        #expect(isExact(large.gravityMS2, 2.4550756) && isExact(large.densityGCm3, large.meanDensity))
        #expect(try edited(Self.earth, "massKg=").gravityMS2 == nil)
        // The digits of the inputs limit only the digits for display, including those of values that follow from the
        // result.
        let rounded = try edited(Self.earth, "massKg=9e24")
        #expect(isExact(rounded.gravityMS2, 14.799022) && isExact(rounded.densityGCm3, rounded.meanDensity))
        #expect(rounded.calculatedDigits(of: .gravity) == 1 && rounded.calculatedDigits(of: .density) == 1)
        #expect(DerivedFigure.weight.calculation.digits(of: rounded, atMost: 3) == 1)
        #expect(isExact(try edited(rounded, "massKg=11.95e24").gravityMS2, heavy.gravityMS2))
        // Values that are edited in the same command, and published values that differ, are kept.
        #expect(try edited(Self.earth, "massKg=11.95e24", "gravity=9").gravityMS2 == 9)
        var jupiter = Self.earth
        (jupiter.massKg, jupiter.radiusKm, jupiter.gravityMS2) = (1.89813e27, 69_911, 24.8)
        #expect(try edited(jupiter, "massKg=2e27").gravityMS2 == 24.8)
        #expect(jupiter.calculatedDigits(of: .gravity) == nil)
        var terra = Self.earth
        terra.name = "Terra"
        #expect(try edited(Self.earth, "name=Terra") == terra)
    }

    @Test("Editing the position updates the constellation unless the edit also sets it")
    func constellationOfPosition() throws {
        let planet = try edited(Planet(), "type=exoplanet", "ra=258.83", "dec=4.96")
        #expect(planet.constellation == "Ophiuchus")
        let moved = try edited(planet, "ra=83.8", "dec=-5.4")
        #expect(moved.constellation == "Orion" && moved.method(of: "constellation") == "from the position (Roman 1987)")
        let named = try edited(planet, "ra=83.8", "dec=-5.4", "constellation=Lyra")
        #expect(named.constellation == "Lyra" && named.method(of: "constellation").isEmpty)
        #expect(try edited(named, "mass=1mjup").constellation == "Lyra")
        #expect(try edited(Planet(), "ra=83.8").constellation.isEmpty)
    }

    @Test(
        "The method of a value is determined by its estimate marks",
        arguments: [
            ("massKg", [.massLimit], "upper limit"), ("massKg", [.mass], "computed from a mass-radius relation"),
            ("massKg", [.minimumMass], "m sin i (lower limit)"), ("massKg", [.measuredMass], "measured"),
            ("massKg", [.radius, .axis], ""), ("radiusKm", [.radius], "computed from a mass-radius relation"),
            ("radiusKm", [.measuredRadius], "measured"),
            ("semiMajorAxisAu", [.axis], "from Kepler’s third law or the projected separation"),
            ("semiMajorAxisAu", [.measuredAxis], "measured"), ("semiMajorAxisAu", [], ""),
            ("gravityMS2", [], "from mass and radius"), ("densityGCm3", [.mass], "from mass and radius"),
        ] as [(String, Estimates, String)])
    func methods(key: String, marks: Estimates, method: String) {
        var planet = Planet()
        (planet.type, planet.estimated) = (.exoplanet, marks)
        #expect(planet.method(of: key) == method)
    }

    @Test("An edit recalculates an axis derived from Kepler’s third law and removes the marks of edited values")
    func marks() throws {
        var planet = Planet()
        (planet.type, planet.orbitalPeriodDays, planet.starMassSun) = (.exoplanet, 365.25, 1.000)
        (planet.semiMajorAxisAu, planet.massKg, planet.radiusKm) = (1, 1.234e25, 7000)
        planet.estimated = [.axis, .mass, .radius]
        planet.starMassSun = 1.001
        planet.semiMajorAxisAu = 1.000333
        let slow = try edited(planet, "period=2923")
        #expect(slow.semiMajorAxisAu == 4.0022458 && slow.estimated == [.axis, .mass, .radius])
        #expect(slow.calculatedDigits(of: .axis) == 4)
        let heavy = try edited(planet, "starmass=2")
        #expect(heavy.semiMajorAxisAu == 1.259921 && heavy.calculatedDigits(of: .axis) == 1)
        let entered = try edited(planet, "axis=1.5", "radius=7100")
        #expect(entered.semiMajorAxisAu == 1.5 && entered.estimated == .mass)
        #expect(try edited(planet, "mass=1mearth", "estimated=mass|radius").estimated == [.mass, .radius])
        planet.semiMajorAxisAu = 2
        #expect(try edited(planet, "period=2923").semiMajorAxisAu == 2)
    }

    @Test(
        "Derived values have at most as many digits as their inputs",
        arguments: [("distance=1.3", 2), ("distance=12", 2), ("distance=12.345", 3), ("distance=100", 3)])
    func digits(word: String, digits: Int) throws {
        let planet = try edited(Planet(), word)
        #expect(DerivedFigure.lightTime.calculation.digits(of: planet, atMost: 3) == digits)
        #expect(DerivedFigure.sunlight.calculation.digits(of: planet, atMost: 3) == 3)
    }

    @Test(
        "The digits of a value are counted in the unit that requires the fewest, except units in which the value is 1",
        arguments: [
            ("mass=0.46mjup", 2), ("mass=0.5mjup", 1), ("mass=8.731398e26", 2), ("mass=8.7314e26", 5),
            ("mass=1mjup", 6),
            ("mass=5.9722e24", 5), ("mass=100mearth", 3),
        ])
    func convertedDigits(word: String, digits: Int) throws {
        let mass = try #require(try edited(Planet(), word).massKg)
        #expect(PlanetFigure.mass.statedDigits(of: mass) == digits)
        let planet = try edited(Planet(), word, "radius=1rjup")
        #expect(DerivedFigure.surfaceGravity.calculation.digits(of: planet, atMost: 3) == min(3, digits))
    }

    @Test(
        "A body is treated as transiting if discovered by transits, or by radial velocity with its radius measured")
    func transits() throws {
        var planet = try edited(Planet(), "type=exoplanet", "radius=1rjup", "starRadiusSun=1", "method=Transit")
        #expect(planet.transits && DerivedFigure.transitDepth.title(for: planet) == "Transit depth")
        planet.discoveryMethod = "Radial Velocity"
        #expect(planet.transits)
        planet.estimated = .radius
        #expect(!planet.transits && DerivedFigure.transitDepth.title(for: planet) == "Hypothetical transit depth")
        planet.discoveryMethod = "Imaging"
        planet.estimated = []
        #expect(!planet.transits)
    }

    @Test("Entered abbreviations of methods and constellations are stored as names, and other values as entered")
    func abbreviations() throws {
        let planet = try edited(Planet(), "method=RV", "constellation=Ori")
        #expect((planet.discoveryMethod, planet.constellation) == ("Radial Velocity", "Orion"))
        #expect(try edited(Planet(), "method=Telescope").discoveryMethod == "Telescope")
    }

    @Test(
        "A constellation is found by its name, genitive, or abbreviation, ignoring case and accents",
        arguments: ["boötes", "Boo\u{308}tes", "BOÖTES", "BOOTES", "boo", "Bootis"])
    func constellations(text: String) {
        #expect(Constellation(text)?.name == "Bootes")
        #expect(Constellation.all.count == 88 && Set(Constellation.all.map(\.abbreviation)).count == 88)
        #expect(Constellation("Ursa") == nil && Constellation("") == nil)
    }

    @Test("Filters accept abbreviations of discovery methods, and numbers with units")
    func vocabulary() throws {
        for (typed, meant) in [
            ("method = rv", "method = 'Radial Velocity'"), ("method = TTV", "method = 'transit timing variations'"),
            ("constellation = boötes", "constellation = Bootes"), ("constellation ~ oöt", "constellation ~ oot"),
            ("radius < 1.25rearth", "radius:rearth < 1.25"),
            ("gravity > 1 m/s2", "gravity > 1"), ("surfaceGravityMS2 > 1", "gravity > 1"),
            ("lighttime:day < 3652.5", "lightTimeYears < 10"), ("transitdepth > 1000ppm", "transitdepth:% > 0.1"),
        ] {
            let quoted = typed.replacing("1 m/s2", with: "'1 m/s2'")
            let (one, other) = (try Filter(quoted, of: .planet), try Filter(meant, of: .planet))
            if case .compare(let field, _, .number(let number)) = one.condition,
                case .compare(let same, _, .number(let expected)) = other.condition
            {
                #expect(field == same && abs(number / expected - 1) < 1e-12, "\(typed)")
            } else if meant.contains("transit timing") {
                #expect("\(one.condition)" == "method = \"Transit Timing Variations\"")
            } else {
                #expect(one.condition == other.condition, "\(typed)")
            }
        }
    }
}
