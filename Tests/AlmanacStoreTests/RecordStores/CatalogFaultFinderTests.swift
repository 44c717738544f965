import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Inconsistencies in the catalog")
struct CatalogFaultFinderTests {
    private func add(_ name: String, to store: TemporaryStore, _ change: (inout Planet) -> Void = { _ in }) async throws
    {
        var planet = Planet()
        planet.name = name
        planet.type = .exoplanet
        planet.parent = "Star"
        change(&planet)
        _ = try await store.planets.add(planet)
    }

    @Test func `Duplicate bodies and shared names are reported with their IDs`() async throws {
        let store = try await TemporaryStore()
        try await add("Star b", to: store) { $0.orbitalPeriodDays = 10 }
        try await add("STAR-B", to: store)
        try await add("Other c", to: store) { $0.aliases = ["Star b"] }
        try await add("Star d", to: store) { $0.orbitalPeriodDays = 10.0005 }
        let faults = try await store.planets.faults()
        #expect(faults.count { $0.name == .twice } == 2)
        #expect(faults.count { $0.name == .aliasClash } == 2)
        #expect(faults.contains { $0.record.address.number == 4 && $0.detail.contains("planets/1") })
    }

    @Test(.long("all exoplanets"))
    func `The sample data contains only the inconsistencies of its sources`() async throws {
        let store = try await SampleCatalog.store()
        let faults = try await store.planets.faults()
        #expect(faults.count { $0.name == .keplersLaw } == (Soak.isOn ? 20 : 1))
        #expect(faults.filter { $0.name != .keplersLaw }.map(\.record.name) == ["Kepler-91 b Trojan"])
    }
}
