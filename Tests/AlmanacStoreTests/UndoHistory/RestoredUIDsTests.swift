import Interchange
import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Restored records and their UIDs")
struct RestoredUIDsTests {
    let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    private func command<Result>(_ line: String, _ body: () async throws -> Result) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext(line, by: nil)) { try await body() }
    }

    private func importCard(
        _ name: String, onDuplicate policy: DuplicatePolicy? = nil
    ) async throws -> (person: Record<Person>, step: Step.ID) {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:han-uid\r\nN:;\(name);;;\r\nFN:\(name)\r\nEND:VCARD\r\n"
        _ = try await command("import \(name)") {
            try await store.imports.importContacts([ContactStream(card)], onDuplicate: policy)
        }
        return (try #require(try await persons().first { $0.content.title == name }), try await last())
    }

    private func importGroup(_ name: String) async throws -> (group: Record<Group>, step: Step.ID) {
        let lines = ["BEGIN:VCARD", "VERSION:4.0", "KIND:group", "UID:crew", "FN:\(name)", "END:VCARD"]
        _ = try await command("import \(name)") {
            try await store.imports.importContacts(
                [ContactStream(lines.joined(separator: "\r\n") + "\r\n")], onDuplicate: nil)
        }
        let groups = try await store.groups.list(ListRequest()).items
        return (try #require(groups.first { $0.content.name == name }), try await last())
    }

    private func delete(_ person: Record<Person>) async throws -> Step.ID {
        try await command("delete \(person.address)") { try await store.persons.delete([person.id]) }
        return try await last()
    }

    private func persons() async throws -> [Record<Person>] { try await store.persons.list(ListRequest()).items }

    private func last() async throws -> Step.ID {
        try await store.history.steps(about: nil, at: .beginning, limit: 1).items[0].id
    }

    @Test func `A deleted contact cannot return while a contact that was imported later uses the UID of its card`()
        async throws
    {
        let first = try await importCard("Han").person
        let deletion = try await delete(first)
        let second = try await importCard("Leia").person
        await #expect(throws: RecordProblem.uidTaken(first.address, by: second.reference)) {
            try await store.history.restore([first.address])
        }
        await #expect(
            throws: HistoryProblem.uidTaken(deletion, first.address, by: second.reference, isRedo: false)
        ) {
            try await store.history.undo(deletion)
        }
        #expect(try await persons() == [second])
        _ = try await delete(second)
        _ = try await store.history.undo(deletion)
        #expect(try await persons().map(\.content) == [first.content])
    }

    @Test func `An import cannot be redone while a contact that was imported later uses the UID of its card`()
        async throws
    {
        let (first, firstImport) = try await importCard("Han")
        _ = try await store.history.undo(firstImport)
        let (second, secondImport) = try await importCard("Leia")
        await #expect(
            throws: HistoryProblem.uidTaken(firstImport, first.address, by: second.reference, isRedo: true)
        ) {
            try await store.history.redo(firstImport)
        }
        _ = try await store.history.undo(secondImport)
        _ = try await store.history.redo(firstImport)
        await #expect(
            throws: HistoryProblem.uidTaken(secondImport, second.address, by: first.reference, isRedo: true)
        ) {
            try await store.history.redo(secondImport)
        }
        #expect(try await persons().map(\.address) == [first.address])
    }

    @Test func `Contacts that had the same UID can be restored in any order`() async throws {
        let first = try await importCard("Han").person
        let second = try await importCard("Leia", onDuplicate: .keepBoth).person
        for persons in [[first, second], [second, first]] {
            _ = (try await delete(first), try await delete(second))
            for person in persons { try await store.history.restore([person.address]) }
            #expect(try await self.persons().count == 2)
        }
    }

    @Test func `A deleted group cannot return while a group that was imported later uses the UID of its card`()
        async throws
    {
        let (first, firstImport) = try await importGroup("Crew")
        _ = try await store.history.undo(firstImport)
        let (second, secondImport) = try await importGroup("Rebels")
        await #expect(throws: RecordProblem.uidTaken(first.address, by: second.reference)) {
            try await store.history.restore([first.address])
        }
        await #expect(
            throws: HistoryProblem.uidTaken(firstImport, first.address, by: second.reference, isRedo: true)
        ) {
            try await store.history.redo(firstImport)
        }
        _ = try await store.history.undo(secondImport)
        _ = try await store.history.redo(firstImport)
        #expect(try await store.groups.list(ListRequest()).items.map(\.address) == [first.address])
    }

    @Test func `The message names both records and the commands to use`() {
        let leia = RecordReference(address: RecordID(kind: .person, number: 2), name: "Leia")
        let problem = HistoryProblem.uidTaken(
            Step.ID(rawValue: 3), RecordID(kind: .person, number: 1), by: leia, isRedo: true)
        #expect(
            problem.explanation.sentences.map(\.description) == [
                "Cannot redo step 3. Nothing was changed.", "Leia (persons/2) now has the UID of persons/1.",
                "Use “delete persons/2”, then “redo 3”.",
            ])
    }
}
