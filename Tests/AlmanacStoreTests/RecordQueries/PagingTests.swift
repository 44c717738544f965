import Model
import TestSupport
import Testing
import AlmanacStore

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

    @Test(arguments: [3, 100, 250], [false, true])
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
                let listing = ListRequest(by: order, isDescending: isDescending, before: whole[place].address, limit: 7)
                let slice = try await store.persons.list(listing)
                #expect(slice.items == Array(whole[max(0, place - 7)..<place]), "\(order) before \(place)")
                #expect(slice.hasMore == (place > 7), "\(order) before \(place)")
                #expect(try await store.persons.count(before: whole[place].address, in: listing) == place)
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
        let listing = ListRequest<Person>(.of(group.address), by: .member, limit: 5)
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
            listing.after = last.address
        }
    }
}
