import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Pictures of deleted records")
struct PhotoTests {
    @Test func `The history refers to the picture of a deleted planet until the planet is purged`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let picture = try #require(planet.content.picture)
        try await store.planets.delete([planet.id])
        let file = try store.connection()
        #expect(try PhotoUse.all(on: file).isEmpty)
        #expect(try PhotoUse.named(on: file) == [picture])
        #expect(try await store.history.purge([planet.address]).photos == [picture])
        #expect(try PhotoUse.named(on: file) == [])
    }
}
