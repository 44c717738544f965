import Model
import Testing

@Suite("Uncertainties of values")
struct UncertaintyTests {
    @Test(
        "An uncertainty is read from one deviation or from an upper and a lower deviation",
        arguments: [
            ("±0.2", 0.2, 0.2), ("0.2", 0.2, 0.2), ("± 0.2", 0.2, 0.2), ("+-0.2", 0.2, 0.2), ("+/-0.2", 0.2, 0.2),
            ("+0.3 -0.2", 0.3, 0.2), ("+0.3 −0.2", 0.3, 0.2), ("0.3, 0.2", 0.3, 0.2), ("+0.3/-0.2", 0.3, 0.2),
            ("+3e+25 -2e+25", 3e25, 2e25), ("±0", 0, 0),
        ] as [(String, Double, Double)])
    func text(text: String, upper: Double, lower: Double) throws {
        let uncertainty = try #require(Uncertainty(text))
        #expect(uncertainty == Uncertainty(upper: upper, lower: lower))
        #expect(Uncertainty(uncertainty.description) == uncertainty)
    }

    @Test(
        "An invalid uncertainty is rejected",
        arguments: ["", "a", "±", "-0.2", "±-1", "+0.3 +0.2", "1 2 3", "±inf", "±nan", "++1", "+1 --1", "0,2"])
    func invalid(text: String) { #expect(Uncertainty(text) == nil) }

    @Test("Uncertainties round-trip through the text of the database column")
    func column() throws {
        var uncertainties = Uncertainties()
        for (number, figure) in PlanetFigure.all.enumerated() {
            uncertainties[figure.key] = Uncertainty(upper: 0.1 * Double(number), lower: 1e-7 / Double(number + 1))
        }
        #expect(Uncertainties(column: uncertainties.column) == uncertainties)
        #expect(Uncertainties(column: "") == Uncertainties())
        for text in ["color ±1", "massKg", " ", "massKg ±1| "] { #expect(Uncertainties(column: text) == nil) }
    }

    @Test("Setting a value removes its uncertainty")
    func newValue() throws {
        var planet = Planet()
        (planet.name, planet.massKg) = ("Vulcan", 6e24)
        func set(_ key: String, _ label: String? = nil, _ value: String) throws {
            try Planet.fields.apply([FieldAssignment(key: key, label: label, value: value)], to: &planet)
        }
        try set("uncertainty", "massKg", "±1e22")
        #expect(planet.uncertainties["massKg"] == Uncertainty(upper: 1e22, lower: 1e22))
        try set("uncertainty", "MASSKG", "")
        #expect(planet.uncertainties.all.isEmpty)
        try set("uncertainty", "masskg", "±1e22")
        #expect(planet.uncertainties["massKg"] == Uncertainty(upper: 1e22, lower: 1e22))
        try set("massKg", nil, "5.9e24")
        #expect(planet.uncertainties.all.isEmpty)
        #expect(throws: FieldProblems.self) { try set("uncertainty", "color", "±1") }
    }

    @Test("A value and its uncertainty can be set together in any order")
    func together() throws {
        for words in [["massKg=1e25", "uncertainty.massKg=±2e24"], ["uncertainty.massKg=±2e24", "massKg=1e25"]] {
            var planet = Planet()
            planet.massKg = 6e24
            planet.name = "Vulcan"
            try Planet.fields.apply(try words.map { try #require(FieldAssignment($0)) }, to: &planet)
            #expect(planet.uncertainties["massKg"]?.description == "±2e+24")
        }
    }
}
