import Interchange
import Model
import Testing

@Suite("Merging a catalog row into a planet")
struct CatalogMergingTests {
    private func entry(_ header: String, _ row: String) throws -> CatalogEntry {
        var reader = CatalogReader(file: "x.csv")
        reader.feed(Array("\(header)\n\(row)\n".utf8))
        reader.finish()
        while let item = try reader.next() {
            if case .entry(let entry) = item { return entry }
        }
        throw SourceProblem.empty(file: row)
    }

    private var present: Planet {
        var planet = Planet()
        planet.name = "A b"
        planet.massKg = 2.132e25
        planet.radiusKm = 10_907
        planet.distancePc = 820.9
        planet.orbitalPeriodDays = 15
        planet.estimated = [.mass, .axis]
        planet.aliases = ["KOI-1 b"]
        planet.customFields = [Labeled("colour", "red")]
        planet.constellation = "Cygnus"
        planet.source = "oec"
        return planet
    }

    @Test func `An empty cell changes nothing`() throws {
        let merged = try entry("name,mass_kg,source", "A b,,").merged(into: present, keeping: [])
        #expect(merged.planet == present && merged.kept == [])
    }

    @Test func `A rounded value is treated as equal`() throws {
        let row = try entry("pl_name,pl_bmasse,pl_rade,sy_dist,pl_orbper", "A b,3.57,1.71,820.905,16.1")
        var wanted = present
        wanted.orbitalPeriodDays = 16.1
        wanted.source = "oec+nea"
        wanted.citations = [Labeled("orbitalPeriodDays", "NASA Exoplanet Archive")]
        #expect(try row.merged(into: present, keeping: []).planet == wanted)
    }

    @Test
    func `Values are equal if one is the other rounded in one of its units, with halves rounded either way`()
        throws
    {
        let cases: [(Double, String, Bool)] = [
            (139.13, "139.135", true), (139.14, "139.135", true), (139.13, "139.136", false), (10.5, "10.45", true),
            (10.5, "10.54", true), (10.5, "10.56", false), (15, "14.8", true), (1, "1.4", false), (1, "1.04", true),
            (100, "101", false),
        ]
        for (stored, exact, isSame) in cases {
            var planet = present
            planet.distancePc = stored
            let merged = try entry("pl_name,sy_dist", "A b,\(exact)").merged(into: planet, keeping: [])
            #expect((merged.planet.distancePc == stored, merged.rounded) == (isSame, isSame ? 1 : 0), "\(exact)")
        }
        // Except for 1e27, the stored values are 0.33 and 0.3506 Jupiter masses in kilograms and 1.25 Earth radii in
        // kilometers, most of them with four digits.
        for (stored, exact, isSame) in [
            (6.264e26, "0.32900", true), (6.655e26, "0.350567", true), (6.264e26, "0.336", false), (1e27, "0.6", false),
        ] {
            var planet = present
            planet.massKg = stored
            planet.estimated = []
            let merged = try entry("pl_name,pl_bmassj", "A b,\(exact)").merged(into: planet, keeping: [])
            #expect((merged.planet.massKg == stored) == isSame, "\(exact)")
        }
        for (stored, exact) in [(7973, "1.245"), (7973, "1.2451"), (7972.625, "1.2549"), (7972.625, "1.255")] {
            var planet = present
            planet.radiusKm = stored
            let merged = try entry("pl_name,pl_rade", "A b,\(exact)").merged(into: planet, keeping: [])
            #expect(merged.planet.radiusKm == stored && merged.rounded == 1, "\(exact)")
        }
    }

    @Test func `The constellation is derived from the position unless it was edited by hand`() throws {
        let row = try entry("pl_name,ra,dec", "A b,150,2.5")
        #expect(try row.planet().constellation == "Sextans")
        #expect(try row.merged(into: present, keeping: []).planet.constellation == "Sextans")
        #expect(try row.merged(into: present, keeping: ["constellation"]).planet.constellation == "Cygnus")
    }

