import Model
import TestSupport
import Testing

@Suite("Inconsistencies in the catalog")
struct CatalogFaultTests {
    private let sun = Unit.msun.convert(1, to: .kg)

    private func faults(_ center: Double? = nil, _ change: (inout Planet) -> Void) -> [CatalogFault] {
        var planet = Planet()
        planet.name = "Earth"
        planet.parent = "Sun"
        planet.massKg = 5.9722e24
        planet.radiusKm = 6371
        planet.densityGCm3 = 5.51
        planet.semiMajorAxisAu = 1
        planet.orbitalPeriodDays = 365.256
        change(&planet)
        return Record(
            id: Planet.ID(rawValue: 1), uuid: "", created: Timestamp(rawValue: ""), modified: Timestamp(rawValue: ""),
            version: 1, content: planet, links: Planet.Links()
        ).faults(around: center)
    }

    @Test func `A consistent body passes all checks`() {
        #expect(faults(sun) { _ in } == [])
        #expect(faults { _ in } == [])
    }

    @Test func `The axis, period, and central mass are checked against Kepler’s third law`() {
        for factor in [0.7, 1.4, 3] {
            let found = faults(sun) { $0.semiMajorAxisAu = factor }
            #expect(found.map(\.name) == [.keplersLaw], "\(factor)")
            #expect(found.first?.detail.contains("imply 1 au") == true)
            #expect(faults(nil) { $0.semiMajorAxisAu = factor } == [])
        }
        #expect(faults(sun) { $0.semiMajorAxisAu = 1.2 } == [])
        #expect(faults(sun * 8) { $0.semiMajorAxisAu = 2 } == [])
        let ofMoon = faults(5.9722e24) {
            $0.semiMajorAxisAu = nil
            $0.semiMajorAxisKm = 384_400
            $0.orbitalPeriodDays = 27.32
        }
        #expect(ofMoon == [])
    }

    @Test func `Impossible and contradictory densities are reported unless the mass is a limit`() {
        #expect(faults { $0.massKg = 3e25 }.map(\.name) == [.oddDensity])
        #expect(faults { $0.densityGCm3 = 7 }.map(\.name) == [.oddDensity])
        let limit = faults {
            $0.massKg = 3e25
            $0.estimated = .massLimit
        }
        #expect(limit == [])
    }

    @Test func `Impossible values are reported`() {
        #expect(faults { $0.eccentricity = 1.2 }.map(\.name) == [.outOfRange])
        #expect(faults { $0.decDeg = -91 }.map(\.name) == [.outOfRange])
        #expect(faults { $0.distancePc = 0 }.map(\.name) == [.outOfRange])
        #expect(faults { $0.discoveryYear = 20_222 }.map(\.name) == [.outOfRange])
        let fault = faults { $0.eccentricity = -0.5 }.first
        #expect(fault?.detail == "Eccentricity is -0.5; expected a number (at least 0 and less than 1).")
    }

    /// Changes to a body that make its values inconsistent or impossible, with the messages.
    private static let changes: [(change: @Sendable (inout Planet) -> Void, detail: String)] = [
        (
            { $0.semiMajorAxisAu = 1.4 },
            "Its semi-major axis is 1.4 au, but its period and Sun’s mass imply 1 au."
        ),
        (
            { ($0.semiMajorAxisAu, $0.parent) = (1.4, "") },
            "Its semi-major axis is 1.4 au, but its period and its parent body’s mass imply 1 au."
        ),
        ({ $0.densityGCm3 = 7 }, "Its mass and radius imply 5.51 g/cm³, but its density is 7 g/cm³."),
        ({ $0.massKg = 3e25 }, "Its mass and radius imply 27.7 g/cm³, which is impossible for such a body."),
        ({ $0.decDeg = -91 }, "Declination is -91 °; expected a number in ° (from -90 to 90)."),
        ({ $0.distancePc = -2.5 }, "Distance is -2.5 pc; expected a number in pc (more than 0)."),
        ({ $0.discoveryYear = 20_222 }, "The discovery year 20222 is impossible."),
        (
            { ($0.semiMajorAxisAu, $0.orbitalPeriodDays, $0.transitDuration) = (nil, 0.5, 12.5) },
            "The transit duration of 12.5 h is longer than the period of 0.5 d."
        ),
        (
            { $0.transitMidpoint = 55_000.5 },
            """
            The transit midpoint 55000.5 is not a Julian date after 2400000.5. It may be an offset date, such as \
            JD − 2400000.5.
            """
        ),
    ]

