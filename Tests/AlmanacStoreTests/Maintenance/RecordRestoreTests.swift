import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Restoring individual records from a backup.
struct RecordRestoreTests {
    let folder: TemporaryFolder
    let store: Store
    let maintenance: DatabaseMaintainer
    let backup: String

    init() async throws {
        folder = try TemporaryFolder()
        store = try await folder.newStore()
        maintenance = DatabaseMaintainer(of: folder.location)
        backup = folder.file("backup.db")
    }

    private func leia() async throws -> Record<Person> {
        var alderaan = Planet()
        alderaan.name = "Alderaan"
        let home = try await store.planets.add(alderaan)
        var leia = Person()
        leia.name.given = "Leia"
        leia.emails = [Labeled("work", "leia@alderaan.example"), Labeled("home", "l@example.org")]
        leia.home = home.id
        leia.photo = try await store.blobs.store([1, 2, 3])
        let record = try await store.persons.add(leia)
        var alliance = Group()
        alliance.name = "Rebel Alliance"
        let group = try await store.groups.add(alliance)
        _ = try await store.groups.add([record.id], to: group.id)
        for topic in ["Plans", "Letter"] {
            var note = Note()
            note.topic = topic
            note.subject = record.address
            _ = try await store.notes.add(note)
        }
        return try await store.persons.record(record.id)
    }

    @Test(
        "A missing person is restored with labels, home planet, groups, notes, photo, ID, and UUID"
    )
    func recreated() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        try await store.persons.delete([before.id])
        unlink(store.blobs.path(try #require(before.photo)))
        let letter = try #require(
            try await store.notes.list(ListRequest()).items.first { $0.content.topic == "Letter" })
        var moved = letter.content
        moved.subject = RecordID(kind: .planet, number: 1)
        _ = try await store.notes.update(letter.id, version: letter.version, to: moved)

        let restored = try await maintenance.restore([before.address], from: backup)
        #expect(restored == [RestoredRecord(record: before.reference, outcome: .recreated, left: [])])
        let after = try await store.persons.record(before.id)
        #expect(after.content == before.content)
        #expect(after.uuid == before.uuid && after.created == before.created && after.version > before.version)
        #expect(after.links.groups == before.links.groups)
        #expect(after.links.notes.first.map(\.name) == ["Plans"])
        #expect(try await store.blobs.load(try #require(after.photo)) == [1, 2, 3])
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    @Test("Reverting an existing record is a step that can be undone")
    func changed() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        var content = before.content
        content.name.given = "Princess"
        content.emails = []
        let edited = try await store.persons.update(before.id, version: before.version, to: content)
        let deed = CommandContext("restore backup.db persons/1", by: nil)
        let restored = try await CommandContext.$current.withValue(deed) {
            try await maintenance.restore([before.address], from: backup)
        }
        #expect(restored.map(\.outcome) == [.changed])
        #expect(try await store.persons.record(before.id).content == before.content)
        let step = try #require(try await store.history.nextUndo())
        #expect(step.origin == .command("restore backup.db persons/1", by: nil))
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(before.id).content == edited.content)
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    @Test("Restoring an unchanged record reports no change and keeps the version")
    func unchanged() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        #expect(try await maintenance.restore([before.address], from: backup).map(\.outcome) == [.unchanged])
        #expect(try await store.persons.record(before.id).version == before.version)
    }

    @Test("A link to a missing record is omitted from a restored record and reported")
    func left() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        try await store.persons.delete([before.id])
        try await store.planets.delete([try #require(before.home)])
        let restored = try await maintenance.restore([before.address], from: backup)
        #expect(restored.map(\.left) == [["The home planet (planets/1 in the backup) does not exist."]])
        #expect(try await store.persons.record(before.id).home == nil)
    }

    @Test("A group is restored with its members, and a planet is restored with its residents")
    func otherKinds() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        let group = try #require(before.links.groups.first?.address)
        try await store.groups.delete([try #require(Group.ID(group))])
        try await store.planets.delete([try #require(before.home)])
        _ = try await maintenance.restore([group, try #require(before.home).address], from: backup)
        let after = try await store.persons.record(before.id)
        #expect(after.links.groups == before.links.groups)
        #expect(after.home == before.home)
        #expect(try await maintenance.check(.deep).isEmpty)
    }

    @Test("Restoring several records from a backup is atomic")
    func none() async throws {
        let before = try await leia()
        _ = try await maintenance.backup(to: backup)
        try await store.persons.delete([before.id])
        let missing = RecordID(kind: .note, number: 99)
        await #expect(throws: StoreProblem.notInBackup(missing, path: backup)) {
            try await maintenance.restore([before.address, missing], from: backup)
        }
        #expect(try await store.persons.count(.all) == 0)
    }
}