    @Test func `A changed value loses its “measured” mark unless the row includes the mark`() throws {
        var planet = Planet()
        (planet.name, planet.massKg, planet.radiusKm) = ("A b", 1e24, 5000)
        planet.estimated = [.measuredMass, .measuredRadius]
        let entry = try entry("name,massKg,radiusKm", "A b,2e24,5000")
        #expect(try entry.merged(into: planet, keeping: []).planet.estimated == .measuredRadius)
        let listed = try self.entry("name,massKg,estimated", "A b,2e24,measured-mass; radius")
        #expect(try listed.merged(into: planet, keeping: []).planet.estimated == [.measuredMass, .radius])
    }

    @Test func `A value is no longer marked as estimated if the row has a measured value`() throws {
        let row = try entry("pl_name,pl_bmassj,pl_bmassprov", "A b,0.5,Mass")
        let planet = try row.merged(into: present, keeping: []).planet
        #expect(planet.estimated == .axis)
        #expect(planet.massKg == 0.5 * 1.89813e27)
    }

    @Test func `Values edited by hand are kept with their basis and reported`() throws {
        let row = try entry("pl_name,pl_bmassj,pl_bmassprov,sy_dist", "A b,0.5,Mass,900")
        let merged = try row.merged(into: present, keeping: ["massKg"])
        #expect(merged.kept.map(\.key) == ["massKg"])
        #expect(merged.planet.massKg == present.massKg && merged.planet.estimated == present.estimated)
        #expect(merged.planet.distancePc == 900)
    }

    @Test func `A derived gravity is updated when the mass changes, and an entered density is kept`() throws {
        var planet = present
        planet.estimated = []
        planet.gravityMS2 = DerivedFigure.surfaceGravity.calculation.value(of: planet)?.rounded(toDigits: 3)
        planet.densityGCm3 = 99
        let row = try entry("pl_name,pl_bmassj,pl_bmassprov", "A b,0.5,Mass")
        let merged = try row.merged(into: planet, keeping: []).planet
        #expect(merged.gravityMS2 == DerivedFigure.surfaceGravity.calculation.value(of: merged)?.rounded(toDigits: 8))
        #expect(merged.densityGCm3 == 99)
        let limit = try entry("pl_name,pl_bmassj,pl_bmassprov,pl_bmassjlim", "A b,0.5,Mass,1")
        #expect(try limit.merged(into: planet, keeping: []).planet.gravityMS2 == nil)
    }

    @Test func `Imported uncertainties replace existing ones, and a new value removes an old uncertainty`() throws {
        let header = "pl_name,pl_bmassj,pl_bmassjerr1,pl_bmassjerr2,pl_bmassprov,sy_dist,sy_disterr1,sy_disterr2"
        let row = try entry(header, "A b,0.5,0.1,-0.2,Mass,820.9,,")
        var planet = present
        planet.uncertainties["distancePc"] = Uncertainty(upper: 2, lower: 2)
        planet.uncertainties["massKg"] = Uncertainty(upper: 1, lower: 1)
        // The uncertainties are 0.1 and 0.2 Jupiter masses.
        func isMass(_ uncertainty: Uncertainty?) -> Bool {
            guard let uncertainty else { return false }
            return abs(uncertainty.upper / 1.89813e26 - 1) < 0.01 && abs(uncertainty.lower / 3.79626e26 - 1) < 0.01
        }
        let merged = try row.merged(into: planet, keeping: []).planet.uncertainties
        #expect(isMass(merged["massKg"]) && merged["distancePc"] == planet.uncertainties["distancePc"])
        #expect(try row.merged(into: planet, keeping: ["massKg"]).planet.uncertainties == planet.uncertainties)
        #expect(
            try entry(header, "A b,,,,,900,,").merged(into: planet, keeping: []).planet.uncertainties.all.count == 1)
        #expect(isMass(try row.planet().uncertainties["massKg"]))
    }

    @Test func `Merging is idempotent`() throws {
        for row in ["A b,0.5,Mass,900,1.25", "A b,,Msini,,", "A b,1e-3,M-R relationship,820.904,3"] {
            let entry = try entry("pl_name,pl_bmassj,pl_bmassprov,sy_dist,pl_rade", row)
            let once = try entry.merged(into: present, keeping: []).planet
            #expect(try entry.merged(into: once, keeping: []).planet == once)
        }
    }
}
