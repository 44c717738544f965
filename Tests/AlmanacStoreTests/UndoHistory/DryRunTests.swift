import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("A dry run returns its result, collects the changes, and changes nothing")
struct DryRunTests {
    let store: TemporaryStore
    let planet: Record<Planet>
    let person: Record<Person>

    init() async throws {
        store = try await TemporaryStore()
        planet = try await store.planets.add(.example)
        person = try await store.persons.add(.full(home: planet.id))
    }

    /// Runs the body as a dry run and expects that the database does not change.
    private func dryRun<Result>(
        _ body: (CommandContext) async throws -> Result
    ) async throws -> (result: Result, changes: ResultPage<RecordChange>?) {
        let before = try UserContent(of: store)
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 100).items
        let context = CommandContext("test", by: nil, isDryRun: true)
        let result = try await body(context)
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try await store.history.steps(about: nil, at: .beginning, limit: 100).items == steps)
        return (result, context.dryRun?.changes)
    }

    @Test("A dry run supports adding, changing, and deleting records")
    func records() async throws {
        let added = try await dryRun { try await store.persons.add(.full(home: planet.id), in: $0) }
        #expect(added.result.rawValue == person.id.rawValue + 1)
        #expect(added.changes?.items.map(\.action) == [.added])
        var content = person.content
        content.jobTitle = "Senator"
        let changed = try await dryRun { try await store.persons.update(person, to: content, in: $0) }
        #expect(changed.changes?.items.map(\.record) == [person.reference])
        #expect(changed.changes?.items.first?.fields.map(\.new) == ["Senator"])
        let deleted = try await dryRun { try await store.persons.delete([person.id], in: $0) }
        #expect(deleted.changes?.items.map(\.action) == [.deleted])
    }

    @Test("A dry run rejects a change based on an old version")
    func refused() async throws {
        _ = try await store.persons.update(person.id, version: 1, to: Person())
        await #expect(throws: RecordProblem.self) {
            try await dryRun { try await store.persons.update(person, to: .full(home: planet.id), in: $0) }
        }
    }

    @Test("Several transactions of a command share one dry-run result")
    func several() async throws {
        let changes = try await dryRun { context in
            try await store.persons.delete([person.id], in: context)
            _ = try await store.persons.add(Person(), in: context)
        }.changes
        #expect(changes?.items.map(\.action) == [.deleted, .added])
    }

    @Test("A dry run supports undo, restore, and purge")
    func history() async throws {
        try await store.persons.delete([person.id], in: CommandContext("delete persons/1", by: nil))
        let step = try #require(try await store.history.nextUndo())
        let undone = try await dryRun { try await store.history.undo(step.id, in: $0) }
        #expect(undone.result.role == .undo(of: step.id))
        #expect(undone.changes?.items.map(\.action) == [.added])
        let restored = try await dryRun { try await store.history.restore([person.address], in: $0) }
        #expect(restored.result == [person.reference])
        let purged = try await dryRun { try await store.history.purge([person.address], in: $0) }
        #expect(purged.result == PurgeReport())
        #expect(purged.changes?.items.map(\.action) == [.purged])
    }

    @Test("A dry run also discards changes to accounts and photos, which are not records")
    func accounts() async throws {
        let signedUp = try await dryRun { try await store.accounts.signUp(name: "Leia", passphrase: nil, in: $0) }
        #expect(signedUp.result.name == "Leia" && signedUp.changes?.items == [])
        #expect(try await store.accounts.accounts().isEmpty)
        let photo = try await dryRun { try store.blobs.store([1, 2, 3], in: $0) }
        #expect(photo.changes == nil)
        #expect(!store.blobs.holds(photo.result))
    }

    @Test("A dry run of sample data reports the records that would be added")
    func sampleData() async throws {
        let sets = try await store.seeds.read([.named("flintstones")])
        let loaded = try await dryRun { try await sets.load(in: $0) { _ in } }
        #expect(loaded.result.first?.added.isEmpty == false && loaded.changes == nil)
    }
}
