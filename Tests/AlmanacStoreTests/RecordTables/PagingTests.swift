import FoundationEssentials
import Model
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Pages and sort orders of lists")
struct PagingTests {
    /// Returns a database with a hundred persons, which is created once. Tests only read it.
    static func populated() async throws -> TemporaryStore { try await hundred.value }

    /// A hundred persons, some without a birthday, organization, or given name.
    private static let hundred: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore()
        var persons = Population(100).persons
        persons[7].name.given = ""
        persons[8].name = PersonName()
        for person in persons { _ = try await store.persons.add(person) }
        return store
    }

    @Test(.long("pages of three rows"), arguments: [Soak.isOn ? 3 : 9, 100, 250], [false, true])
    func `Persons can be paged in every order except member order`(size: Int, isDescending: Bool) async throws {
        let store = try await Self.populated()
        for order in RecordOrder<Person>.allCases where order != .member {
            let whole = try await store.persons.list(ListRequest(by: order, isDescending: isDescending, limit: 1000))
            let paged = try await store.persons.all(ListRequest(by: order, isDescending: isDescending, limit: size))
            #expect(paged == whole.items, "\(order)")
            #expect(Set(paged.map(\.id)).count == 100, "\(order)")
            #expect(!whole.hasMore)
        }
    }

    @Test(arguments: [false, true])
    func `A page before a record contains the preceding records`(isDescending: Bool) async throws {
        let store = try await Self.populated()
        for order in RecordOrder<Person>.allCases where order != .member {
            let whole = try await store.persons.list(ListRequest(by: order, isDescending: isDescending, limit: 1000))
                .items
            for place in stride(from: 0, to: 100, by: 9) {
                let listing = ListRequest(
                    by: order, isDescending: isDescending, before: whole[place].recordID, limit: 7)
                let slice = try await store.persons.list(listing)
                #expect(slice.items == Array(whole[max(0, place - 7)..<place]), "\(order) before \(place)")
                #expect(slice.hasMore == (place > 7), "\(order) before \(place)")
                #expect(try await store.persons.count(before: whole[place].recordID, in: listing) == place)
            }
        }
    }

    @Test(.long("every order"), arguments: Soak.sample(RecordOrder<Planet>.allCases, 9))
    func `Planets can be paged in every order`(order: RecordOrder<Planet>) async throws {
        let store = try await TemporaryStore(with: "solar")
        for isDescending in [false, true] {
            let whole = try await store.planets.list(ListRequest(by: order, isDescending: isDescending, limit: 1000))
            let paged = try await store.planets.all(ListRequest(by: order, isDescending: isDescending, limit: 9))
            #expect(paged == whole.items)
            #expect(paged.count == 110)
        }
    }

    @Test func `Persons are sorted by birthday, with unknown birthdays last in both directions`() async throws {
        let store = try await Self.populated()
        let rising = try await store.persons.list(ListRequest(by: .birthday, limit: 1000)).items
            .map { $0.birthday?.description }
        let falling = try await store.persons.list(ListRequest(by: .birthday, isDescending: true, limit: 1000)).items
            .map { $0.birthday?.description }
        let known = rising.compactMap { $0 }

        #expect(known.count < 100)
        #expect(known == known.sorted())
        #expect(rising == known.map(Optional.init) + Array(repeating: nil, count: 100 - known.count))
        #expect(falling.prefix(known.count).compactMap { $0 } == known.reversed())
        #expect(falling.dropFirst(known.count).allSatisfy { $0 == nil })
    }

    @Test func `Planets are sorted numerically by mass`() async throws {
        let store = try await TemporaryStore(with: "solar")
        let heaviest = try await store.planets.list(ListRequest(by: .mass, isDescending: true, limit: 3)).items
        #expect(heaviest.map(\.content.name) == ["Sun", "Jupiter", "Saturn"])
    }

    @Test func `Persons are sorted by name without regard to case or accents`() async throws {
        let store = try await TemporaryStore()
        for family in ["Zola", "ångström", "Émile", "eMINEM", "Alpha"] {
            var person = Person()
            person.name.family = family
            _ = try await store.persons.add(person)
        }
        let names = try await store.persons.list(ListRequest()).items.map(\.content.name.family)
        #expect(names == ["Alpha", "ångström", "Émile", "eMINEM", "Zola"])
    }

    @Test func `Members are listed in the order they were added to the group`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(12))
        let group = try await store.groups.add(.example)
        let members = persons.shuffled().map(\.id)
        _ = try await store.groups.add(members, to: group.id)
        let listing = ListRequest<Person>(.of(group.recordID), by: .member, limit: 5)
        #expect(try await store.persons.all(listing).map(\.id) == members)
    }

    @Test func `A page that starts after a missing record is rejected`() async throws {
        let store = try await Self.populated()
        let gone = RecordID(kind: .person, number: 1000)
        await #expect(throws: RecordProblem.notFound(gone)) {
            try await store.persons.list(ListRequest(after: gone))
        }
        let other = RecordID(kind: .planet, number: 1)
        await #expect(throws: RecordProblem.notFound(other)) { try await store.persons.list(ListRequest(after: other)) }
    }
}

