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
        // The evaluator compares only single values, so lists are excluded.
        let lists: Set = ["aliases", "estimated", "uncertainty", "citation", "field"]
        let fields = FilterField.all(of: .planet).filter { !lists.contains($0.name) }
        let random = RandomFilter(over: fields) { field, chance in
            for _ in 0..<20 {
                if let value = chance.pick(judges).example(of: field, &chance) { return value }
            }
            return Self.value(of: field)
        }
        var sizes: Set<Int> = []
        for _ in 0..<(try Soak.times(atLeast: 60, byDefault: 12)) {
            let text = random.condition(&chance).description
            let filter = try Filter(text, of: .planet)
            let wanted = Set(judges.filter { $0.answer(filter.condition) == true }.map(\.planet.id))
            let found = try await store.ids(where: filter)
            #expect(Set(found) == wanted, "\(text)")
            #expect(try await store.planets.count(.all, matching: "", where: filter) == wanted.count, "\(text)")
            sizes.insert(wanted.count)
        }
        #expect(sizes.count > (Soak.isOn ? 30 : 4), "Most filters must have results, and the results must differ.")
    }

    @Test(.long("every order"))
    func `The pages of a filtered list together form the whole filtered list`() async throws {
        let store = try await TemporaryStore(with: "solar", "swapi")
        for text in ["radius:rearth < 1.25", "in hz", "orbits = saturn or type = fictional", "mass is null"] {
            let filter = try Filter(text, of: .planet)
            let count = try await store.planets.count(.all, matching: "", where: filter)
            for order in Soak.sample(RecordOrder<Planet>.allCases, 3) {
                for isDescending in [false, true] {
                    let listing = { (limit: Int) in
                        ListRequest(.all, by: order, isDescending: isDescending, limit: limit, where: filter)
                    }
                    let whole = try await store.planets.list(listing(10_000)).items
                    #expect(try await store.planets.all(listing(7)) == whole, "\(text) by \(order)")
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
        let total = try await store.count(kind, nil)
        // “favorite” is excluded, because its tests are never unknown, even for a record without a value.
        for field in FilterField.all(of: kind) where field.name != "favorite" {
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

    @Test(arguments: [
        ("= '25 May'", ["1977-05-25", "--05-25"]), ("= --0525", ["1977-05-25", "--05-25"]),
        ("!= --05-25", ["2001-05-26", "--12-25"]),
        ("= --05", ["1977-05-25", "--05-25", "2001-05-26", "1990-05", "--05"]),
        ("!= --05", ["--12-25"]), ("= 5/25", ["1977-05-25", "--05-25"]),
    ])
    func `A date without a year matches that day or month in any year`(test: String, found: [String]) async throws {
        let store = try await TemporaryStore()
        let dates = ["1977-05-25", "--05-25", "2001-05-26", "--12-25", "1990-05", "--05", "1980"]
        for date in dates {
            var person = Person()
            (person.name.given, person.birthday) = (date, PartialDate(date))
            _ = try await store.persons.add(person)
        }
        let filter = try Filter("birthday \(test)", of: .person)
        let persons = try await store.persons.list(ListRequest(limit: 10, where: filter)).items
        #expect(persons.map(\.name.given).sorted() == found.sorted())
        let others = try await store.persons.list(
            ListRequest(limit: 10, where: Filter("not birthday \(test)", of: .person)))
        let known =
            test.hasSuffix("--05")
            ? dates.filter { $0.count != 4 || $0 == "--05" } : dates.filter { $0.count > 6 && $0 != "1990-05" }
        #expect(Set(others.items.map(\.name.given)) == Set(known).subtracting(found))
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
        "A deeply nested filter matches the same planets as the equivalent simple filter", .long("several filters"),
        arguments: Soak.sample(["name = Earth", "radius is estimated", "in hz", "orbits ~ sun"], 2))
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

/// An evaluator of planet filters without SQL. The result is `nil` if it depends on an unknown value.
struct FilterEvaluator {
    let planet: Record<Planet>
    let stars: StarIndex

    func answer(_ condition: FilterCondition) -> Bool? {
        switch condition {
        case .all(let parts):
            let answers = parts.map(answer)
            return answers.contains(false) ? false : answers.contains(nil) ? nil : true
        case .any(let parts):
            let answers = parts.map(answer)
            return answers.contains(true) ? true : answers.contains(nil) ? nil : false
        case .not(let part): return answer(part).map { !$0 }
        // No planet of this test is a favorite.
        case .compare(let field, let sign, .flag(let wanted)) where field.name == "favorite":
            return sign.holds(0, wanted ? 1 : 0)
        case .compare(let field, let sign, let value): return compare(field, sign, value)
        case .unknown(let field): return values(of: field).isEmpty
        case .estimated(let field):
            return values(of: field).isEmpty
                ? nil : !planet.estimated.isDisjoint(with: field.marks.intersection(.calculated))
        case .measured(let field): return values(of: field).isEmpty ? nil : isMeasured(field)
        case .hasEstimates: return !planet.estimated.isDisjoint(with: [.mass, .massLimit, .radius])
        case .inHabitableZone: return isInZone
        }
    }

    private func isMeasured(_ field: FilterField) -> Bool {
        guard planet.estimated.isDisjoint(with: field.marks.intersection(.calculated)) else { return false }
        return planet.uncertainties[field.key] != nil
            || !field.marks.isEmpty && planet.content.isMeasured(field.marks)
    }

    private var isInZone: Bool? {
        guard let axis = planet.semiMajorAxisAu else { return nil }
        guard let zone = planet.content.star?.habitableZone, !zone.isExtrapolated else { return nil }
        return zone.contains(axis)
    }

    private func compare(_ field: FilterField, _ sign: FilterOperator, _ value: FilterValue) -> Bool? {
        let values = values(of: field)
        guard !values.isEmpty else { return nil }
        switch value {
        case .integer(let number): return figure(values[0], sign, .integer(number))
        case .number, .flag: return figure(values[0], sign, value)
        case .text(let text):
            if field.values == .date { return date(values[0], sign, text) }
            if case .name(let kind) = field.values { return name(values, sign, text, isCatalog: kind == .planet) }
            if field.name == "orbits", sign != .contains {
                return stars.named(text).contains(planet.parent.asciiFolded) == (sign == .equal)
            }
            return self.text(values[0], sign, text)
        }
    }

    private func figure(_ known: FilterValue, _ sign: FilterOperator, _ wanted: FilterValue) -> Bool? {
        switch (known, wanted) {
        case (.integer(let known), .integer(let wanted)): sign.holds(known, wanted)
        case (.number(let known), .number(let wanted)): sign.holds(known, wanted)
        case (.flag(let known), .flag(let wanted)): sign.holds(known ? 1 : 0, wanted ? 1 : 0)
        default: nil
        }
    }

    private func date(_ known: FilterValue, _ sign: FilterOperator, _ wanted: String) -> Bool? {
        guard case .text(let text) = known else { return nil }
        return sign.holds(String(text.prefix(wanted.count)), wanted)
    }

    private func text(_ known: FilterValue, _ sign: FilterOperator, _ wanted: String) -> Bool? {
        guard case .text(let text) = known else { return nil }
        let (folded, part) = (text.asciiFolded, wanted.asciiFolded)
        return sign == .contains ? folded.holds(part) : (folded == part) == (sign == .equal)
    }

    private func name(
        _ keys: [FilterValue], _ sign: FilterOperator, _ wanted: String, isCatalog: Bool
    ) -> Bool {
        let names = keys.compactMap { if case .text(let key) = $0 { Array(key.utf8) } else { nil } }
        let spellings = isCatalog ? StarSpellings.keys(of: wanted) : []
        let wanted = NameKey.all(of: [wanted], isCatalog: isCatalog).union(spellings).map { Array($0.utf8) }
        let isOne = names.contains { name in
            wanted.contains { sign == .contains ? name.holds($0) : name == $0 }
        }
        return sign == .notEqual ? !isOne : isOne
    }

    // MARK: - Values

    func values(of field: FilterField) -> [FilterValue] {
        let value: FilterValue? =
            switch field.name {
            case "type": .text(planet.type.rawValue)
            case "status": .text(planet.status.rawValue)
            case "orbits": known(planet.parent)
            case "discoverer": known(planet.discoverer)
            case "method": known(planet.discoveryMethod)
            case "constellation": known(planet.constellation.replacing("ö", with: "o"))
            case "spectrum": known(planet.starSpectralType)
            case "source": known(planet.source)
            case "url": known(planet.url)
            case "moons": planet.moons.map { .integer($0) }
            case "discovered": planet.discoveryYear.map { .integer($0) }
            case "stars": planet.systemStars.map { .integer($0) }
            case "version": .integer(planet.version)
            case "rings": planet.rings.map { .flag($0) }
            case "transiting": planet.transiting.map { .flag($0) }
            case "created": .text(planet.created.rawValue)
            case "modified": .text(planet.modified.rawValue)
            default:
                PlanetQuantity.named(field.key)?.calculation.value(of: planet.content).map { .number($0) }
            }
        if field.name == "name" {
            return NameKey.all(of: [planet.name] + planet.aliases, isCatalog: true).map { .text($0) }
        }
        if field.name == "group" { return planet.links.groups.first.map { .text(NameKey.key(for: $0.name)) } }
        return value.map { [$0] } ?? []
    }

    private func known(_ text: String) -> FilterValue? { text.isEmpty ? nil : .text(text) }

    /// Returns the planet’s value for a field or a similar value, or `nil` if the value is unknown.
    func example(of field: FilterField, _ chance: inout SeededGenerator) -> FilterValue? {
        guard let value = values(of: field).first else { return nil }
        return switch (value, field.values) {
        case (.text(let text), .date): .text(String(text.prefix(chance.pick([4, 7, 10]))))
        case (.text(let text), .text), (.text(let text), .name):
            .text(chance.happens(oneIn: 2) ? text.uppercased() : String(text.prefix(3)))
        case (.number(let number), _): .number(chance.happens(oneIn: 2) ? number : number * 1.1)
        default: value
        }
    }
}

extension FilterOperator {
    fileprivate func holds<Value: Comparable>(_ known: Value, _ wanted: Value) -> Bool {
        switch self {
        case .less: known < wanted
        case .lessOrEqual: known <= wanted
        case .equal, .contains: known == wanted
        case .notEqual: known != wanted
        case .greaterOrEqual: known >= wanted
        case .greater: known > wanted
        }
    }
}

/// The names of stars and other bodies, for the evaluation of `orbits` without SQL.
struct StarIndex {
    private var bodies: [String: [Planet]] = [:]

    init(_ planets: [Record<Planet>]) {
        for planet in planets.map(\.content) {
            for key in NameKey.all(of: [planet.name] + planet.aliases, isCatalog: true) {
                bodies[key, default: []].append(planet)
            }
        }
    }

    /// Returns the names of the stars and bodies with a name, as folded bytes.
    func named(_ text: String) -> Set<[UInt8]> {
        let letters = "bcdefghijklmnopqrstuvwxyz".map(String.init)
        var names = [text]
        for key in StarSpellings.keys(of: text) {
            names += bodies[key, default: []].map(\.name)
            for component in ["", "a", "b", "c", "d"] {
                names += letters.flatMap { bodies[key + component + $0, default: []] }
                    .filter { $0.type == .exoplanet }.map(\.parent)
            }
        }
        return Set(names.filter { !$0.isEmpty }.map(\.asciiFolded))
    }
}

extension String {
    fileprivate var asciiFolded: [UInt8] { utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        part.isEmpty || indices.contains { self[$0...].starts(with: part) }
    }
}
