import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Earlier versions of a record")
struct PastRecordTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws { folder = try TemporaryFolder() }

    @Test func `A record can be viewed as of an earlier time, even in a database opened read-only`() async throws {
        let store = try await Store.open(at: folder.location, mode: .createIfMissing, clock: clock.store)
        func command<Result>(_ body: () async throws -> Result) async throws -> (Result, Timestamp) {
            clock.advance(by: .seconds(60))
            let result = try await CommandContext.$current.withValue(CommandContext("a command", by: nil)) {
                try await body()
            }
            return (result, clock.store.now)
        }
        let beforeAll = clock.store.now
        let (planet, _) = try await command { try await store.planets.add(.example) }
        let (first, added) = try await command { try await store.persons.add(.full(home: planet.id)) }
        let (group, _) = try await command { try await store.groups.add(.example) }
        let (_, joined) = try await command { try await store.groups.add([first.id], to: group.id) }
        var content = first.content
        content.emails.remove(at: 0)
        content.name.given = "Joe"
        let (second, edited) = try await command { try await store.persons.update(first.id, version: 1, to: content) }
        _ = try await command { try await store.groups.delete([group.id]) }
        let (_, deleted) = try await command { try await store.persons.delete([first.id]) }
        store.close()

        let past = try await Store.open(at: folder.location, mode: .readOnly).persons
        #expect(try await past.record(first.id, at: added).content == first.content)
        #expect(try await past.record(first.id, at: added).version == 1)
        #expect(try await past.record(first.id, at: added).links.groups == [])
        #expect(try await past.record(first.id, at: joined).links.groups == [group.reference])
        #expect(try await past.record(first.id, at: edited).content == second.content)
        #expect(try await past.record(first.id, at: edited).version == 2)
        for time in [beforeAll, deleted] {
            await #expect(throws: HistoryProblem.didNotExist(first.address, at: time)) {
                try await past.record(first.id, at: time)
            }
        }
    }
}
