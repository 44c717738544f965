import Model
import TestSupport
import Testing

@Suite("Planetary systems", .long("all exoplanets"))
struct PlanetSystemTests {
    private func store() async throws -> TemporaryStore {
        try await SampleCatalog.store()
    }

    @Test("A system is found by the catalog names of its central body and by the names of its other bodies")
    func names() async throws {
        let store = try await store()
        let planets = store.planets
        for name in ["TRAPPIST-1", "trappist 1", " Trappist1", "TRAPPIST-1 e", "K2-112 e", "k2-112"] {
            #expect(try await planets.systems(of: name).first?.star == "TRAPPIST-1", "\(name)")
        }
        for name in ["sun", "Mercury", "venus"] {
            #expect(try await planets.systems(of: name).first?.star == "Sun", "\(name)")
        }
        // A planet with moons is the center of a system, too.
        #expect(try await planets.systems(of: "jupiter").first?.star == "Jupiter")
        #expect(try await planets.systems(of: "Io").first?.star == "Jupiter")
        for name in ["", " ", "nonsense", "%", "'"] { #expect(try await planets.systems(of: name).first == nil) }
    }

    @Test("The eight planets of Kepler-90, also known as KOI-351, are sorted from the innermost outward")
    func order() async throws {
        let store = try await store()
        let planets = store.planets
        let kepler = try #require(try await planets.systems(of: "Kepler-90").first)
        #expect(kepler.star == "KOI-351")
        #expect(kepler.bodies.count == 8)
        #expect(try await planets.systems(of: "koi 351").first == kepler)
        let axes = kepler.bodies.compactMap(\.content.semiMajorAxisAu)
        #expect(axes.count == 8 && axes == axes.sorted())
        let sun = try #require(try await planets.systems(of: "Sun").first).bodies.map(\.content.name)
        #expect(sun.prefix(4) == ["Mercury", "Venus", "Earth", "Mars"])
    }

    @Test("A body without a period is sorted by the period calculated from Kepler’s third law")
    func withoutPeriod() {
        func body(_ number: Int64, _ axis: Double?, _ days: Double?) -> Record<Planet> {
            var planet = Planet()
            (planet.semiMajorAxisAu, planet.orbitalPeriodDays) = (axis, days)
            let now = Timestamp(rawValue: "2026-11-20T18:00:00.000Z")
            return Record(
                id: TypedRecordID(rawValue: number), uuid: "", created: now, modified: now, version: 1, content: planet,
                links: Planet.Links())
        }
        let system = PlanetSystem(
            star: "A", bodies: [body(1, nil, nil), body(2, 5.2, nil), body(3, nil, 365.25), body(4, 0.4, 88)])
        #expect(system.bodies.map(\.id.rawValue) == [4, 3, 2, 1])
    }
}
