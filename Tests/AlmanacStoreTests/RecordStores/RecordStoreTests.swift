import Interchange
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Records round-trip through the database")
struct RoundTripTests {
    @Test func `Generated persons round-trip`() async throws {
        let store = try await TemporaryStore()
        for person in Population(60).persons {
            let record = try await store.persons.add(person)
            #expect(record.content == person)
            #expect(record.version == 1)
            #expect(try await store.persons.record(record.id) == record)
        }
    }

    @Test func `Every field of a person is stored`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let person = Person.full(home: home.id)
        let record = try await store.persons.add(person)

        #expect(Person.fields.filter { $0.read(person).isEmpty }.map(\.key) == [], "The example omits a field.")
        #expect(record.content == person)
        #expect(record.links.home == home.reference)
        #expect(try await store.planets.record(home.id).links.residents.first == [record.reference])
    }

    @Test func `Every field of a planet is stored`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.planets.add(.example)

        #expect(Planet.fields.filter { $0.read(.example).isEmpty }.map(\.key) == [], "The example omits a field.")
        #expect(record.content == .example)
    }

    @Test(arguments: [Kind.person, .group, .planet])
    func `A note links to its subject and is listed in the subject’s scope`(kind: Kind) async throws {
        let store = try await TemporaryStore()
        let subject = try await store.addExample(of: kind)
        var note = Note()
        note.topic = "Plans"
        note.text = "# The station\n\n- *one* weakness"
        note.subject = subject.id
        let record = try await store.notes.add(note)

        #expect(record.content == note)
        #expect(record.links.subject == subject)
        #expect(try await store.notes.list(ListRequest(.of(subject.id))).items == [record])
    }

    @Test func `A group lists its members in the order they were added`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(5))
        let group = try await store.groups.add(.example)
        let order = [3, 0, 4].map { persons[$0] }

        #expect(try await store.groups.add(order.map(\.id), to: group.id) == 3)
        #expect(try await store.groups.add([persons[0].id, persons[1].id], to: group.id) == 1)
        #expect(try await store.groups.record(group.id).links.members.first == (order + [persons[1]]).map(\.reference))
        #expect(try await store.groups.remove([persons[0].id, persons[2].id], from: group.id) == 1)
        #expect(try await store.groups.record(group.id).links.members.first == [3, 4, 1].map { persons[$0].reference })
    }

    @Test func `Records are returned in the requested order, and missing records are omitted`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(4))
        let ids = [persons[2].id, Person.ID(rawValue: 99), persons[0].id]
        #expect(try await store.persons.records(ids).map(\.id) == [persons[2].id, persons[0].id])
    }
}

@Suite("Kinds and planets of groups")
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
        try await store.groups.add([planets[1].recordID, planets[0].recordID], to: film.id)
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
        #expect(links.groups.first == [film.reference] && links.groupKinds == [film.recordID: "film"])
        #expect(try await store.planets.record(planets[2].id).links.groups == .none)
        let listed = try await store.planets.list(ListRequest(.of(film.recordID))).items
        #expect(listed.map(\.content.name) == ["Alderaan", "Tatooine"])
        #expect(try await store.groups.list(ListRequest(.of(planets[1].recordID))).items.map(\.id) == [film.id])
    }

    @Test func `Persons and planets can be added or removed together, and existing members are skipped`() async throws {
        let person = try await store.persons.add(Population(1).persons[0])
        let all = [person.recordID] + planets.map(\.recordID)
        #expect(try await store.groups.add(all, to: film.id) == [.person: 1, .planet: 1])
        #expect(try await store.groups.remove(all, from: film.id) == [.person: 1, .planet: 3])
        let links = try await store.groups.record(film.id).links
        #expect(links.members == .none && links.planets == .none)
    }

    @Test func `A smart group with a search does not list planets, and planets cannot be added to it`() async throws {
        var smart = film.content
        smart.search = "hope"
        _ = try await store.groups.update(film.id, version: 1, to: smart)
        await #expect(throws: RecordProblem.membersBySearch(film.recordID, search: "hope")) {
            try await store.groups.add([planets[2].recordID], to: film.id)
        }
        #expect(try await store.groups.record(film.id).links.planets == .none)
        #expect(try await store.planets.count(.of(film.recordID)) == 0)
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

    @Test func `A change to a group’s planets appears in the histories of both records and can be undone`()
        async throws
    {
        let before = try UserContent(of: store)
        try await CommandContext.$current.withValue(CommandContext("remove", by: nil)) {
            try await store.groups.remove([planets[0].recordID], from: film.id)
        }
        let step = try #require(try await store.history.nextUndo())
        for address in [film.recordID, planets[0].recordID] {
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
            try await store.groups.add([planet.recordID], to: film.id)
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
        try await store.history.purge([planets[0].recordID])
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
            (film.recordID, { try await store.groups.delete([film.id]) }),
            (planets[0].recordID, { try await store.planets.delete([planets[0].id]) }),
        ] as [(RecordID, () async throws -> Void)] {
            try await delete()
            _ = try await maintainer.restore([address], from: backup)
            let names = try await store.groups.record(film.id).links.planets.first.map(\.name)
            #expect(names == ["Alderaan", "Tatooine"])
        }
    }
}

