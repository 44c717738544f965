import Model
import TestSupport
import Testing
import AlmanacStore

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

    @Test func `The scope of a planet lists the bodies that orbit the planet`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("solar"))
        let mars = try #require(try await store.planets.named("mars").first)
        let moons = try await store.planets.list(ListRequest(.of(mars.address))).items
        #expect(moons.map(\.content.name) == ["Deimos", "Phobos"])
        #expect(moons.map(\.links.parent) == [mars, mars])
    }

    @Test func `The scope of a record lists its members, residents, or groups`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        let planet = try #require(try await store.planets.named("Tatooine").first)
        let home = try await store.planets.record(try #require(Planet.ID(planet.address)))
        let residents = try await store.persons.list(ListRequest(.of(planet.address), limit: 100)).items
        #expect(residents.map(\.reference) == home.links.residents.first)
        #expect(residents.allSatisfy { $0.links.home == planet })
        #expect(try await store.persons.count(.of(planet.address)) == residents.count)
        #expect(home.links.residents.count == .exactly(residents.count))

        let luke = try #require(residents.first { $0.content.title == "Luke Skywalker" })
        let groups = try await store.groups.list(ListRequest(.of(luke.address))).items
        #expect(groups.map(\.reference) == luke.links.groups)
        for group in groups {
            let members = try await store.persons.list(ListRequest(.of(group.address), by: .member, limit: 100)).items
            #expect(members.map(\.reference) == group.links.members.first)
        }
    }

    @Test func `The favorites scope lists only the favorites of the given account`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(3))
        let leia = try await store.accounts.add(name: "Leia", passphrase: nil)
        let han = try await store.accounts.add(name: "Han", passphrase: nil)
        try await store.favorites.setFavorite(true, persons[1].address, of: leia.id)
        try await store.favorites.setFavorite(true, persons[2].address, of: han.id)
        #expect(try await store.persons.list(ListRequest(.favorites(leia.id))).items.map(\.id) == [persons[1].id])
        #expect(try await store.planets.list(ListRequest(.favorites(leia.id))).items == [])
    }

    @Test func `A scope that does not apply to a kind of record is empty`() async throws {
        let store = try await TemporaryStore()
        let person = try await store.addExample(of: .person)
        #expect(try await store.persons.list(ListRequest(.of(person.address))).items == [])
        #expect(try await store.notes.count(.of(RecordID(kind: .note, number: 1))) == 0)
    }
}
