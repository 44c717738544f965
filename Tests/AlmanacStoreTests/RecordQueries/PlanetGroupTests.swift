import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

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
        listing.scope = .of(group.address)
        return try await store.planets.all(listing).map(\.content.name)
    }

    private static let moons = ["Callisto", "Europa", "Ganymede", "Io", "Moon", "Titan"]

    @Test("The members are the matching planets, and their list can be sorted, narrowed, filtered, and paged")
    func lists() async throws {
        #expect(try await members(ListRequest(limit: 2)) == Self.moons)
        #expect(group.links.members.first.map(\.name) == Self.moons)
        #expect(group.links.members.first.allSatisfy { $0.address.kind == .planet })
        #expect(group.links.members.count == .exactly(6))
        #expect(try await store.planets.count(.of(group.address)) == 6)
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
        let refusal = RecordProblem.membersArePlanets(group.address, filter: "type = moon and radius > 1500")
        await #expect(throws: refusal) { try await store.groups.add([person], to: group.id) }
        await #expect(throws: refusal) { try await store.groups.remove([person], from: group.id) }
        #expect(try await store.persons.list(ListRequest(.of(group.address))).items.isEmpty)
        #expect(try await store.persons.record(person).links.smartGroups.isEmpty)
        var plain = Group()
        plain.name = "Lodge"
        let lodge = try await store.groups.add(plain)
        #expect(try await store.planets.list(ListRequest(.of(lodge.address))).items.isEmpty)
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
        try await store.store.history.restore([group.address])
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
