import Display
import Model
import TestSupport
import Testing

@Suite("Comparison of planets")
struct CompareTests {
    @Test("compare shows values with their ratios to the values of the first planet")
    func multiples() async throws {
        var app = try await TestApp()
        try await app.send("edit planets/earth massKg=5.9722e24 radiusKm=6371 inclinationDeg=0.1 moons=1")
        try await app.send("edit planets/mars massKg=6.4169e23 radiusKm=3389.5 inclinationDeg=1.8")
        try await app.send("compare earth mars moon")
        let page = try #require(app.stage.notice)
        let rows = try #require(page.tables.first).rows
        let mass = try #require(rows.first { $0["figure"] == .words("Mass") })

        #expect(mass["0"] == .quantity(Quantity(5.972e24, unit: "kg")))
        #expect(
            mass["1"]
                == .quantity(Quantity(6.417e23, unit: "kg", comparisons: [Quantity.Amount(0.107, unit: "×")])))
        #expect(mass["2"] == .none)
        // Derived values are compared, too, but angles are not.
        #expect(rows.contains { $0["figure"] == .words("Escape velocity") })
        #expect(!rows.contains { $0["figure"] == .words("Inclination") })
    }

    @Test("compare reports bodies without common values")
    func nothingInCommon() async throws {
        var app = try await TestApp()
        try await app.send("compare alderaan moon")
        #expect(app.told?.contains("Nothing to compare: no value is known for two or more of Alderaan, Moon.") == true)
    }
}