extension RecordDataSource {
    /// Returns the records of all pages of a list.
    func all(_ listing: ListRequest<Content>) async throws -> [Record<Content>] {
        var listing = listing
        var records: [Record<Content>] = []
        while true {
            let page = try await list(listing)
            #expect(page.items.count <= listing.limit)
            records += page.items
            guard page.hasMore, let last = page.items.last else { return records }
            listing.after = last.recordID
        }
    }
}

@Suite("Scopes of lists")
struct ScopeTests {
    @Test func `The default list omits fictional and retracted planets`() async throws {
        let store = try await TemporaryStore()
        for (name, type, status) in [
            ("Earth", PlanetType.planet, PlanetStatus.confirmed), ("Tatooine", .fictional, .confirmed),
            ("Vulcan", .planet, .retracted), ("Sedna", .dwarfPlanet, .candidate),
        ] {
            var planet = Planet()
            planet.name = name
            planet.type = type
            planet.status = status
            _ = try await store.planets.add(planet)
        }
        #expect(try await store.planets.list(ListRequest(.usual)).items.map(\.content.name) == ["Earth", "Sedna"])
        #expect(try await store.planets.count(.usual) == 2)
        #expect(try await store.planets.count(.all) == 4)
    }

    @Test func `The scope of a planet lists the bodies that orbit it`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("solar"))
        let mars = try #require(try await store.planets.named("mars").first)
        let moons = try await store.planets.list(ListRequest(.of(mars.id))).items
        #expect(moons.map(\.content.name) == ["Deimos", "Phobos"])
        #expect(moons.map(\.links.parent) == [mars, mars])
    }

    @Test func `The scope of a record lists its members, residents, or groups`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        let planet = try #require(try await store.planets.named("Tatooine").first)
        let home = try await store.planets.record(try #require(Planet.ID(planet.id)))
        let residents = try await store.persons.list(ListRequest(.of(planet.id), limit: 100)).items
        #expect(residents.map(\.reference) == home.links.residents.first)
        #expect(residents.allSatisfy { $0.links.home == planet })
        #expect(try await store.persons.count(.of(planet.id)) == residents.count)
        #expect(home.links.residents.count == .exactly(residents.count))

        let luke = try #require(residents.first { $0.content.title == "Luke Skywalker" })
        let groups = try await store.groups.list(ListRequest(.of(luke.recordID))).items
        #expect(groups.map(\.reference) == luke.links.groups)
        for group in groups {
            let members = try await store.persons.list(ListRequest(.of(group.recordID), by: .member, limit: 100)).items
            #expect(members.map(\.reference) == group.links.members.first)
        }
    }

    @Test func `The favorites scope lists only the favorites of the given account`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(3))
        let leia = try await store.accounts.add(name: "Leia", passphrase: nil)
        let han = try await store.accounts.add(name: "Han", passphrase: nil)
        try await store.favorites.setFavorite(true, persons[1].recordID, of: leia.id)
        try await store.favorites.setFavorite(true, persons[2].recordID, of: han.id)
        #expect(try await store.persons.list(ListRequest(.favorites(leia.id))).items.map(\.id) == [persons[1].id])
        #expect(try await store.planets.list(ListRequest(.favorites(leia.id))).items == [])
    }

    @Test func `A scope that does not apply to a kind of record is empty`() async throws {
        let store = try await TemporaryStore()
        let person = try await store.addExample(of: .person)
        #expect(try await store.persons.list(ListRequest(.of(person.id))).items == [])
        #expect(try await store.notes.count(.of(RecordID(kind: .note, number: 1))) == 0)
    }
}

@Suite("Sorted lists")
struct SortingTests {
    @Test("Planets can be sorted by all but ten of the filter fields")
    func planetOrders() {
        let several: Set = [
            "group", "note", "aliases", "citation", "field", "uncertainty", "estimated", "favorite", "url",
            "semiMajorAxisKm",
        ]
        let fields = FilterField.all(of: .planet).map(\.name).filter { !several.contains($0) }
        #expect(fields == RecordOrder<Planet>.allCases.map(\.rawValue))
    }

