import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Filter properties")
struct FilterPropertyTests {
    @Test func `Every filter field has a column, and every column has a filter field`() {
        for (kind, columns) in [
            (Kind.person, FilterColumns.persons), (.group, FilterColumns.groups), (.planet, FilterColumns.planets),
            (.note, FilterColumns.notes),
        ] {
            #expect(Set(columns.keys) == Set(FilterField.all(of: kind).map(\.name)))
        }
    }

    @Test(.long("random filters"))
    func `A filter in SQL matches the same planets as its evaluation in Swift`() async throws {
        let store = try await SampleCatalog.store()
        let all = try await store.planets.all(ListRequest(.all, limit: 1000))
        #expect(all.count == SampleCatalog.count)
        let stars = StarIndex(all)
        let judges = all.map { FilterEvaluator(planet: $0, stars: stars) }
        var chance = SeededGenerator(seed: 2026)
        let random = RandomFilter(over: FilterField.all(of: .planet)) { field, chance in
            for _ in 0..<20 {
                if let value = chance.pick(judges).example(of: field, &chance) { return value }
            }
            return Self.value(of: field)
        }
        var sizes: Set<Int> = []
        for _ in 0..<(try Soak.times(atLeast: 60, byDefault: 30)) {
            let text = random.condition(&chance).description
            let filter = try Filter(text, of: .planet)
            let wanted = Set(judges.filter { $0.answer(filter.condition) == true }.map(\.planet.id))
            let found = try await store.ids(where: filter)
            #expect(Set(found) == wanted, "\(text)")
            #expect(try await store.planets.count(.all, matching: "", where: filter) == wanted.count, "\(text)")
            sizes.insert(wanted.count)
        }
        #expect(sizes.count > (Soak.isOn ? 30 : 12), "Most filters must have results, and the results must differ.")
    }

    @Test(.long("every order"))
    func `The pages of a filtered list together form the whole filtered list`() async throws {
        let store = try await TemporaryStore(with: "solar", "swapi")
        for text in ["radius:rearth < 1.25", "in hz", "orbits = saturn or type = fictional", "mass is null"] {
            let filter = try Filter(text, of: .planet)
            for order in Soak.sample(RecordOrder<Planet>.allCases, 9) {
                for isDescending in [false, true] {
                    let listing = { (limit: Int) in
                        ListRequest(.all, by: order, isDescending: isDescending, limit: limit, where: filter)
                    }
                    let whole = try await store.planets.list(listing(10_000)).items
                    #expect(try await store.planets.all(listing(7)) == whole, "\(text) by \(order)")
                    let count = try await store.planets.count(.all, matching: "", where: filter)
                    #expect(!whole.isEmpty && whole.count == count)
                }
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `A record with a known value matches either a comparison or its negation, unless the value is a partial date`(
        kind: Kind
    ) async throws {
        let store = try await TemporaryStore(with: "flintstones", "swapi")
        for field in FilterField.all(of: kind) {
            let total = try await store.count(kind, nil)
            let unknown = try await store.count(kind, "\(field.name) is null")
            #expect(try await store.count(kind, "not \(field.name) is null") == total - unknown)
            for sign in field.operators {
                let test = "\(field.name) \(sign.rawValue) \(Self.value(of: field))"
                let fitting = try await store.count(kind, test)
                let known = try await store.count(kind, "not \(test)") + fitting
                // A birthday without a year is a value, but it is neither before nor after another date.
                let isPartial = field.name == "birthday" || field.name == "anniversary"
                #expect(isPartial ? known < total - unknown : known == total - unknown, "\(test)")
            }
        }
    }

    private static func value(of field: FilterField) -> FilterValue {
        switch field.values {
        case .text, .phone, .name: .text("Bedrock")
        case .choice(let words): .text(words[0])
        case .integer: .integer(1)
        case .figure: .number(1000)
        case .date: .text("1977-05")
        case .period: .integer(30)
        case .flag: .flag(true)
        }
    }

    @Test(
        "A deeply nested filter matches the same planets as the equivalent simple filter",
        arguments: ["name = Earth", "in hz", "radius is estimated", "orbits ~ sun"])
    func deepNesting(test: String) async throws {
        let store = try await TemporaryStore(with: "solar")
        let expected = try await store.count(.planet, test)
        let nested = { (levels: Int, level: (Int, String) -> String) in
            (0..<levels).reduce(test) { level($1, $0) }
        }
        let last = nested(100) { $0 % 2 == 0 ? "(name = none or \($1))" : "(not name = none and \($1))" }
        let first = nested(100) { $0 % 2 == 0 ? "(\($1) or name = none)" : "(\($1) and not name = none)" }
        let negated = nested(100) { $0 % 2 == 0 ? "not (name = none or \($1))" : "not (not name = none and \($1))" }
        let half = nested(48) { $0 % 2 == 0 ? "(name = none or \($1))" : "(not name = none and \($1))" }
        let nots = String(repeating: "not ", count: 98) + test
        for text in [nots, last, first, negated, "\(half) or \(half)", "\(half) and \(half)"] {
            #expect(try await store.count(.planet, text) == expected, "\(text)")
            let request = ListRequest<Planet>(.all, by: .mass, limit: 1000, where: try Filter(text, of: .planet))
            #expect(try await store.planets.all(request).count == expected, "\(text)")
        }
    }

    @Test(
        "Filter values are not interpreted as SQL",
        arguments: [
            "'; DROP TABLE planet; --", "x') OR TRUE OR ('", "?5", "%", "_", "NULL", "\\", "\u{0}", "name",
        ])
    func injection(text: String) async throws {
        let store = try await TemporaryStore(with: "flintstones")
        for field in FilterField.all(of: .person) where field.operators.contains(.contains) {
            for sign in ["=", "~"] {
                let filter = try Filter("\(field.name) \(sign) \(FilterValue.text(text))", of: .person)
                #expect(try await store.persons.count(.all, matching: "", where: filter) == 0, "\(filter.text)")
            }
        }
        #expect(try await store.persons.count(.all) == 8)
    }
}

extension TemporaryStore {
    /// Returns the results of the statements that `explain` returns.
    fileprivate func ids(where filter: Filter) async throws -> [Planet.ID] {
        let plans = try await store.planets.explain(ListRequest(.all, limit: 10_000, where: filter))
        let connection = try connection()
        return try plans.flatMap { plan in
            try connection.all(plan.sql, { plan.parameters.bind(to: &$0) }) { Planet.ID(rawValue: $0[0]) }
        }
    }

    fileprivate func count(_ kind: Kind, _ text: String?) async throws -> Int {
        let filter = try text.map { try Filter($0, of: kind) }
        return switch kind {
        case .person: try await store.persons.count(.all, matching: "", where: filter)
        case .group: try await store.groups.count(.all, matching: "", where: filter)
        case .planet: try await store.planets.count(.all, matching: "", where: filter)
        case .note: try await store.notes.count(.all, matching: "", where: filter)
        }
    }
}
