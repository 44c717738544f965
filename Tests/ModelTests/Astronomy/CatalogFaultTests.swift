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
}