/// Cost tests that count steps of SQLite’s virtual machine instead of measuring time.
@Suite("Costs and limits of groups and planets with many persons")
struct LargeGroupTests {
    /// Sizes of groups with more members than are counted.
    private static let sizes = Soak.isOn ? [1500, 3000] : [1100, 2200]

    @Test(.long("3,000 members"))
    func `When a group is shown or listed, members are counted only up to the limit`() async throws {
        let costs = try await Self.costs(ofGroupsOf: [10] + Self.sizes) { group, connection in
            _ = try Group.table.fetch(group.rawValue, from: connection)
            _ = try Group.table.list(ListRequest(), in: connection)
        }
        #expect(costs[2].steps < costs[1].steps * 11 / 10)
        #expect(costs[2].steps < costs[0].steps + 60 * LinkedRecords.limit * 2 + 10 * LinkedRecords.countLimit * 2)
        #expect(Set(costs.map(\.runs)).count == 1)
    }

    @Test func `The cost of a page of members does not grow with the group size`() async throws {
        let costs = try await Self.costs(ofGroupsOf: [100, 1000]) { group, connection in
            for size in [2, 10, 50] {
                _ = try Person.table.list(ListRequest(.of(group.recordID), by: .member, limit: size), in: connection)
            }
        }
        #expect(costs[1].steps < costs[0].steps * 11 / 10)
    }

    @Test func `The cost of listing all members by name in pages is linear in the number of members`() async throws {
        let series = try await GrowthSeries(from: 200) { size in
            let costs = try await Self.costs(ofGroupsOf: [size]) { group, connection in
                var listing = ListRequest<Person>(.of(group.recordID), limit: 20)
                var found: [Int64] = []
                repeat {
                    let page = try Person.table.list(listing, in: connection)
                    found += page.items.map(\.id.rawValue)
                    listing.after = page.hasMore ? page.items.last?.recordID : nil
                } while listing.after != nil
                #expect(Set(found).count == size && found.count == size)
            }
            return costs[0].steps
        }
        #expect(series.exponent < 1.2, "\(series)")
    }

    @Test func `Renaming a group writes the same number of rows regardless of the group size`() async throws {
        let costs = try await Self.costs(ofGroupsOf: [10, 1000]) { group, connection in
            var content = Group()
            content.name = "Everybody else"
            try Group.table.update(
                Group.table.fetch(group.rawValue, tied: nil, from: connection), to: content,
                in: connection)
        }
        #expect(costs[1].rows == costs[0].rows)
        #expect(costs[1].steps < costs[0].steps * 3 / 2)
    }

    @Test func `Adding or removing a member writes the same number of rows regardless of the group size`() async throws
    {
        let costs = try await Self.costs(ofGroupsOf: [10, 1000]) { group, connection in
            let added = try Membership.persons.add([Self.outsider], to: group.rawValue, in: connection)
            let removed = try Membership.persons.remove([1], from: group.rawValue, in: connection)
            #expect((added, removed) == (1, 1))
        }
        #expect(costs[1].rows == costs[0].rows)
        #expect(costs[1].steps < costs[0].steps * 3 / 2)
    }

    @Test func `Undoing the addition of a member writes the same number of rows regardless of the group size`()
        async throws
    {
        let costs = try await Self.costs(ofGroupsOf: [10, 1000]) { group, connection in
            _ = try Membership.persons.add([Self.outsider], to: group.rawValue, in: connection)
            let step = try #require(try StepReader(connection).steps(about: nil, at: .beginning, limit: 1).first)
            var reversal = Reversal(of: step.id, named: step.id, on: connection)
            try reversal.run()
            #expect(reversal.conflicts.isEmpty)
        }
        #expect(costs[1].rows == costs[0].rows)
        #expect(costs[1].steps < costs[0].steps * 3 / 2)
    }

    @Test(.long("3,000 residents"))
    func `When a planet is shown, residents are counted only up to the limit`() async throws {
        let costs = try await Self.costs(ofGroupsOf: Self.sizes) { _, connection in
            let residents = try Planet.table.fetch(1, from: connection).links.residents
            #expect(residents.count == .moreThan(1000))
        }
        #expect(costs[1].steps < costs[0].steps * 11 / 10)
    }

    @Test func `The first 100 members or residents are listed in order, and the total is counted up to the limit`()
        async throws
    {
        for (size, count) in [(1000, LinkedRecords.Count.exactly(1000)), (1001, .moreThan(1000))] {
            let store = try await Self.store(withAGroupOf: size)
            let members = try await store.groups.record(Group.ID(rawValue: 1)).links.members
            #expect(members.count == count)
            #expect(members.first.map(\.id.number) == (0..<100).map { Int64(size - $0) })
            let residents = try await store.planets.record(Planet.ID(rawValue: 1)).links.residents
            #expect(residents.count == count)
            let listed = try await store.persons.list(ListRequest(.of(RecordID(kind: .planet, number: 1)), limit: 100))
            #expect(residents.first == listed.items.map(\.reference))
        }
    }