    @Test(arguments: changes.indices)
    func `The message for an inconsistency states the contradictory values`(index: Int) {
        let found = faults(sun, Self.changes[index].change)
        #expect(found.map(\.detail.description) == [Self.changes[index].detail])
        #expect(
            found.map(\.advice.description) == [
                "Use “show planets/1 --sources” to see the source, or “edit planets/1” to fix it."
            ])
    }

    @Test(arguments: [(1500, true), (1499, false), (2200, true), (2201, false)])
    func `A discovery year from 1500 to 2200 is possible`(year: Int, isPossible: Bool) {
        #expect(faults { $0.discoveryYear = year }.isEmpty == isPossible)
    }

    @Test(arguments: [
        (2_400_000.5, 24.0, 1.0, true), (2_400_000.4, 24, 1, false), (2_500_000, 24, 1, true),
        (2_500_000.1, 24, 1, false), (2_455_000, 24.1, 1, false), (2_455_000, 24, 0, true),
    ])
    func `A transit midpoint must be a Julian date, and a transit must not take longer than one period`(
        midpoint: Double, hours: Double, days: Double, isPossible: Bool
    ) {
        var planet = Planet()
        (planet.transitMidpoint, planet.transitDuration, planet.orbitalPeriodDays) = (midpoint, hours, days)
        #expect(planet.transitProblems.isEmpty == isPossible)
    }

    @Test func `Values are rejected as input if and only if they are reported as impossible`() {
        for figure in PlanetFigure.all {
            for value in [-1e9, -361, -180, -1, 0, 0.5, 1, 90, 180.5, 360, 1e9] {
                let found = faults { $0[keyPath: figure.path] = value }
                var planet = Planet.example
                let word = FieldAssignment(key: figure.key, value: String(value))
                let isRefused = (try? Planet.fields.apply([word], to: &planet)) == nil
                #expect(found.contains { $0.name == .outOfRange } == isRefused, "\(figure.key) \(value)")
            }
        }
    }

    // MARK: - Limits and texts

    @Test func `An orbit is checked only if its axis, period, and central mass are positive`() {
        for center in [0, -sun] { #expect(faults(center) { _ in } == []) }
        for value in [0.0, -1] {
            #expect(faults(sun) { $0.semiMajorAxisAu = value }.map(\.name) == [.outOfRange])
            #expect(faults(sun) { $0.orbitalPeriodDays = value }.map(\.name) == [.outOfRange])
        }
        #expect(faults(sun) { $0.semiMajorAxisAu = nil } == [] && faults(sun) { $0.orbitalPeriodDays = nil } == [])
        #expect(faults(sun) { $0.semiMajorAxisAu = 0.76 } == [] && faults(sun) { $0.semiMajorAxisAu = 1.32 } == [])
    }

    @Test(
        arguments: [
            (0.009, 6371, true), (0.011, 6371, false), (14.9, 6371, false), (15.1, 6371, true), (100, 35_000, true),
            (100, 39_000, false), (199.5, 50_000, false), (200.5, 50_000, true),
        ] as [(Double, Double, Bool)])
    func `A density must be between 0.01 and 200 g/cm³, and at most 15 g/cm³ for bodies smaller than 6 Earth radii`(
        density: Double, radius: Double, isFault: Bool
    ) {
        let found = faults {
            $0.densityGCm3 = nil
            $0.radiusKm = radius
            $0.massKg = density * 4 / 3 * Double.pi * radius * radius * radius * 1e12
        }
        #expect(found.map(\.name) == (isFault ? [.oddDensity] : []))
    }

    @Test func `Bodies of exactly 6 Earth radii are treated as large`() {
        let radius = Unit.rearth.convert(6, to: .km)
        let found = faults {
            $0.densityGCm3 = nil
            $0.radiusKm = radius
            $0.massKg = 100 * 4 / 3 * Double.pi * radius * radius * radius * 1e12
        }
        #expect(found == [])
    }

    @Test(arguments: [(4.6, true), (4.7, false), (6.3, false), (6.4, true)])
    func `A stated density must be within 15 percent of the calculated density unless mass or radius is estimated`(
        density: Double, isFault: Bool
    ) {
        #expect(faults { $0.densityGCm3 = density }.map(\.name) == (isFault ? [.oddDensity] : []))
        for mark in [Estimates.mass, .massLimit, .radius] {
            let estimated = faults {
                $0.densityGCm3 = density
                $0.estimated = mark
            }
            #expect(estimated == [])
        }
    }

    @Test(arguments: [(1499, true), (1500, false), (2200, false), (2201, true)])
    func `A discovery year before 1500 or after 2200 is reported`(year: Int, isFault: Bool) {
        let found = faults { $0.discoveryYear = year }
        #expect(found.map(\.name) == (isFault ? [.outOfRange] : []))
        #expect(found.allSatisfy { $0.detail == "The discovery year \(String(year)) is impossible." })
    }

    @Test(
        arguments: [
            (nil, 24, 1, []), (nil, 24.5, 1, [.transitDuration]), (nil, 24.5, 2, []), (nil, 1, 0, [.outOfRange]),
            (nil, 1, -1, [.outOfRange]), (nil, 24.5, nil, []), (2_400_000.5, nil, 1, []), (2_500_000, nil, 1, []),
            (2_400_000, nil, 1, [.transitMidpoint]), (2_500_000.5, nil, 1, [.transitMidpoint]),
            (59_000.5, 25, 1, [.transitMidpoint, .transitDuration]),
        ] as [(Double?, Double?, Double?, [CatalogFault.Name])])
    func `A transit without a valid Julian date or longer than an orbit is reported`(
        midpoint: Double?, hours: Double?, days: Double?, names: [CatalogFault.Name]
    ) {
        let found = faults {
            ($0.transitMidpoint, $0.transitDuration, $0.orbitalPeriodDays) = (midpoint, hours, days)
        }
        #expect(found.map(\.name) == names)
    }

    @Test func `The details of an inconsistency contain each value in the right place`() {
        func details(_ center: Double? = nil, _ change: (inout Planet) -> Void) -> [String] {
            faults(center, change).map(\.detail.description)
        }
        #expect(
            details(sun) { $0.semiMajorAxisAu = 1.4 } == [
                "Its semi-major axis is 1.4 au, but its period and Sun’s mass imply 1 au."
            ])
        let orphan = details(sun) { ($0.semiMajorAxisAu, $0.parent) = (3, "") }
        #expect(orphan == ["Its semi-major axis is 3 au, but its period and its parent body’s mass imply 1 au."])
        #expect(
            details { $0.densityGCm3 = 7 } == [
                "Its mass and radius imply 5.51 g/cm³, but its density is 7 g/cm³."
            ])
        #expect(
            details { $0.massKg = 3e25 } == [
                "Its mass and radius imply 27.7 g/cm³, which is impossible for such a body."
            ])
        #expect(
            details { $0.inclinationDeg = 180.5 } == [
                "Inclination is 180.5 °; expected a number in ° (from 0 to 180)."
            ])
        #expect(
            details { $0.orbitalPeriodDays = -3 } == [
                "Orbital period is -3 days; expected a number in days (more than 0)."
            ])
        #expect(
            details { ($0.transitMidpoint, $0.transitDuration, $0.orbitalPeriodDays) = (59_000.5, 24.5, 1) } == [
                """
                The transit midpoint 59000.5 is not a Julian date after 2400000.5. It may be an offset date, such as \
                JD − 2400000.5.
                """, "The transit duration of 24.5 h is longer than the period of 1 d.",
            ])
        let fault = faults { $0.discoveryYear = 3 }.first
        #expect(
            fault?.advice.description
                == "Use “show planets/1 --sources” to see the source, or “edit planets/1” to fix it.")
    }
}

