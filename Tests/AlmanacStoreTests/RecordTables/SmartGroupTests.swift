import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Smart groups of persons")
struct SmartGroupTests {
    private let store: TemporaryStore
    private let group: Record<Group>

    /// Creates a database with four persons, three of whom work for Slate Rock.
    init() async throws {
        store = try await TemporaryStore()
        for (given, family, organization) in [
            ("Fred", "Flintstone", "Slate Rock"), ("Barney", "Rubble", "Slate Rock"),
            ("Wilma", "Flintstone", "Daily Slate"),
            ("George", "Slate", "Slate Rock"),
        ] {
            var person = Person()
            (person.name.given, person.name.family, person.organization) = (given, family, organization)
            _ = try await store.persons.add(person)
        }
        var group = Group()
        (group.name, group.search) = ("Quarry", "slate rock")
        self.group = try await store.groups.add(group)
    }

    private func members(
        by order: RecordOrder<Person> = .name, matching text: String = "", limit: Int = 50
    ) async throws -> [String] {
        var names: [String] = []
        var listing = ListRequest(.of(group.recordID), by: order, limit: limit, matching: text)
        while true {
            let slice = try await store.persons.list(listing)
            names += slice.items.map(\.content.name.given)
            guard slice.hasMore else { return names }
            listing.after = slice.items.last?.recordID
        }
    }

    @Test("All matching persons are members of a smart group, even after changes")
    func membership() async throws {
        #expect(try await members() == ["Fred", "Barney", "George"])
        #expect(group.links.members.first.map(\.name) == ["Fred Flintstone", "Barney Rubble", "George Slate"])
        #expect(group.links.members.count == .exactly(3))
        #expect(try await store.persons.count(.of(group.recordID)) == 3)
        let wilma = try await store.persons.record(Person.ID(rawValue: 3))
        var changed = wilma.content
        changed.organization = "Slate Rock"
        _ = try await store.persons.update(wilma.id, version: 1, to: changed)
        try await store.persons.delete([Person.ID(rawValue: 2)])
        #expect(try await members() == ["Fred", "Wilma", "George"])
        #expect(try await store.groups.record(group.id).links.members.count == .exactly(3))
    }

    @Test("The member list can be sorted, narrowed, and paged")
    func lists() async throws {
        for order in RecordOrder<Person>.allCases {
            #expect(try await Set(members(by: order)) == ["Fred", "Barney", "George"])
            #expect(try await members(by: order, limit: 1) == members(by: order))
        }
        #expect(try await members(matching: "flint") == ["Fred"])
        #expect(try await members(matching: "wilma") == [])
        #expect(try await store.persons.count(.of(group.recordID), matching: "rub") == 1)
    }

    @Test("A person’s groups include smart groups")
    func ofPersons() async throws {
        for (name, search) in [("Slate", "slate"), ("Nobody", "nothing"), ("Points", "...")] {
            var group = Group()
            (group.name, group.search) = (name, search)
            _ = try await store.groups.add(group)
        }
        var plain = Group()
        plain.name = "Lodge"
        let lodge = try await store.groups.add(plain)
        _ = try await store.groups.add([Person.ID(rawValue: 1)], to: lodge.id)
        let listed = try await store.persons.list(ListRequest(.all, by: .created)).items
        let expected = [["Quarry", "Slate"], ["Quarry", "Slate"], ["Slate"], ["Quarry", "Slate"]]
        #expect(listed.map { $0.links.smartGroups.map(\.name) } == expected)
        #expect(listed.map { $0.links.groups.map(\.name) } == [["Lodge"], [], [], []])
        for person in listed {
            #expect(try await store.persons.record(person.id).links == person.links)
            for group in person.links.smartGroups {
                let members = try await store.persons.list(ListRequest(.of(group.id))).items
                #expect(members.contains { $0.id == person.id })
            }
        }
    }

    @Test("At most fifty smart groups of a person are listed")
    func manyOfOne() async throws {
        for number in 10..<70 {
            var group = Group()
            (group.name, group.search) = ("G\(number)", "slate")
            _ = try await store.groups.add(group)
        }
        let names = try await store.persons.record(Person.ID(rawValue: 1)).links.smartGroups.map(\.name)
        #expect(names == (10..<60).map { "G\($0)" })
    }

    @Test("Members cannot be changed by hand until the search is removed")
    func byHand() async throws {
        let fred = Person.ID(rawValue: 1)
        let refusal = RecordProblem.membersBySearch(group.recordID, search: "slate rock")
        await #expect(throws: refusal) { try await store.groups.add([fred], to: group.id) }
        await #expect(throws: refusal) { try await store.groups.remove([fred], from: group.id) }
        var plain = group.content
        plain.search = nil
        let now = try await store.groups.update(group.id, version: 1, to: plain)
        #expect(now.links.members.count == .exactly(0))
        #expect(try await store.groups.add([fred], to: group.id) == 1)
        #expect(try await members() == ["Fred"])
    }

