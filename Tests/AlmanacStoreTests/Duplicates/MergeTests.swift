import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Merging two persons")
struct MergeTests {
    private let store: TemporaryStore
    private let leia: Record<Person>
    private let princess: Record<Person>
    private let account: Account.ID

    init() async throws {
        store = try await TemporaryStore()
        account = try await store.accounts.add(name: "Han", passphrase: nil).id
        var one = Person()
        one.name.given = "Leia"
        one.emails = [Labeled("work", "leia@alderaan.example")]
        var other = one
        other.name.nickname = "Princess"
        other.phones = [Labeled("home", "+1 555 0100 100")]
        let (first, second) = (try await store.persons.add(one), try await store.persons.add(other))
        for (name, members) in [
            ("Both", [second.id, first.id]), ("Other's", [second.id]), ("First's", [first.id]),
        ] {
            var group = Group()
            group.name = name
            _ = try await store.groups.add(members, to: try await store.groups.add(group).id)
        }
        for subject in [first.address, second.address] {
            var note = Note()
            note.text = "About \(subject)"
            note.subject = subject
            _ = try await store.notes.add(note)
        }
        try await store.favorites.setFavorite(true, second.address, of: account)
        try await store.favorites.setFavorite(true, second.address, of: nil)
        leia = try await store.persons.record(first.id)
        princess = try await store.persons.record(second.id)
    }

    private func merge(_ other: Record<Person>, into first: Record<Person>) async throws -> Record<Person> {
        let content = PersonMerge(first.content, other.content) { first, _ in first }.content
        try await store.duplicates.merge(other, into: first, as: content, in: CommandContext("merge", by: nil))
        return try await store.persons.record(first.id)
    }

    @Test("Merging combines values, groups, notes, and favorites, and the old ID refers to the merged person")
    func whole() async throws {
        let merged = try await merge(princess, into: leia)
        #expect(merged.id == leia.id && merged.name.nickname == "Princess")
        #expect(merged.emails.count == 1 && merged.phones.count == 1)
        #expect(merged.links.groups.map(\.name) == ["Both", "First's", "Other's"])
        #expect(merged.links.notes.first.count == 2)
        #expect(try await store.favorites.favorites(of: account).map(\.address) == [leia.address])
        #expect(try await store.favorites.favorites(of: nil).map(\.address) == [leia.address])
        #expect(try await store.duplicates.mergeTarget(of: princess.id)?.address == leia.address)
        #expect(try await store.persons.records([princess.id]) == [])
        #expect(
            try await store.search.find("princess", at: .beginning, limit: 5).matches.map(\.reference.address) == [
                leia.address
            ])
        let file = try store.connection()
        #expect(try SearchCheck().findings(in: file) == [])
        #expect(try ForeignKeyCheck().findings(in: file) == [])
    }

    @Test("A merge is recorded as one step, which can be undone and redone")
    func undone() async throws {
        let before = try UserContent(of: store)
        _ = try await merge(princess, into: leia)
        let after = try UserContent(of: store)
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try await store.duplicates.mergeTarget(of: princess.id) == nil)
        #expect(try await store.persons.record(leia.id).content.uids == [])
        _ = try await store.history.redo(step.id)
        #expect(try UserContent(of: store).differences(from: after) == [])
    }

    @Test("Earlier IDs of a repeatedly merged person refer to the last merge target, which has the whole history")
    func chain() async throws {
        let merged = try await merge(princess, into: leia)
        var luke = Person()
        luke.name.given = "Luke"
        let last = try await store.persons.add(luke)
        _ = try await merge(merged, into: last)
        for id in [princess.id, leia.id] {
            #expect(try await store.duplicates.mergeTarget(of: id)?.address == last.address)
        }
        let steps = try await store.history.steps(about: last.address, at: .beginning, limit: 50).items
        let firstSteps = try await store.history.steps(about: princess.address, at: .beginning, limit: 50).items
        #expect(Set(firstSteps.map(\.id)).isSubset(of: Set(steps.map(\.id))))
        let changes = try await store.history.changes(of: last.address, in: steps.map(\.id)).values.joined()
        #expect(changes.contains { $0.record.address == princess.address })
    }

    @Test("The ID of a merged person causes an error until the deleted merge target is restored")
    func restored() async throws {
        var bail = Person()
        bail.name.given = "Bail"
        let last = try await store.persons.add(bail)
        _ = try await merge(try await merge(princess, into: leia), into: last)
        let before = try UserContent(of: store)
        try await store.persons.delete([last.id])
        await #expect(throws: RecordProblem.mergedAndDeleted(princess.address, into: last.address)) {
            try await store.duplicates.mergeTarget(of: princess.id)
        }
        try await store.history.restore([last.address])
        #expect(try UserContent(of: store).differences(from: before) == [])
        for id in [princess.id, leia.id] {
            #expect(try await store.duplicates.mergeTarget(of: id)?.address == last.address)
        }
    }

    @Test("The merged record keeps its UID, and the other person has its own UID again when restored")
    func publishedUIDs() async throws {
        func uids() async throws -> [String?] {
            try await store.exports.cards(of: .all, after: nil, limit: 5, withPhotos: false).cards.map(\.uid)
        }
        _ = try await merge(princess, into: leia)
        #expect(try await uids() == [leia.uuid])
        try await store.history.restore([princess.address])
        #expect(try await uids() == [leia.uuid, princess.uuid])
    }

    @Test("A merge fails without changes if one or both persons have changed")
    func changed() async throws {
        for stale in [princess, leia] {
            var content = try await store.persons.record(stale.id)
            content.organization = "Rebels \(stale.id.rawValue)"
            _ = try await store.persons.update(stale.id, version: content.version, to: content.content)
            let before = try UserContent(of: store)
            await #expect(throws: RecordProblem.self) { _ = try await merge(princess, into: leia) }
            #expect(try UserContent(of: store).differences(from: before) == [])
        }
    }
}