@Suite("Catalog sources")
struct CatalogSourceTests {
    @Test(
        "The source of a field is the catalog that takes precedence, or else all catalogs",
        arguments: [
            ("nea", "radiusKm", "NASA Exoplanet Archive"), ("oec", "radiusKm", "Open Exoplanet Catalogue"),
            ("nea+oec", "radiusKm", "NASA Exoplanet Archive"), ("oec+nea", "eccentricity", "Open Exoplanet Catalogue"),
            ("oec+nea", "massKg", "Open Exoplanet Catalogue or NASA Exoplanet Archive"),
            ("nea+eu", "radiusKm", "NASA Exoplanet Archive or Encyclopaedia of Exoplanetary Systems"),
            ("oec+eu", "aliases", "Open Exoplanet Catalogue or Encyclopaedia of Exoplanetary Systems"),
            ("nea+survey", "radiusKm", "nea+survey"), ("Survey", "radiusKm", "Survey"), ("", "radiusKm", ""),
        ])
    func words(source: String, key: String, words: String) {
        var planet = Planet()
        planet.source = source
        #expect(planet.sourceWords(of: key) == words)
    }

    @Test(
        "The provenance of a value is determined by its marks and its uncertainty",
        arguments: [
            (.exoplanet, [], "massKg", .unknown), (.fictional, [], "massKg", nil),
            (.exoplanet, [], "orbitalPeriodDays", nil),
            (.exoplanet, [.massLimit, .minimumMass], "massKg", .upperLimit),
            (.exoplanet, [.minimumMass], "massKg", .lowerLimit), (.exoplanet, [.mass], "massKg", .computed),
            (.exoplanet, [.measuredMass], "massKg", .measured), (.exoplanet, [.radius], "massKg", .unknown),
            (.exoplanet, [.measuredMass], "gravityMS2", .unknown), (.exoplanet, [.radius], "gravityMS2", .computed),
            (.exoplanet, [.measuredMass, .measuredRadius], "gravityMS2", .measured),
            (.exoplanet, [.minimumMass, .measuredRadius], "gravityMS2", .measured),
        ] as [(PlanetType, Estimates, String, Provenance?)])
    func provenance(type: PlanetType, marks: Estimates, key: String, provenance: Provenance?) throws {
        let figure = try #require(PlanetFigure.all.first { $0.key == key })
        var planet = Planet()
        (planet.type, planet.estimated) = (type, marks)
        #expect(planet.provenance(of: figure) == provenance)
        planet.uncertainties[key] = Uncertainty(upper: 1, lower: 1)
        let isOpen = provenance == nil || provenance == .unknown
        #expect(planet.provenance(of: figure) == (isOpen ? .measured : provenance))
    }

    @Test(
        "Marks are separated by “|” or “;” and optional spaces, and unknown words are rejected",
        arguments: [
            ("", []), ("axis", [.axis]), ("axis| mass;  radius", [.axis, .mass, .radius]),
            ("measured-mass|minimum-mass", [.measuredMass, .minimumMass]), ("axis|color", nil), ("axis |mass", nil),
            ("Axis", nil),
        ] as [(String, Estimates?)])
    func marks(text: String, marks: Estimates?) {
        #expect(Estimates(catalog: text) == marks)
        if let marks { #expect(Estimates(catalog: marks.catalog) == marks) }
    }
}
