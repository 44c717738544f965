import Display
import Localization
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

        // Machine-readable output has all digits.
        #expect(mass["0"] == .quantity(Quantity(5.9722e24, unit: "kg", basis: .unknown, digits: 4)))
        #expect(
            mass["1"]
                == .quantity(
                    Quantity(
                        6.4169e23, unit: "kg", basis: .unknown, comparisons: [Quantity.Amount(0.107, unit: "×")],
                        digits: 4)))
        #expect(mass["2"] == .none)
        // Derived values are compared, too, but angles are not.
        #expect(rows.contains { $0["figure"] == .words("Escape velocity") })
        #expect(!rows.contains { $0["figure"] == .words("Inclination") })
    }

    @Test("compare shows catalog and derived gravities in one row, with the basis of each value")
    func combinations() async throws {
        var app = try await TestApp()
        try await app.send("edit planets/earth massKg=5.9722e24 radiusKm=6371 gravity=9.82 semiMajorAxisKm=149598023")
        try await app.send("edit planets/earth estimated=measured-mass|measured-radius")
        try await app.send("edit planets/moon massKg=7.346e22 radiusKm=1737.4 semiMajorAxisKm=384400")
        try await app.send("edit planets/mars massKg=6.4169e23 radiusKm=3389.5 estimated=mass-limit|radius")
        try await app.send("compare earth moon mars")
        let page = try #require(app.stage.notice)
        let rows = try #require(page.tables.first).rows
        for title in ["Gravity", "Density", "Semi-major axis", "Escape velocity", "Your weight"] {
            #expect(rows.count { $0["figure"] == .words(Message(title: "\(title)")) } == 1, "\(title)")
        }
        let gravity = try #require(rows.first { $0["figure"] == .words("Gravity") })
        let bases = (0..<3).map { place -> Quantity.Basis? in
            if case .quantity(let quantity) = gravity["\(place)"] { quantity.basis } else { nil }
        }
        #expect(bases == [.measured, .computed, .upperLimit])
    }

    @Test("compare marks the depth of an unobserved transit, and history names the equilibrium temperature")
    func hypotheticalDepth() async throws {
        var app = try await TestApp()
        for method in ["Transit", "Imaging"] {
            try await app.send(
                """
                new planet name='\(method) b' type=exoplanet radius=1rjup starRadiusSun=1.5 temperature=900 \
                method=\(method)
                """)
        }
        try await app.send("compare 'Transit b' 'Imaging b'")
        let rows = try #require(app.stage.notice?.tables.first).rows
        let depth = try #require(rows.first { $0["figure"] == .words("Transit depth") })
        let bases = ["0", "1"].map { place -> Quantity.Basis? in
            if case .quantity(let quantity) = depth[place] { quantity.basis } else { nil }
        }
        #expect(bases == [.computed, .hypothetical])
        try await app.send("edit 'Imaging b' temperature=800")
        #expect(app.stage.statusLine?.description.contains("Equilibrium temperature") == true)
        try await app.send("history 'Imaging b'")
        #expect(app.screen.contains("Equilibrium temperature"))
    }

    @Test("compare reports bodies without common values")
    func nothingInCommon() async throws {
        var app = try await TestApp()
        try await app.send("compare alderaan moon")
        #expect(app.told?.contains("Nothing to compare: no value is known for two or more of Alderaan, Moon.") == true)
    }
}
