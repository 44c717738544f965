import Model
import TestSupport
import Testing

@Suite("The habitable zone over the whole catalogue")
struct HabitableZoneTests {
    @Test("184 of the 5,842 bodies for which it can be told are inside, 19 of them with at most 1.8 Earth radii")
    func figures() async throws {
        let store = try await TemporaryStore()
        _ = try await store.seeds.plant(.named("exoplanets"), isDryRun: false) { _ in }
        let planets = try await store.planets.list(Listing(limit: 10_000)).records.map(\.content)
        let known = planets.compactMap { planet in
            planet.semiMajorAxisAu.flatMap { axis in
                planet.star?.habitableZone.map { (planet, isInside: $0.contains(axis)) }
            }
        }
        let inside = known.filter(\.isInside).map { $0.0 }
        let small = inside.filter { $0.radiusKm.map { $0 <= Unit.rearth.convert(1.8, to: .km) } ?? false }

        #expect((known.count, inside.count, small.count) == (5842, 184, 19))
        #expect(Set(small.map(\.name)).isSuperset(of: ["GJ 1061 d", "Proxima Cen b", "Kepler-442 b"]))
        #expect(!known.contains { $0.0.parent == "TRAPPIST-1" })
    }
}
