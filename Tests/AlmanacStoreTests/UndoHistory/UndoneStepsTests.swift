import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Refused undos and redone steps")
struct UndoneStepsTests {
    let store: TemporaryStore
    let person: Record<Person>

    init() async throws {
        store = try await TemporaryStore()
        var person = Person()
        person.name.given = "Betty"
        self.person = try await store.persons.add(person)
    }

    private func command<Result>(_ line: String, _ body: () async throws -> Result) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext(line, by: nil)) { try await body() }
    }

    private func last() async throws -> Step.ID {
        try await store.history.steps(about: nil, at: .beginning, limit: 1).items[0].id
    }

    @Test func `A redone step can be undone again`() async throws {
        try await command("delete persons/1") { try await store.persons.delete([person.id]) }
        let deletion = try await last()
        let undo = try await store.history.undo(deletion, isDryRun: false)
        let redo = try await store.history.undo(undo.id, isDryRun: false)
        await #expect(throws: HistoryProblem.redoneAlready(deletion)) {
            try await store.history.undo(undo.id, isDryRun: true)
        }
        _ = try await store.history.undo(redo.id, isDryRun: false)
        #expect(try await store.persons.list(ListRequest()).items.count == 1)
        await #expect(throws: HistoryProblem.undoneAlready(redo.id)) {
            try await store.history.undo(redo.id, isDryRun: true)
        }
        _ = try await store.history.undo(undo.id, isDryRun: false)
        #expect(try await store.persons.list(ListRequest()).items.isEmpty)
    }

    @Test func `Steps can be undone after a person in a chain of merges was purged`() async throws {
        let others = try await command("import") { try await store.persons.add([Person(), Person(), Person()]) }
        for (source, target) in [(others[0], others[1]), (others[1], others[2])] {
            try await command("merge") {
                let persons = try await store.persons.records([source, target])
                try await store.duplicates.merge(persons[0], into: persons[1], as: persons[1].content, in: .test)
            }
        }
        try await store.history.purge([others[1].recordID])
        while let step = try await store.history.nextUndo(), step.id.rawValue > 1 {
            _ = try await store.history.undo(step.id)
        }
        #expect(try await store.persons.list(ListRequest()).items.map(\.id) == [person.id])
    }

    @Test func `A deletion cannot be undone if another record uses the UID of the deleted record`() async throws {
        try await command("delete persons/1") { try await store.persons.delete([person.id]) }
        let step = try await last()
        let other = try await store.persons.add(Person())
        try await store.store.database.writing { [person] connection in
            try connection.run("UPDATE person SET uuid = ?1 WHERE id = ?2") {
                $0[1] = person.uuid
                $0[2] = other.id.rawValue
            }
        }
        let owner = try await store.persons.record(other.id).reference
        await #expect(throws: HistoryProblem.uidTaken(step, person.recordID, by: owner, isRedo: false)) {
            try await store.history.undo(step, isDryRun: false)
        }
    }

    @Test func `A change to a UID cannot be undone if another record uses the former UID`() async throws {
        try await store.store.database.writing { try $0.execute("UPDATE person SET uuid = 'another' WHERE id = 1") }
        let step = try await last()
        try await command("new person") { _ = try await store.persons.add(Person()) }
        try await store.store.database.writing { [person] connection in
            try connection.run("UPDATE person SET uuid = ?1 WHERE id = 2") { $0[1] = person.uuid }
        }
        await #expect(throws: HistoryProblem.self) { try await store.history.undo(step, isDryRun: false) }
    }

    @Test func `Favorites of a removed account cannot be restored`() async throws {
        let account = try await command("signup Wilma") {
            try await store.accounts.add(name: "Wilma", passphrase: nil)
        }
        let signUp = try await last()
        for isFavorite in [true, false] {
            try await command("favorite persons/1") {
                try await store.favorites.setFavorite(isFavorite, person.recordID, of: account.id)
            }
        }
        let step = try await last()
        _ = try await store.history.undo(signUp)
        for isDryRun in [true, false] {
            await #expect(throws: HistoryProblem.accountGone(step)) {
                try await store.history.undo(step, isDryRun: isDryRun)
            }
        }
    }
}
