import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Query plans and statement counts for lists, lookups, and changes")
struct PlanTests {
    @Test func `Default lists use an index in every order that has an index`() async throws {
        let store = try await TemporaryStore()
        try await explore(Tables.persons, in: store)
        try await explore(Tables.groups, in: store)
        try await explore(Tables.planets, in: store)
        try await explore(Tables.notes, in: store)
    }

    private func explore<Content>(_ table: RecordTable<Content>, in store: TemporaryStore) async throws {
        let last = try await store.addExample(of: Content.kind).address
        for order in RecordOrder<Content>.allCases where !BoundedStep.isWithoutIndex(order) {
            for (isDescending, after) in [(false, last), (true, last), (false, nil), (true, nil)] as [(Bool, RecordID?)]
            {
                let listing = ListRequest<Content>(
                    .usual, by: order, isDescending: isDescending, after: after, limit: 2)
                let log = try StatementLog(on: store) { _ = try table.list(listing, in: $0) }
                #expect(try log.fullScans() == [], "\(listing)")
                #expect(try log.sortings(in: { $0.contains("LIMIT") && !$0.contains("json_each") }) == [], "\(listing)")
            }
        }
    }

    @Test func `Listing the records of a scope uses an index`() async throws {
        let store = try await TemporaryStore()
        let group = RecordID(kind: .group, number: 1)
        let person = RecordID(kind: .person, number: 1)
        let planet = RecordID(kind: .planet, number: 1)
        let log = try StatementLog(on: store) { connection in
            for scope in [ListScope.of(group), .of(planet), .favorites(.init(rawValue: 1))] {
                _ = try Tables.persons.list(ListRequest(scope), in: connection)
                _ = try Tables.persons.count(scope, in: connection)
            }
            _ = try Tables.groups.list(ListRequest(.of(person)), in: connection)
            _ = try Tables.planets.list(ListRequest(.of(planet)), in: connection)
            for subject in [group, person, planet] {
                _ = try Tables.notes.list(ListRequest(.of(subject)), in: connection)
            }
        }
        #expect(try log.fullScans() == [])
        let members = try StatementLog(on: store) {
            _ = try Tables.persons.list(ListRequest(.of(group), by: .member), in: $0)
        }
        #expect(try members.sortings(in: { _ in true }) == [])
    }

    @Test func `Name lookups, changes, and updates of the search index use indexes`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let log = try StatementLog(on: store) { connection in
            try connection.transaction {
                let id = try Tables.persons.insert(.full(home: home.id), into: connection)
                try SearchIndex(connection).update()
                try Tables.persons.update(
                    Tables.persons.fetch(id, from: connection), to: Person(), in: connection)
                _ = try Tables.persons.named("José", in: connection)
                _ = try Tables.planets.named("kepler16b", in: connection)
                try Tables.persons.delete([id], from: connection)
            }
        }
        #expect(try log.fullScans() == [])
    }

    @Test func `Reading a single record collects no IDs in a temporary tree`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let person = try await store.persons.add(.full(home: home.id))
        let (one, two) = try (
            StatementLog(on: store) {
                let found = try Tables.persons.fetch([person.id.rawValue], from: $0)
                #expect(found.map(\.content) == [.full(home: home.id)])
            },
            StatementLog(on: store) {
                let found = try Tables.persons.fetch([person.id.rawValue, person.id.rawValue], from: $0)
                #expect(found.map(\.content) == [.full(home: home.id), .full(home: home.id)])
            }
        )
        #expect(one.runs == two.runs)
        #expect(!one.statements.contains { $0.contains("IN (SELECT value FROM json_each") })
        #expect(one.cost.steps < two.cost.steps * 3 / 4)
    }

    @Test func `Loading a page runs the same number of statements regardless of the page size`() async throws {
        let store = try await TemporaryStore()
        _ = try await Population(60).settle(in: store.store)
        for order in [RecordOrder<Person>.name, .created] {
            let counts = try [2, 20, 50].map { size in
                try StatementLog(on: store) { _ = try Tables.persons.list(ListRequest(by: order, limit: size), in: $0) }
                    .runs
            }
            #expect(Set(counts).count == 1)
            #expect(counts[0] < 19)
        }
    }
}