    @Test("A search and a filter can be combined")
    func filter() async throws {
        var saved = Group()
        (saved.name, saved.filter) = ("Flints", "family = flintstone and birthday is null")
        let flints = try await store.groups.add(saved)
        #expect(flints.links.members.first.map(\.name) == ["Fred Flintstone", "Wilma Flintstone"])
        saved.name = "Both"
        saved.search = "slate rock"
        let both = try await store.groups.add(saved)
        #expect(both.links.members.first.map(\.name) == ["Fred Flintstone"])
        for (group, count) in [(flints, 2), (both, 1)] {
            #expect(try await store.persons.count(.of(group.recordID)) == count)
            for order in RecordOrder<Person>.allCases {
                let listing = ListRequest(.of(group.recordID), by: order, matching: "flint")
                #expect(try await store.persons.list(listing).items.count == count)
            }
        }
        let wilma = try Filter("given = wilma or given = barney", of: .person)
        #expect(try await store.persons.count(.of(flints.recordID), matching: "", where: wilma) == 1)
        #expect(
            try await store.persons.record(Person.ID(rawValue: 1)).links.smartGroups.map(\.name) == [
                "Both", "Flints", "Quarry",
            ])
        #expect(try await store.persons.record(Person.ID(rawValue: 3)).links.smartGroups.map(\.name) == ["Flints"])
        let fred = Person.ID(rawValue: 1)
        let refusal = RecordProblem.membersByFilter(flints.recordID, filter: "family = flintstone and birthday is null")
        await #expect(throws: refusal) { try await store.groups.add([fred], to: flints.id) }
        #expect(
            try await store.groups.count(.all, matching: "", where: try Filter("filter ~ birthday", of: .group)) == 2)
        #expect(try await store.groups.count(.all, matching: "", where: try Filter("members is null", of: .group)) == 3)
    }

    @Test("An invalid filter is reported only when members are listed")
    func badFilter() async throws {
        let id = group.id.rawValue
        try Connection(at: store.store.location.path, mode: .readWrite).execute(
            "UPDATE people_group SET search = NULL, person_filter = 'shoe = 9' WHERE id = \(id)")
        #expect(try await store.groups.record(group.id).links.members.count == .exactly(0))
        #expect(try await store.persons.record(Person.ID(rawValue: 1)).links.smartGroups == [])
        await #expect(throws: RecordProblem.self) { try await members() }
        do {
            _ = try await members()
        } catch let problem as RecordProblem {
            #expect(problem.description.contains("“shoe = 9”") && problem.description.contains("where=…"))
        }
    }

    @Test("A group restored from the trash keeps its filter")
    func filterHistory() async throws {
        var other = group.content
        (other.search, other.filter) = (nil, "given = wilma")
        try await CommandContext.$current.withValue(CommandContext("edit", by: nil)) {
            _ = try await store.groups.update(group.id, version: 1, to: other)
        }
        #expect(try await members() == ["Wilma"])
        try await store.groups.delete([group.id])
        try await store.store.history.restore([group.recordID])
        #expect(try await members() == ["Wilma"])
        #expect(try await DatabaseMaintainer(of: store.store.location).check(.deep) == [])
    }

    @Test("A change to the search is recorded and can be undone, and a group restored from the trash keeps its search")
    func history() async throws {
        var other = group.content
        other.search = "daily"
        try await CommandContext.$current.withValue(CommandContext("edit", by: nil)) {
            _ = try await store.groups.update(group.id, version: 1, to: other)
        }
        #expect(try await members() == ["Wilma"])
        let step = try #require(try await store.store.history.nextUndo())
        let change = try await store.store.history.changes(of: step.id, at: .beginning, limit: 5).items.first
        #expect(change?.fields.map(\.key) == ["search"] && change?.fields.first?.old == "slate rock")
        _ = try await store.store.history.undo(step.id)
        try await store.groups.delete([group.id])
        try await store.store.history.restore([group.recordID])
        #expect(try await members() == ["Fred", "Barney", "George"])
        #expect(try await DatabaseMaintainer(of: store.store.location).check(.deep) == [])
    }
}

@Suite("Groups with a planet filter")
struct PlanetGroupTests {
    private let store: TemporaryStore
    private let group: Record<Group>

    init() async throws {
        store = try await TemporaryStore()
        try await store.seeds.load(.named("solar"))
        var group = Group()
        (group.name, group.planets) = ("Large moons", "type = moon and radius > 1500")
        self.group = try await store.groups.add(group)
    }

    private func members(_ listing: ListRequest<Planet>) async throws -> [String] {
        var listing = listing
        listing.scope = .of(group.recordID)
        return try await store.planets.all(listing).map(\.content.name)
    }

    private static let moons = ["Callisto", "Europa", "Ganymede", "Io", "Moon", "Titan"]

