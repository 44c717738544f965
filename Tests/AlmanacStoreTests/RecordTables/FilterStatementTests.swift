import Model
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Filters of persons, groups, and notes")
struct PersonFilterTests {
    @Test(arguments: [
        ("birthday is null and group = \"rebel alliance\"", "Han"), ("group = 'Rebel Alliance'", "Han Leia"),
        ("not group = 'rebel alliance'", "Lando"), ("group is null", "Wedge"), ("group ~ alli and group ~ mining", ""),
        ("birthday = 1956", "Leia"), ("birthday < 1956-11", "Lando Leia"), ("birthday >= 1956-10-21", "Leia"),
        ("birthday > 1956", ""), ("birthday < 1956-10-01", "Lando"), ("birthday <= 1937-04", "Lando"),
        ("birthday = 1937-04-06", ""), ("birthday != 1937-04-06", "Leia"), ("not birthday = 1937-04-06", "Leia"),
        ("birthday < 2000 or birthday >= 2000", "Lando Leia"), ("birthday is not null", "Lando Leia Wedge"),
        ("home = alderaan", "Leia"), ("home is null", "Han Lando Wedge"), ("email ~ HOTH", "Leia"),
        ("email != leia@hoth.example", ""), ("email is null", "Han Lando Wedge"), ("city = tours", "Wedge"),
        ("country is null", "Han Lando Leia Wedge"), ("name ~ skyw or given = HAN", "Han"), ("name = LÉIA", "Leia"),
        ("note ~ plans", "Leia"), ("note is null", "Han Lando Wedge"), ("version = 1", "Han Lando Leia Wedge"),
        ("name = '!'", ""), ("not name = '!'", "Han Lando Leia Wedge"), ("name != '!'", "Han Lando Leia Wedge"),
    ])
    func `A filter finds the matching persons`(text: String, names: String) async throws {
        let store = try await Self.rebels()
        let listing = ListRequest<Person>(.all, by: .given, where: try Filter(text, of: .person))
        #expect(try await store.persons.list(listing).items.map(\.name.given).joined(separator: " ") == names)
    }

