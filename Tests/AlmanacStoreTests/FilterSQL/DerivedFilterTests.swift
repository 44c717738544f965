import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Filters over derived values")
struct DerivedFilterTests {
    /// The raw columns of a planet, from which the expected values are calculated independently of the app.
    private struct Columns {
        let id: Int64
        var isExoplanet = false
        var isOfSun = false
        var values: [String: Double] = [:]

        private var isLit: Bool { isExoplanet || isOfSun }
        private var starRadius: Double? { isOfSun ? 1 : isExoplanet ? values["star_radius_sun"] : nil }
        private var starTemperature: Double? { isOfSun ? 5772 : isExoplanet ? values["star_temperature_k"] : nil }

        /// Returns the expected value of a field in the stored unit, or `nil` if it is unknown.
        func value(_ field: String) -> Double? {
            let (mass, radius, axis) = (values["mass_kg"], values["radius_km"], values["semi_major_axis_au"])
            switch field {
            case "gravity":
                return values["gravity_m_s2"] ?? both(mass, radius) { 6.6743e-11 * $0 / ($1 * 1000) / ($1 * 1000) }
            case "density":
                return values["density_g_cm3"]
                    ?? both(mass, radius) { $0 * 1000 / (4 * Double.pi / 3 * ($1 * 1e5) * ($1 * 1e5) * ($1 * 1e5)) }
            case "escapevelocity":
                return both(mass, radius) { (2 * 6.6743e-11 * $0 / ($1 * 1000)).squareRoot() / 1000 }
            case "weight": return value("gravity").map { $0 / 9.80665 }
            case "luminosity": return isExoplanet ? value("starlight") : nil
            case "starlight":
                return both(starRadius, starTemperature) { radius, temperature in
                    let square = temperature * temperature / (5772 * 5772)
                    return radius * radius * square * square
                }
            case "insolation": return both(value("starlight"), axis) { $0 / $1 / $1 }
            case "transitdepth":
                guard isExoplanet else { return nil }
                return both(radius, values["star_radius_sun"]) {
                    min(100, 100 * ($0 / ($1 * 695_700)) * ($0 / ($1 * 695_700)))
                }
            case "lighttime":
                return values["distance_pc"].map { $0 * 30_856_775_814_913.673 / 9_460_730_472_580.8 }
            case "sunlight": return isOfSun ? axis.map { $0 * 149_597_870.7 / 299_792.458 / 60 } : nil
            default: return nil
            }
        }

        private func both(_ one: Double?, _ other: Double?, _ result: (Double, Double) -> Double) -> Double? {
            guard let one, let other else { return nil }
            let value = result(one, other)
            return value.isFinite ? value : nil
        }
    }

    private static let fields = [
        "gravity", "density", "escapevelocity", "weight", "luminosity", "insolation", "transitdepth", "lighttime",
        "sunlight",
    ]
    private static let units: [String: [(name: String, factor: Double)]] = [
        "escapevelocity": [("km/s", 1), ("m/s", 1000)], "transitdepth": [("percent", 1), ("ppm", 10_000)],
        "lighttime": [("year", 1), ("day", 365.25)], "sunlight": [("minute", 1), ("hour", 1 / 60.0)],
        "luminosity": [("lsun", 1), ("W", 3.828e26)],
    ]
    private static let raw = [
        "mass_kg", "radius_km", "semi_major_axis_au", "gravity_m_s2", "density_g_cm3", "star_radius_sun",
        "star_temperature_k", "distance_pc",
    ]

    private func columns(_ store: TemporaryStore) throws -> [Columns] {
        try store.connection().all(
            "SELECT id, type = 'exoplanet', parent = 'Sun', \(Self.raw.joined(separator: ", ")) FROM planet"
        ) { row in
            var columns = Columns(id: row[0], isExoplanet: row[1], isOfSun: row[2])
            for (place, name) in Self.raw.enumerated() { columns.values[name] = row[place + 3] as Double? }
            return columns
        }
    }

    /// A random filter, with its result for known and unknown values.
    private struct Case {
        let text: String
        let matches: (Int) -> Bool?
    }

    @Test(.long("random filters"))
    func `Random filters over derived values match an independent calculation from the raw columns`() async throws {
        let store = try await SampleCatalog.store()
        let bodies = try columns(store)
        #expect(bodies.count == SampleCatalog.count)
        let known = Dictionary(
            uniqueKeysWithValues: Self.fields.map { field in (field, bodies.map { $0.value(field) }) })
        for seed in 30..<(30 + UInt64(try Soak.times(atLeast: 1))) {
            try await check(store, bodies, known, seed)
        }
    }

