import Interchange
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// A cost test that counts steps of SQLite’s virtual machine instead of time.
@Suite("Costs and limits of groups and planets with many persons")
struct LargeGroupTests {
    @Test func `Showing or listing a group counts members only up to the limit`() async throws {
        let costs = try await Self.costs(ofGroupsOf: [10, 1500, 3000]) { group, connection in
            _ = try Tables.groups.fetch(group.rawValue, from: connection)
            _ = try Tables.groups.list(ListRequest(), in: connection)
        }
        #expect(costs[2].steps < costs[1].steps * 11 / 10)
        #expect(costs[2].steps < costs[0].steps + 60 * LinkedRecords.limit * 2 + 10 * LinkedRecords.countLimit * 2)
        #expect(Set(costs.map(\.runs)).count == 1)
    }

    @Test(arguments: [2, 10, 50])
    func `The cost of a page of members does not grow with the size of the group`(size: Int) async throws {
        let costs = try await Self.costs(ofGroupsOf: [100, 1000]) { group, connection in
            _ = try Tables.persons.list(ListRequest(.of(group.address), by: .member, limit: size), in: connection)
        }
        #expect(costs[1].steps < costs[0].steps * 11 / 10)
    }

    @Test func `Listing all members by name in pages is linear in the number of members`() async throws {
        let series = try await GrowthSeries(from: 200) { size in
            let costs = try await Self.costs(ofGroupsOf: [size]) { group, connection in
                var listing = ListRequest<Person>(.of(group.address), limit: 20)
                var found: [Int64] = []
                repeat {
                    let page = try Tables.persons.list(listing, in: connection)
                    found += page.items.map(\.id.rawValue)
                    listing.after = page.hasMore ? page.items.last?.address : nil
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
            try Tables.groups.update(
                Tables.groups.fetch(group.rawValue, tied: Tables.groups.withoutLinks, from: connection), to: content,
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

    @Test func `Showing a planet counts residents only up to the limit`() async throws {
        let costs = try await Self.costs(ofGroupsOf: [1500, 3000]) { _, connection in
            let residents = try Tables.planets.fetch(1, from: connection).links.residents
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
            #expect(members.first.map(\.address.number) == (0..<100).map { Int64(size - $0) })
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
            try SearchIndex(connection).update()
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
                    try connection.recording(step, VCardInterpreter()) { try body(Group.ID(rawValue: 1), connection) }
                }
            }
            costs.append(log.cost)
        }
        return costs
    }
}