    @Test(
        "The case of all letters is ignored in every text, also in the last letter of a Greek word",
        arguments: [
            "given = ΓΙΏΡΓΟΣ", "given = γιώργοσ", "given ~ ώργος", "title = ÜBERSETZER", "title ~ überS", "city = łódź",
            "url ~ ЖУК", "note ~ ÉTÉ", "label = BÜRO", "phone ~ ДОБ", "field = 'ÄRMEL 5*'",
        ])
    func letterCase(text: String) async throws {
        let store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.jobTitle) = ("Γιώργος", "Übersetzer")
        person.addresses = [Labeled("Büro", PostalAddress(locality: "ŁÓDŹ"))]
        person.urls = [Labeled("", "https://жук.example")]
        person.phones = [Labeled("", "12 доб. 3")]
        person.customFields = [Labeled("", "ärmel 5*")]
        var note = Note()
        (note.text, note.subject) = ("L’été", try await store.persons.add(person).recordID)
        _ = try await store.notes.add(note)
        person.name.given = "Anna"
        (person.jobTitle, person.addresses, person.urls, person.phones, person.customFields) = ("", [], [], [], [])
        _ = try await store.persons.add(person)
        for isNegated in [false, true] where !isNegated || !text.hasPrefix("note") {
            let filter = try Filter(isNegated ? "not \(text)" : text, of: .person)
            let found = try await store.persons.list(ListRequest(.all, where: filter)).items.map(\.name.given)
            #expect(found == (isNegated ? found.filter { $0 == "Anna" } : ["Γιώργος"]))
        }
    }

    @Test(
        "A label is found by its spellings and synonyms, and the label of a custom field only as text",
        arguments: [
            ("label = mobile", "Ann"), ("label = Cell", "Ann"), ("label = 'Cell Phone'", "Ann"),
            ("label = CELLULAR", "Ann"),
            ("label ~ cellular", "Ann"), ("label = work", "Ben"), ("label = Business", "Ben"),
            ("label = Office", "Ben Cleo"), ("label = 'Work-Fax'", "Ann"), ("label ~ business", "Ann Ben"),
            ("label != Cell", "Ben Cleo"), ("not label = Cell", "Ben Cleo"), ("label is null", "Dot"),
            ("label = home", ""),
            ("label ~ off", "Cleo"), ("label = mum", ""), ("label = MOTHER", "Cleo"),
        ])
    func labels(text: String, names: String) async throws {
        let store = try await TemporaryStore()
        for (name, change) in [
            ("Ann", { $0.phones = [Labeled("mobile", "1"), Labeled("work fax", "2")] }),
            // An earlier version stored this label.
            ("Ben", { $0.emails = [Labeled("business", "ben@x.example")] }),
            ("Cleo", { ($0.customFields, $0.relations) = ([Labeled("Office", "7")], [Labeled("mother", "Ann")]) }),
            ("Dot", { $0.phones = [Labeled("", "3")] }),
        ] as [(String, (inout Person) -> Void)] {
            var person = Person()
            person.name.given = name
            change(&person)
            _ = try await store.persons.add(person)
        }
        let listing = ListRequest<Person>(.all, by: .given, where: try Filter(text, of: .person))
        #expect(try await store.persons.list(listing).items.map(\.name.given).joined(separator: " ") == names)
    }

    @Test func `A filter finds the matching groups and notes`() async throws {
        let store = try await Self.rebels()
        for (text, count) in [("members = 2", 1), ("members >= 1", 2), ("members is null", 1), ("name ~ min", 1)] {
            let filter = try Filter(text, of: .group)
            #expect(try await store.groups.count(.all, matching: "", where: filter) == count, "\(text)")
        }
        for (text, count) in [
            ("person = leia", 1), ("planet is null", 1), ("text ~ 'death star'", 1), ("topic = x", 0),
        ] {
            let filter = try Filter(text, of: .note)
            #expect(try await store.notes.count(.all, matching: "", where: filter) == count, "\(text)")
        }
    }

    @Test func `A filter can be combined with a scope or a search`() async throws {
        let store = try await Self.rebels()
        let filter = try Filter("birthday is not null", of: .person)
        let alliance = RecordID(kind: .group, number: 1)
        for (scope, text, names) in [
            (ListScope.of(alliance), "", "Leia"), (.of(RecordID(kind: .group, number: 3)), "", "Leia"),
            (.usual, "lan", "Lando"), (.ungrouped, "", "Wedge"), (.of(RecordID(kind: .planet, number: 1)), "", "Leia"),
        ] {
            let listing = ListRequest<Person>(scope, by: .given, matching: text, where: filter)
            let found = try await store.persons.list(listing).items.map(\.name.given).joined(separator: " ")
            #expect(found == names, "\(scope)")
            #expect(try await store.persons.count(scope, matching: text, where: filter) == 1)
        }
    }

    private static func rebels() async throws -> TemporaryStore { try await shared.value }

    /// A database in which Leia and Han are in one group, Lando is in another, and Wedge is in none. Tests only read it.
    private static let shared: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore()
        var alderaan = Planet()
        alderaan.name = "Alderaan"
        let home = try await store.planets.add(alderaan)
        var ids: [Person.ID] = []
        for (name, birthday) in [("Leia", "1956-10-21"), ("Han", nil), ("Lando", "1937-04"), ("Wedge", "--08-28")] {
            var person = Person()
            person.name.given = name
            person.birthday = birthday.flatMap { PartialDate($0) }
            if name == "Leia" {
                person.home = home.id
                person.emails = [Labeled("home", "leia@hoth.example")]
            }
            if name == "Wedge" { person.addresses = [Labeled("", PostalAddress(locality: "Tours"))] }
            ids.append(try await store.persons.add(person).id)
        }
        for (name, members) in [("Rebel Alliance", [ids[0], ids[1]]), ("Mining Guild", [ids[2]])] {
            var group = Group()
            group.name = name
            _ = try await store.groups.add(members, to: try await store.groups.add(group).id)
        }
        var smart = Group()
        (smart.name, smart.search) = ("Smart", "leia")
        _ = try await store.groups.add(smart)
        var note = Note()
        (note.topic, note.text, note.subject) = ("Plans", "Of the Death Star.", ids[0].recordID)
        _ = try await store.notes.add(note)
        return store
    }
}

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
        let count = Soak.isOn ? 500 : 30
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
        // Limits are between values, so that rounding does not matter.
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

    @Test func `Filters distinguish masses that are measured, estimated, or of unknown provenance`() async throws {
        let store = try await TemporaryStore()
        let bodies: [(String, Double?, Estimates)] = [
            ("Computed", 1e24, .mass), ("Limit", 1e24, .massLimit), ("Marked", 1e24, .measuredMass),
            ("Minimum", 1e24, .minimumMass), ("None", nil, []), ("Uncertain", 1e24, []), ("Unknown", 1e24, []),
        ]
        for (name, mass, marks) in bodies {
            var planet = Planet()
            (planet.name, planet.massKg, planet.estimated) = (name, mass, marks)
            if name == "Uncertain" { planet.uncertainties["massKg"] = Uncertainty(upper: 1e23, lower: 1e23) }
            _ = try await store.planets.add(planet)
        }
        let measured = ["Marked", "Minimum", "Uncertain"]
        let conditions = [
            ("measured", measured), ("mass is measured", measured), ("estimated", ["Computed", "Limit"]),
            ("mass is estimated", ["Computed", "Limit"]), ("mass is unknown", ["Unknown"]),
            ("mass is not measured", ["Computed", "Limit", "Unknown"]),
            ("not measured", ["Computed", "Limit", "None", "Unknown"]),
        ]
        for (text, names) in conditions {
            let found = try await store.planets.list(ListRequest(.all, where: try Filter(text, of: .planet))).items
            #expect(found.map(\.content.name) == names, "\(text)")
        }
    }
}