    // MARK: - Groups of any size

    /// The ID of a person without groups or a home planet.
    private static let outsider: Int64 = 20_000

    /// Creates a database with a group whose members are in descending order and share a home planet.
    private static func store(withAGroupOf size: Int) async throws -> TemporaryStore {
        let store = try await TemporaryStore()
        let connection = try store.connection()
        try connection.transaction {
            try ActiveStep(CommandContext("import", by: nil), at: Timestamp(secondsSince1970: 1)).begin(on: connection)
            try connection.run("INSERT INTO planet (id, name) VALUES (1, 'Earth')")
            try connection.run("INSERT INTO people_group (id, name) VALUES (1, 'Everybody')")
            try connection.run(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
                INSERT INTO person (id, given, display_name, sort_key, home_id)
                SELECT n, 'P' || n, 'P' || n, 'p' || n, 1 FROM number
                """
            ) { $0[1] = size }
            try connection.run("INSERT INTO membership SELECT 1, id, 1000000 - id FROM person")
            try connection.run("INSERT INTO person (id, given) VALUES (?1, 'Outsider')") { $0[1] = outsider }
            try SearchIndexer(connection).update()
            try ActiveStep.end(on: connection)
        }
        return store
    }

    /// Returns the costs of the body in recorded transactions, one for each group size.
    private static func costs(
        ofGroupsOf sizes: [Int], _ body: (Group.ID, Connection) throws -> Void
    ) async throws -> [StatementLog.Cost] {
        var costs: [StatementLog.Cost] = []
        for size in sizes {
            let store = try await store(withAGroupOf: size)
            let log = try StatementLog(on: store) { connection in
                try connection.transaction {
                    let step = ActiveStep(CommandContext("test", by: nil), at: Timestamp(secondsSince1970: 2))
                    try connection.recording(step) { try body(Group.ID(rawValue: 1), connection) }
                }
            }
            costs.append(log.cost)
        }
        return costs
    }
}

@Suite("Inconsistencies in the catalog")
struct CatalogFaultFinderTests {
    private func add(_ name: String, to store: TemporaryStore, _ change: (inout Planet) -> Void = { _ in }) async throws
    {
        var planet = Planet()
        planet.name = name
        planet.type = .exoplanet
        planet.parent = "Star"
        change(&planet)
        _ = try await store.planets.add(planet)
    }

    @Test func `Duplicate bodies and shared names are reported with their IDs`() async throws {
        let store = try await TemporaryStore()
        try await add("Star b", to: store) { $0.orbitalPeriodDays = 10 }
        try await add("STAR-B", to: store)
        try await add("Other c", to: store) { $0.aliases = ["Star b"] }
        try await add("Star d", to: store) { $0.orbitalPeriodDays = 10.0005 }
        let faults = try await store.planets.faults()
        #expect(faults.map(\.record.name) == ["STAR-B", "Other c", "Other c", "Star d"])
        #expect(faults.map(\.name) == [.twice, .aliasClash, .aliasClash, .twice])
        #expect(
            faults.map(\.detail.description) == [
                "It has the same name as Star b (planets/1).", "“star b” is also a name of Star b (planets/1).",
                "“starb” is also a name of STAR-B (planets/2).",
                "It has the same orbital period around Star as Star b (planets/1).",
            ])
        let advice = "If they are the same body, use “compare planets/1 planets/4”, then delete one of them."
        #expect(faults.last?.advice.description == advice)
        #expect(faults[1].advice == "Use “edit planets/3 aliases-=NAME” to remove it from one of them.")
    }

    @Test(.long("all exoplanets"))
    func `The sample data contains only inconsistencies from its sources`() async throws {
        let store = try await SampleCatalog.store()
        let faults = try await store.planets.faults()
        #expect(faults.count { $0.name == .keplersLaw } == (Soak.isOn ? 20 : 1))
        #expect(faults.filter { $0.name != .keplersLaw }.map(\.record.name) == ["Kepler-91 b Trojan"])
    }

    @Test(.long("all exoplanets"))
    func `The sample data contains the transit midpoints and the provenance of values from its sources`() async throws {
        let store = try await SampleCatalog.store()
        let counts = [
            ("has transitmidpoint", 2_367, 242), ("transiting = no", 47, 3),
            ("mass is measured", 1_875, 224), ("mass is unknown", 1_742, 205),
            ("radius is measured", 4_484, 490), ("radius is unknown", 491, 152),
        ]
        for (filter, all, some) in counts {
            let count = try await store.planets.count(.all, matching: "", where: try Filter(filter, of: .planet))
            #expect(count == (Soak.isOn ? all : some), "\(filter)")
        }
    }
}
