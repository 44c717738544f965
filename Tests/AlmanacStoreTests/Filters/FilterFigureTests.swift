import Model
import TestSupport
import Testing

@Suite("The check figures of the catalogue, by the filter language")
struct FilterFigureTests {
    @Test func countedOverAllExoplanets() async throws {
        let store = try await TemporaryStore()
        _ = try await store.seeds.plant(.named("exoplanets"), isDryRun: false) { _ in }
        for (text, count) in Self.figures {
            let filter = try Filter(text, of: .planet)
            #expect(try await store.planets.count(.all, matching: "", where: filter) == count, "\(text)")
        }
        #expect(try await store.planets.count(.all) == 6_540)
        #expect(try await store.planets.count(.usual) == 6_529)
    }

    private static let figures = [
        ("status = confirmed", 6_408), ("status = controversial", 121), ("status = retracted", 11),
        ("method = transit", 4_732), ("method = 'radial velocity'", 1_290), ("method = microlensing", 294),
        ("method = imaging", 127), ("discovered = 2014", 884), ("discovered = 2016", 1_539),
        ("orbits = Kepler-90 or orbits = KOI-351", 8), ("distance:pc <= 10", 150),
        ("distance:pc <= 10 and status = confirmed", 118), ("mass is measured and radius is measured", 2_087),
        ("mass is not null and radius is not null and measured", 2_087),
        ("mass:mjup > 2 and period:day < 10", 170), ("radius:rearth < 1.25 and discovered >= 2020", 171),
        ("in hz", 184), ("in hz or not in hz", 5_842), ("in hz and radius:rearth <= 1.8", 19),
        ("in hz and (name = gj1061d or name = 'Proxima Cen b' or name = kepler-442b)", 3),
        ("name ~ trappist and (in hz or not in hz)", 0),
    ]
}