@Suite("Search within a list")
struct NarrowingTests {
    @Test(
        .long("every order"), arguments: ["fl", "flintstone", "bedrock", "rubble b", "ZZZ", "!"],
        Soak.sample(RecordOrder<Person>.allCases.dropLast(), 4))
    func `A narrowed list contains the matching records in the order of the whole list`(
        _ text: String, by order: RecordOrder<Person>
    ) async throws {
        let store = try await TemporaryStore(with: "flintstones")
        let found = try await store.search.find(text, at: .beginning, limit: 100).matches
            .filter { $0.correction == nil }.map(\.reference.id)
        let whole = try await store.persons.list(ListRequest(.usual, by: order, limit: 100)).items.map(\.recordID)
        let expected = whole.filter(found.contains)
        var paged: [RecordID] = []
        var hasMore = true
        while hasMore {
            let listing = ListRequest(.usual, by: order, after: paged.last, limit: 2, matching: text)
            let slice = try await store.persons.list(listing)
            paged += slice.items.map(\.recordID)
            hasMore = slice.hasMore
        }
        #expect(paged == expected)
        #expect(try await store.persons.count(.usual, matching: text) == expected.count)
    }

    @Test func `A search within a list uses an index for every kind of record`() async throws {
        let store = try await TemporaryStore(with: "flintstones")
        let log = try StatementLog(on: store) { connection in
            _ = try Person.table.list(ListRequest(.usual, matching: "fred"), in: connection)
            _ = try Group.table.list(ListRequest(.usual, matching: "bowling"), in: connection)
            _ = try Planet.table.list(ListRequest(.all, matching: "earth"), in: connection)
            _ = try Note.table.list(ListRequest(.usual, matching: "fred"), in: connection)
        }
        #expect(try log.fullScans() == [])
    }
}

@Suite("Query plans of filters")
struct FilterPlanTests {
    @Test func `A filter on an indexed field uses the index`() async throws {
        let store = try await TemporaryStore()
        let steps = try await store.plan(of: try Filter("discovered = 2016 and in hz", of: .planet))
        #expect(steps.contains { $0.contains("USING INDEX planet_by_year (discovery_year=?)") }, "\(steps)")
    }

    @Test(arguments: Kind.allCases)
    func `A filter on a related table uses an index`(kind: Kind) async throws {
        let store = try await TemporaryStore()
        for field in FilterField.all(of: kind) {
            let value: FilterValue =
                switch field.values {
                case .text, .phone, .name, .choice: .text("x")
                case .integer: .integer(1)
                case .figure: .number(1)
                case .date: .text("1977")
                case .period: .integer(30)
                case .flag: .flag(true)
                }
            let sign = field.operators.last ?? .equal
            for condition in [FilterCondition.compare(field, sign, value), .unknown(field)] {
                let steps = try await store.plan(of: Filter(condition.description, of: kind))
                let scans = steps.filter { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") && !$0.contains("(sub") }
                #expect(scans.allSatisfy { $0.hasPrefix("SCAN \(kind.table) USING") }, "\(steps)")
            }
        }
    }

    @Test(arguments: ["phone = 5550100", "email = ЖУК@b.example"])
    func `A filter may be deeply nested`(leaf: String) async throws {
        let store = try await TemporaryStore()
        var text = leaf
        for number in 0..<90 { text = number % 2 == 0 ? "(name = x and \(text))" : "(name = y or \(text))" }
        #expect(try await store.persons.count(.all, matching: "", where: Filter(text, of: .person)) == 0)
    }

    @Test func `The values of a filter are bound to parameters`() async throws {
        let store = try await TemporaryStore()
        let filter = try Filter(
            "radius:rearth < 1.25 and method = 'Radial Velocity' and discovered = 2020", of: .planet)
        let plans = try await store.planets.explain(
            ListRequest(.of(RecordID(kind: .planet, number: 7)), by: .mass, where: filter))
        #expect(plans.count == 2, "One plan each for known and unknown mass.")
        for plan in plans {
            #expect(!plan.sql.contains("Radial") && !plan.sql.contains("2020") && !plan.plan.isEmpty)
            #expect(plan.parameters.map(\.number) == [1, 3, 5, 6, 7])
            #expect(
                plan.parameters.map(\.value).suffix(3) == [.number(7972.625), .text("Radial Velocity"), .integer(2020)])
        }
    }
}

extension TemporaryStore {
    fileprivate func plan(of filter: Filter) async throws -> [String] {
        switch filter.kind {
        case .person: try await store.persons.explain(ListRequest(where: filter)).flatMap(\.plan)
        case .group: try await store.groups.explain(ListRequest(where: filter)).flatMap(\.plan)
        case .planet: try await store.planets.explain(ListRequest(where: filter)).flatMap(\.plan)
        case .note: try await store.notes.explain(ListRequest(where: filter)).flatMap(\.plan)
        }
    }
}
