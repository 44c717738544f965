import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Groups with a kind and planets")
struct GroupPlanetTests {
    let store: TemporaryStore
    let film: Record<Group>
    let planets: [Record<Planet>]

    init() async throws {
        store = try await TemporaryStore()
        film = try await store.groups.add(.example)
        planets = try await [
            store.planets.add(Self.planet("Tatooine")), store.planets.add(Self.planet("Alderaan")),
            store.planets.add(Self.planet("Hoth")),
        ]
        try await store.groups.add([planets[1].address, planets[0].address], to: film.id)
    }

    private static func planet(_ name: String) -> Planet {
        var planet = Planet()
        (planet.name, planet.type) = (name, .fictional)
        return planet
    }

    @Test func `A group lists its planets in order, and a planet lists its groups with their kinds`() async throws {
        let linked = try await store.groups.record(film.id).links.planets
        #expect(linked.first.map(\.name) == ["Alderaan", "Tatooine"] && linked.count == .exactly(2))
        let links = try await store.planets.record(planets[0].id).links
        #expect(links.groups.first == [film.reference] && links.groupKinds == [film.address: "film"])
        #expect(try await store.planets.record(planets[2].id).links.groups == .none)
        let listed = try await store.planets.list(ListRequest(.of(film.address))).items
        #expect(listed.map(\.content.name) == ["Alderaan", "Tatooine"])
        #expect(try await store.groups.list(ListRequest(.of(planets[1].address))).items.map(\.id) == [film.id])
    }

    @Test func `Persons and planets can be added or removed together, and existing members are skipped`() async throws {
        let person = try await store.persons.add(Population(1).persons[0])
        let all = [person.address] + planets.map(\.address)
        #expect(try await store.groups.add(all, to: film.id) == [.person: 1, .planet: 1])
        #expect(try await store.groups.remove(all, from: film.id) == [.person: 1, .planet: 3])
        let links = try await store.groups.record(film.id).links
        #expect(links.members == .none && links.planets == .none)
    }

    @Test func `The planets of a smart group cannot be changed or listed`() async throws {
        var smart = film.content
        smart.search = "hope"
        _ = try await store.groups.update(film.id, version: 1, to: smart)
        await #expect(throws: RecordProblem.membersBySearch(film.address, search: "hope")) {
            try await store.groups.add([planets[2].address], to: film.id)
        }
        #expect(try await store.groups.record(film.id).links.planets == .none)
        #expect(try await store.planets.count(.of(film.address)) == 0)
    }

    @Test func `Filters find groups by planet and planets by group`() async throws {
        let films = try Filter("kind = Film and planet = tatooine and length:km < 0.1", of: .group)
        #expect(try await store.groups.list(ListRequest(where: films)).items.map(\.id) == [film.id])
        #expect(try await store.groups.count(.all, matching: "", where: Filter("planet = hoth", of: .group)) == 0)
        let others = try Filter("group is null", of: .planet)
        #expect(try await store.planets.list(ListRequest(where: others)).items.map(\.id) == [planets[2].id])
    }

    @Test func `Listing the groups of one kind uses the index on the kind`() async throws {
        let films = try Filter("kind = film", of: .group)
        let plans = try await store.groups.explain(ListRequest(where: films))
        #expect(plans.allSatisfy { $0.plan.contains { $0.contains("people_group_by_kind") } })
        #expect(plans.allSatisfy { $0.plan.allSatisfy { !$0.contains("TEMP B-TREE") && !$0.contains("SCAN") } })
    }

    @Test func `A change to the planets of a group appears in the history of both records and can be undone`()
        async throws
    {
        let before = try UserContent(of: store)
        try await CommandContext.$current.withValue(CommandContext("remove", by: nil)) {
            try await store.groups.remove([planets[0].address], from: film.id)
        }
        let step = try #require(try await store.history.nextUndo())
        for address in [film.address, planets[0].address] {
            let steps = try await store.history.steps(about: address, at: .beginning, limit: 9).items
            #expect(steps.first?.id == step.id)
            let changes = try await store.history.changes(of: address, in: [step.id])[step.id]
            #expect(
                changes?.flatMap(\.fields) == [
                    FieldChange(key: "planet", title: "Planets", old: "Tatooine (planets/1)", new: "")
                ])
        }
        let undone = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        _ = try await store.history.undo(undone.id)
        #expect(try await store.groups.record(film.id).links.planets.first.map(\.name) == ["Alderaan"])
    }

    @Test func `An earlier version of a group or planet shows its links at that time`() async throws {
        let clock = TestClock()
        let folder = try TemporaryFolder()
        let store = try await Store.open(at: folder.location, mode: .createIfMissing, clock: clock.store)
        let film = try await store.groups.add(.example)
        let planet = try await store.planets.add(.example)
        clock.advance(by: .seconds(60))
        try await CommandContext.$current.withValue(CommandContext("add", by: nil)) {
            try await store.groups.add([planet.address], to: film.id)
        }
        let linked = clock.store.now
        clock.advance(by: .seconds(60))
        try await CommandContext.$current.withValue(CommandContext("delete", by: nil)) {
            try await store.planets.delete([planet.id])
        }
        #expect(try await store.groups.record(film.id, at: linked).links.planets.first == [planet.reference])
        #expect(try await store.planets.record(planet.id, at: linked).links.groups.first == [film.reference])
        #expect(try await store.groups.record(film.id, at: clock.store.now).links.planets == .none)
    }

    @Test func `Purging a planet removes its links from the history`() async throws {
        try await store.planets.delete([planets[0].id])
        try await store.history.purge([planets[0].address])
        let count = try store.connection().first(
            "SELECT count(*) FROM group_planet_past WHERE planet_id = 1"
        ) { $0[0] as Int }
        #expect(count == 0)
        #expect(try await DatabaseMaintainer(of: store.store.location).check(.deep) == [])
    }

    @Test func `Restoring a group or a planet from a backup restores its links`() async throws {
        let backup = "\(store.folder)/backup.db"
        let maintainer = DatabaseMaintainer(of: store.store.location)
        _ = try await maintainer.backup(to: backup)
        for (address, delete) in [
            (film.address, { try await store.groups.delete([film.id]) }),
            (planets[0].address, { try await store.planets.delete([planets[0].id]) }),
        ] as [(RecordID, () async throws -> Void)] {
            try await delete()
            _ = try await maintainer.restore([address], from: backup)
            let names = try await store.groups.record(film.id).links.planets.first.map(\.name)
            #expect(names == ["Alderaan", "Tatooine"])
        }
    }
}