    @Test("The members are the matching planets, and the member list can be sorted, narrowed, filtered, and paged")
    func lists() async throws {
        #expect(try await members(ListRequest(limit: 2)) == Self.moons)
        #expect(group.links.members.first.map(\.name) == Self.moons)
        #expect(group.links.members.first.allSatisfy { $0.id.kind == .planet })
        #expect(group.links.members.count == .exactly(6))
        #expect(try await store.planets.count(.of(group.recordID)) == 6)
        #expect(
            try await members(ListRequest(by: .radius, isDescending: true, limit: 4)).prefix(2) == [
                "Ganymede", "Titan",
            ])
        #expect(try await members(ListRequest(matching: "titan")) == ["Titan"])
        #expect(
            try await members(ListRequest(where: try Filter("orbits = Jupiter", of: .planet))) == [
                "Callisto", "Europa", "Ganymede", "Io",
            ])
        for order in RecordOrder<Planet>.allCases {
            #expect(try await members(ListRequest(by: order, limit: 4)).count == 6)
        }
    }

    @Test("The members change when the catalog changes")
    func changes() async throws {
        var planet = Planet()
        (planet.name, planet.type, planet.radiusKm) = ("Endor", .moon, 2450)
        let endor = try await store.planets.add(planet)
        #expect(endor.links.smartGroups.map(\.name) == ["Large moons"])
        #expect(try await members(ListRequest()).contains("Endor"))
        planet.radiusKm = 2
        #expect(try await store.planets.update(endor.id, version: 1, to: planet).links.smartGroups == [])
        #expect(try await members(ListRequest()) == Self.moons)
    }

    @Test("The group cannot contain persons, and its filter cannot be combined with a search or a person filter")
    func persons() async throws {
        let person = try await store.persons.add(Person()).id
        let refusal = RecordProblem.membersArePlanets(group.recordID, filter: "type = moon and radius > 1500")
        await #expect(throws: refusal) { try await store.groups.add([person], to: group.id) }
        await #expect(throws: refusal) { try await store.groups.remove([person], from: group.id) }
        #expect(try await store.persons.list(ListRequest(.of(group.recordID))).items.isEmpty)
        #expect(try await store.persons.record(person).links.smartGroups.isEmpty)
        var plain = Group()
        plain.name = "Lodge"
        let lodge = try await store.groups.add(plain)
        #expect(try await store.planets.list(ListRequest(.of(lodge.recordID))).items.isEmpty)
        plain.planets = "in hz"
        plain.search = "x"
        await #expect(throws: RecordProblem.mixedGroup(name: "Lodge")) { try await store.groups.add(plain) }
        #expect(throws: (any Error).self) {
            try Connection(at: store.store.location.path, mode: .readWrite).execute(
                "UPDATE people_group SET person_filter = 'birthday is null' WHERE id = \(group.id.rawValue)")
        }
    }

    @Test("A change to the filter is recorded and can be undone, and a group restored from the trash keeps its filter")
    func history() async throws {
        var other = group.content
        other.planets = "name = moon"
        try await CommandContext.$current.withValue(CommandContext("edit", by: nil)) {
            _ = try await store.groups.update(group.id, version: 1, to: other)
        }
        #expect(try await members(ListRequest()) == ["Moon"])
        let step = try #require(try await store.store.history.nextUndo())
        let change = try await store.store.history.changes(of: step.id, at: .beginning, limit: 5).items.first
        #expect(change?.fields.map(\.key) == ["planets"] && change?.fields.first?.new == "name = moon")
        _ = try await store.store.history.undo(step.id)
        try await store.groups.delete([group.id])
        try await store.store.history.restore([group.recordID])
        #expect(try await members(ListRequest()) == Self.moons)
        #expect(try await DatabaseMaintainer(of: store.store.location).check(.deep) == [])
    }

    @Test("An invalid filter is reported only when members are listed")
    func badFilter() async throws {
        try Connection(at: store.store.location.path, mode: .readWrite).execute(
            "UPDATE people_group SET planet_filter = 'shoe = 9' WHERE id = \(group.id.rawValue)")
        #expect(try await store.groups.record(group.id).links.members.count == .exactly(0))
        #expect(try await store.planets.record(Planet.ID(rawValue: 1)).links.smartGroups == [])
        do {
            _ = try await members(ListRequest())
            Issue.record("It has members.")
        } catch let problem as RecordProblem {
            #expect(problem.description.contains("“shoe = 9”") && problem.description.contains("planets=…"))
        }
    }

    @Test("Groups with a planet filter are found by the filter text")
    func filters() async throws {
        for (text, count) in [("planets ~ moon", 1), ("planets is null", 0), ("members is null", 1)] {
            let filter = try Filter(text, of: .group)
            #expect(try await store.groups.count(.all, matching: "", where: filter) == count, "\(text)")
        }
    }
}