    private func check(
        _ store: TemporaryStore, _ bodies: [Columns], _ known: [String: [Double?]], _ seed: UInt64
    ) async throws {
        var chance = SeededGenerator(seed: seed)
        var sizes: Set<Int> = []
        let count = Soak.isOn ? 500 : 100
        for _ in 0..<count {
            let all = (0..<1 + chance.number(below: 3)).map { _ in condition(known, &chance) }
            let isAll = chance.happens(oneIn: 2)
            let text = all.map(\.text).joined(separator: isAll ? " and " : " or ")
            var wanted: Set<Int64> = []
            for place in bodies.indices {
                let results = all.map { $0.matches(place) }
                if isAll ? results.allSatisfy({ $0 == true }) : results.contains(true) {
                    wanted.insert(bodies[place].id)
                }
            }
            let filter = try Filter(text, of: .planet)
            #expect(
                try await store.planets.count(.all, matching: "", where: filter) == wanted.count, "\(seed): \(text)")
            if wanted.count < 300 {
                let found = try await store.planets.list(ListRequest(.all, limit: 300, where: filter)).items
                #expect(Set(found.map(\.id.rawValue)) == wanted, "\(seed): \(text)")
            }
            sizes.insert(wanted.count)
        }
        #expect(sizes.count * 5 > count * 2, "Most filters must have results, and the results must differ.")
    }

    private func condition(_ known: [String: [Double?]], _ chance: inout SeededGenerator) -> Case {
        let field = chance.pick(Self.fields)
        let values = known[field, default: []]
        let unit = Self.units[field].map { chance.pick($0) }
        let (name, factor) = (unit.map { "\(field):\($0.name)" } ?? field, unit?.factor ?? 1)
        // Limits lie between values, so that rounding does not matter.
        let limits = (0..<2).map { _ in
            (chance.pick(values.compactMap(\.self)) * chance.pick([0.503, 0.9007, 1.1003, 1.907])).rounded(toDigits: 6)
        }.sorted()
        let (low, high) = (limits[0] * factor, limits[1] * factor)
        switch chance.number(below: 6) {
        case 0: return Case(text: "\(field) is null") { values[$0] == nil }
        case 1: return Case(text: "has \(field)") { values[$0] != nil }
        case 2:
            return Case(text: "\(name) between \(low) and \(high)") { place in
                values[place].map { limits[0] <= $0 && $0 <= limits[1] }
            }
        case 3: return Case(text: "not \(name) < \(low)") { place in values[place].map { $0 >= limits[0] } }
        case 4: return Case(text: "\(name) > \(low)") { place in values[place].map { $0 > limits[0] } }
        default: return Case(text: "\(name) <= \(high)") { place in values[place].map { $0 <= limits[1] } }
        }
    }

    @Test func `Lists can be sorted by every derived value, and their pages contain every planet once`() async throws {
        let store = try await TemporaryStore(with: "solar")
        let bodies = Dictionary(uniqueKeysWithValues: try columns(store).map { ($0.id, $0) })
        for field in Self.fields {
            let order = try #require(RecordOrder<Planet>(named: field))
            let listed = try await store.planets.all(ListRequest(.all, by: order, limit: 7)).map(\.id.rawValue)
            let values = listed.map { bodies[$0]?.value(field) }
            #expect(values.compactMap(\.self) == values.compactMap(\.self).sorted(), "\(field)")
            #expect(values.drop { $0 != nil }.allSatisfy { $0 == nil } && listed.count == bodies.count, "\(field)")
        }
    }

    @Test func `“measured” requires a measured mass or radius`() async throws {
        let store = try await TemporaryStore()
        for (name, mass, marks) in [("None", nil, Estimates()), ("Known", 1e24, []), ("Computed", 1e24, .mass)] {
            var planet = Planet()
            (planet.name, planet.massKg, planet.estimated) = (name, mass, marks)
            _ = try await store.planets.add(planet)
        }
        for (text, name) in [("measured", "Known"), ("estimated", "Computed")] {
            let found = try await store.planets.list(ListRequest(.all, where: try Filter(text, of: .planet))).items
            #expect(found.map(\.content.name) == [name])
        }
        #expect(try await store.planets.count(.all, matching: "", where: try Filter("not measured", of: .planet)) == 2)
    }
}