    @Test(arguments: [false, true])
    func `Planets with unknown values come last in every sort order except by name`(isDescending: Bool) async throws {
        let store = try await TemporaryStore(with: "solar")
        for field in FilterField.all(of: .planet) {
            guard let order = RecordOrder<Planet>(rawValue: field.name), order != .name else { continue }
            let listing = ListRequest(.all, by: order, isDescending: isDescending, limit: 9)
            let planets = try await store.planets.all(listing)
            let values = planets.map { FilterEvaluator(planet: $0, stars: StarIndex([])).values(of: field).first }
            let known = values.compactMap { $0 }
            #expect(values.count == 110 && values.prefix(known.count).allSatisfy { $0 != nil }, "\(order)")
            for (value, next) in zip(known, known.dropFirst()) {
                #expect(isDescending ? !value.isBefore(next) : !next.isBefore(value), "\(order)")
            }
        }
    }

    @Test(arguments: [RecordOrder<Person>.nickname, .department, .title, .anniversary], [false, true])
    func `Persons are sorted by nickname, department, title, or anniversary, with unknown values last`(
        order: RecordOrder<Person>, isDescending: Bool
    ) async throws {
        let store = try await TemporaryStore()
        let values = ["2001-05", "1999", "", "--12-24", "2001-05", "", "1999-01-01"]
        for (number, value) in values.enumerated() {
            var person = Person()
            person.name.nickname = number.isMultiple(of: 2) ? value.uppercased() : value
            (person.department, person.jobTitle) = (value, value)
            person.anniversary = PartialDate(value)
            _ = try await store.persons.add(person)
        }
        let numbers = [4, 2, 7, 1, 5, 3, 6]
        let expected = isDescending ? [5, 1, 7, 2, 4, 6, 3] : numbers
        for limit in [1, 3, 50] {
            let listing = ListRequest(by: order, isDescending: isDescending, limit: limit)
            #expect(try await store.persons.all(listing).map(\.id.rawValue) == expected.map(Int64.init))
        }
    }

    @Test func `Persons are sorted by title without regard to case`() async throws {
        let store = try await TemporaryStore()
        for title in ["senator", "Pilot", "", "Queen"] {
            var person = Person()
            person.jobTitle = title
            _ = try await store.persons.add(person)
        }
        let titles = try await store.persons.all(ListRequest(by: .title)).map(\.jobTitle)
        #expect(titles == ["Pilot", "Queen", "senator", ""])
    }

    @Test func `Groups are sorted by member count, with smart groups last`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(9)).map(\.id)
        let known = try await store.groups.count(.all)
        for (number, count) in [3, 9, 0, 3].enumerated() {
            var group = Group()
            group.name = "G\(number)"
            let id = try await store.groups.add(group).id
            _ = try await store.groups.add(Array(persons.prefix(count)), to: id)
        }
        var smart = Group()
        (smart.name, smart.search) = ("Everybody", "example")
        _ = try await store.groups.add(smart)
        for isDescending in [false, true] {
            let groups = try await store.groups.all(ListRequest(by: .members, isDescending: isDescending, limit: 2))
            let sizes = groups.dropLast().map { $0.links.members.first.count }
            #expect(groups.count == known + 5 && groups.last?.name == "Everybody")
            #expect(isDescending ? sizes == sizes.sorted(by: >) : sizes == sizes.sorted())
        }
    }

    @Test func `A sort field can be given by any of its names, and invalid names are rejected`() {
        for name in ["mass", "Mass", "massKg", "mass:mjup"] { #expect(RecordOrder<Planet>(named: name) == .mass) }
        for name in ["", "note", "mass:ly", "mass radius", "shoe"] { #expect(RecordOrder<Planet>(named: name) == nil) }
        #expect(RecordOrder<Person>(named: "member") == .member && RecordOrder<Person>(named: "email") == nil)
    }
}

extension FilterValue {
    fileprivate func isBefore(_ other: FilterValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.lowercased() < right.lowercased()
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.flag(let left), .flag(let right)): !left && right
        default: false
        }
    }
}

/// A database with the planets of all sample data sets, which is created once. Tests only read it.
///
/// Without `ALMANAC_SOAK`, it has one in ten exoplanets, and all planets of the stars that tests name.
enum SampleCatalog {
    static func store() async throws -> TemporaryStore { try await shared.value }

    /// The number of planets.
    static let count = Soak.isOn ? 6_709 : 851

    private static let shared: Task<TemporaryStore, any Error> = Task {
        try await TemporaryStore(with: "solar", "swapi", TemporaryStore.exoplanets)
    }
}
