import FileIO
import Interchange
import Localization
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Deleted records can be restored or purged")
struct TrashTests {
    let store: TemporaryStore
    let person: Record<Person>
    let group: Record<Group>
    let planet: Record<Planet>
    let account: Account

    init() async throws {
        store = try await TemporaryStore()
        planet = try await store.planets.add(.example)
        person = try await store.persons.add(.full(home: planet.id))
        group = try await store.groups.add(.example)
        try await store.groups.add([person.recordID, planet.recordID], to: group.id)
        var note = Note.example
        note.subject = person.recordID
        _ = try await store.notes.add(note)
        account = try await store.accounts.add(name: "Leia", passphrase: nil)
        try await store.favorites.setFavorite(true, person.recordID, of: account.id)
        var leia = account
        leia.card = person.reference
        try await store.accounts.update(leia)
    }

    private func delete(_ line: String = "delete") async throws {
        try await CommandContext.$current.withValue(CommandContext(line, by: nil)) {
            try await store.persons.delete([person.id])
        }
    }

    @Test func `A deleted record is restored completely`() async throws {
        let before = try UserContent(of: store)
        try await delete()
        let trash = try await store.history.trash(at: .beginning, limit: 10)
        #expect(trash.items.map(\.record) == [person.reference])
        #expect(trash.items.map(\.deletion.origin) == [.command("delete", by: nil)])
        try await store.history.restore([person.recordID])
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try await store.history.trash(at: .beginning, limit: 10).items == [])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test(
        "Records are restored with their links, regardless of the order of deletion and restoration",
        .long("random orders"), arguments: 0..<(try Soak.times(atLeast: 15, byDefault: 5)))
    func anyOrder(seed: Int) async throws {
        var chance = SeededGenerator(seed: UInt64(seed))
        var other = Note.example
        other.subject = group.recordID
        let notes = try await store.notes.list(ListRequest()).items.map(\.recordID)
        let all = [person.recordID, group.recordID, planet.recordID, try await store.notes.add(other).recordID] + notes
        let before = try UserContent(of: store)
        for address in all.shuffled(using: &chance) {
            try await CommandContext.$current.withValue(CommandContext("delete \(address)", by: nil)) {
                if let id = Person.ID(address) { try await store.persons.delete([id]) }
                if let id = Group.ID(address) { try await store.groups.delete([id]) }
                if let id = Planet.ID(address) { try await store.planets.delete([id]) }
                if let id = Note.ID(address) { try await store.notes.delete([id]) }
            }
        }
        for address in all.shuffled(using: &chance) { try await store.history.restore([address]) }
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("Links that were changed by hand are kept when a record is restored")
    func byHand() async throws {
        _ = try await store.groups.remove([person.id], from: group.id)
        var note = try #require(try await store.notes.list(ListRequest()).items.first)
        try await delete()
        note = try await store.notes.record(note.id)
        note.subject = group.recordID
        _ = try await store.notes.update(note.id, version: note.version, to: note.content)
        try await store.history.restore([person.recordID])
        #expect(try await store.notes.record(note.id).subject == group.recordID)
        #expect(try await store.groups.count(.of(person.recordID)) == 0)
    }

    @Test func `Links to missing records are omitted when a record is restored`() async throws {
        try await delete()
        try await store.groups.delete([group.id])
        try await store.planets.delete([planet.id])
        #expect(
            try await store.history.trash(at: .beginning, limit: 2).items.map(\.record.id.kind) == [
                .planet, .group,
            ])
        #expect(
            try await store.history.trash(at: .after(group.recordID), limit: 2).items.map(\.record) == [
                person.reference
            ]
        )
        try await store.history.restore([person.recordID])
        let restored = try await store.persons.record(person.id)
        #expect(restored.content.home == nil)
        #expect(restored.content.emails == person.content.emails)
        #expect(restored.links.groups == [])
        #expect(restored.links.journal.count == .exactly(1))
        #expect(try ForeignKeyCheck().findings(in: store.connection()) == [])
    }

    @Test func `A deleted record cannot be restored while another record uses its UID`() async throws {
        try await delete()
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(person.uuid)\r\nFN:Again\r\nEND:VCARD\r\n"
        _ = try await store.imports.importContacts([ContactStream(card)], onDuplicate: nil)
        let again = try #require(try await store.persons.list(ListRequest()).items.first { $0.uuid == person.uuid })
        await #expect(throws: RecordProblem.uidTaken(person.recordID, by: again.reference)) {
            try await store.history.restore([person.recordID])
        }
        try await store.persons.delete([again.id])
        try await store.history.restore([person.recordID])
        #expect(try await store.persons.record(person.id).content == person.content)
    }

    @Test func `Restoring several records is atomic`() async throws {
        try await delete()
        await #expect(throws: HistoryProblem.notInTrash(group.recordID)) {
            try await store.history.restore([person.recordID, group.recordID])
        }
        #expect(try await store.persons.records([person.id]) == [])
    }

    @Test func `Records deleted together can be restored together`() async throws {
        let before = try UserContent(of: store)
        try await CommandContext.$current.withValue(CommandContext("delete all", by: nil)) {
            try await store.planets.delete([planet.id])
            try await store.groups.delete([group.id])
            try await store.persons.delete([person.id])
        }
        try await store.history.restore([person.recordID, group.recordID, planet.recordID])
        #expect(try UserContent(of: store).differences(from: before) == [])
    }

    @Test func `A purged record is removed from the trash and the history tables`() async throws {
        try await delete("delete persons/1 José")
        let deletion = try #require(try await store.history.nextUndo())
        try await store.history.purge([person.recordID])
        #expect(try await store.history.trash(at: .beginning, limit: 10).items == [])
        await #expect(throws: HistoryProblem.notInTrash(person.recordID)) {
            try await store.history.restore([person.recordID])
        }
        // The note about the person was changed by the same step.
        #expect(try await store.history.step(deletion.id).hasPurgedChanges)
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 10).items
        #expect(steps.first?.role == .purge)
        #expect(try await store.history.step(deletion.id).origin == .command("delete", by: nil))
        let file = try store.connection()
        let tables = try file.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'person*_past'") {
            $0[0] as String
        }
        #expect(tables.count == 14)
        for table in tables {
            #expect(try file.first("SELECT count(*) FROM \(table)") { $0[0] as Int } == 0, "\(table)")
        }
        #expect(throws: SQLiteError.self) { try file.execute("UPDATE step SET command = ''") }
        let changes = try await store.history.changes(of: deletion.id, at: .beginning, limit: 10).items
        #expect(changes.map(\.action).filter { $0 != .changed } == [.purged])
    }

    @Test func `Undoing a step with some purged records reverses its changes to the other records`() async throws {
        let names = ["Ann", "Ben"]
        let people = try await CommandContext.$current.withValue(CommandContext("import cards.vcf", by: nil)) {
            var people: [Record<Person>] = []
            for name in names {
                var person = Person()
                person.name.given = name
                person.home = planet.id
                people.append(try await store.persons.add(person))
            }
            return people
        }
        let step = try #require(try await store.history.nextUndo())
        try await CommandContext.$current.withValue(CommandContext("delete", by: nil)) {
            try await store.persons.delete([people[0].id])
        }
        try await store.history.purge([people[0].recordID])
        let next = try #require(try await store.history.nextUndo())
        #expect(next.id == step.id && next.hasPurgedChanges)
        let undone = try await store.history.undo(step.id)
        #expect(try await store.persons.records(people.map(\.id)) == [])
        _ = try await store.history.undo(undone.id)
        #expect(try await store.persons.records(people.map(\.id)).map(\.content.name.given) == ["Ben"])
    }

    @Test func `A reference to a purged record is not restored`() async throws {
        var content = person.content
        for (title, home) in [("without", nil), ("with", planet.id)] as [(String, Planet.ID?)] {
            (content.jobTitle, content.home) = (title, home)
            try await CommandContext.$current.withValue(CommandContext("edit \(title)", by: nil)) {
                let version = try await store.persons.record(person.id).version
                _ = try await store.persons.update(person.id, version: version, to: content)
            }
        }
        try await CommandContext.$current.withValue(CommandContext("delete planets/1", by: nil)) {
            try await store.planets.delete([planet.id])
        }
        try await store.history.purge([planet.recordID])
        for title in ["with", "without", person.content.jobTitle] {
            let step = try #require(try await store.history.nextUndo())
            _ = try await store.history.undo(step.id)
            let content = try await store.persons.record(person.id).content
            #expect(content.jobTitle == title && content.home == nil)
        }
        #expect(try ForeignKeyCheck().findings(in: store.connection()) == [])
    }

    @Test func `The text of a purged record is erased from the database file`() async throws {
        var person = Person()
        person.name.given = "Xylophonia"
        person.emails = [Labeled("", "xylo@secretdomain.example")]
        let added = try await store.persons.add(person)
        try await store.persons.delete([added.id])
        try await store.history.purge([added.recordID])
        try store.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let text = String(decoding: try File.open(store.path).read(upTo: 1 << 24), as: Unicode.ASCII.self).lowercased()
        #expect(!text.contains("xylo") && !text.contains("secretdomain"))
    }

    @Test(arguments: [false, true])
    func `A purge fails without effect while another program reads the database`(hasLog: Bool) async throws {
        let person = try await store.persons.add(Person())
        try await store.persons.delete([person.id])
        let writer = try store.connection()
        try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if hasLog { try writer.execute("PRAGMA user_version = \(try writer.userVersion)") }
        let before = try StoreContent(of: store.path)
        let reader = try Connection(at: store.path, mode: .readOnly)
        try reader.execute("BEGIN; SELECT count(*) FROM person")
        let history = HistoryStore(
            database: StoreDatabase(
                sqlite: try Database(at: store.path, mode: .readWrite, busyLimit: .zero)),
            clock: .system)
        await #expect(throws: StoreProblem.beingRead) { try await history.purge([person.recordID]) }
        #expect(try StoreContent(of: store.path) == before)
        try reader.execute("ROLLBACK")
        try await history.purge([person.recordID])
        try reader.execute("BEGIN; SELECT count(*) FROM person")
        let reason: Message = "The database is locked by another program. Timed out after 5 seconds."
        await #expect(throws: StoreProblem.notErased(reason: reason)) { try await history.erase() }
        try reader.execute("ROLLBACK")
        try await history.erase()
    }
}

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
        try await command("delete \(person.recordID)") { try await store.persons.delete([person.id]) }
        return try await last()
    }

    private func persons() async throws -> [Record<Person>] { try await store.persons.list(ListRequest()).items }

    private func last() async throws -> Step.ID {
        try await store.history.steps(about: nil, at: .beginning, limit: 1).items[0].id
    }

    @Test func `A deleted contact cannot be restored while a contact that was imported later uses the same UID`()
        async throws
    {
        let first = try await importCard("Han").person
        let deletion = try await delete(first)
        let second = try await importCard("Leia").person
        await #expect(throws: RecordProblem.uidTaken(first.recordID, by: second.reference)) {
            try await store.history.restore([first.recordID])
        }
        await #expect(
            throws: HistoryProblem.uidTaken(deletion, first.recordID, by: second.reference, isRedo: false)
        ) {
            try await store.history.undo(deletion)
        }
        #expect(try await persons() == [second])
        _ = try await delete(second)
        _ = try await store.history.undo(deletion)
        #expect(try await persons().map(\.content) == [first.content])
    }

    @Test func `An import cannot be redone while a contact that was imported later uses the same UID`() async throws {
        let (first, firstImport) = try await importCard("Han")
        _ = try await store.history.undo(firstImport)
        let (second, secondImport) = try await importCard("Leia")
        await #expect(
            throws: HistoryProblem.uidTaken(firstImport, first.recordID, by: second.reference, isRedo: true)
        ) {
            try await store.history.redo(firstImport)
        }
        _ = try await store.history.undo(secondImport)
        _ = try await store.history.redo(firstImport)
        await #expect(
            throws: HistoryProblem.uidTaken(secondImport, second.recordID, by: first.reference, isRedo: true)
        ) {
            try await store.history.redo(secondImport)
        }
        #expect(try await persons().map(\.recordID) == [first.recordID])
    }

    @Test func `Contacts that had the same UID can be restored in any order`() async throws {
        let first = try await importCard("Han").person
        let second = try await importCard("Leia", onDuplicate: .keepBoth).person
        for persons in [[first, second], [second, first]] {
            _ = (try await delete(first), try await delete(second))
            for person in persons { try await store.history.restore([person.recordID]) }
            #expect(try await self.persons().count == 2)
        }
    }

    @Test func `A deleted group cannot be restored while a group that was imported later uses the same UID`()
        async throws
    {
        let (first, firstImport) = try await importGroup("Crew")
        _ = try await store.history.undo(firstImport)
        let (second, secondImport) = try await importGroup("Rebels")
        await #expect(throws: RecordProblem.uidTaken(first.recordID, by: second.reference)) {
            try await store.history.restore([first.recordID])
        }
        await #expect(
            throws: HistoryProblem.uidTaken(firstImport, first.recordID, by: second.reference, isRedo: true)
        ) {
            try await store.history.redo(firstImport)
        }
        _ = try await store.history.undo(secondImport)
        _ = try await store.history.redo(firstImport)
        #expect(try await store.groups.list(ListRequest()).items.map(\.recordID) == [first.recordID])
    }

    @Test func `The message about a UID in use names both records and the commands to use`() {
        let leia = RecordReference(id: RecordID(kind: .person, number: 2), name: "Leia")
        let problem = HistoryProblem.uidTaken(
            Step.ID(rawValue: 3), RecordID(kind: .person, number: 1), by: leia, isRedo: true)
        #expect(
            problem.explanation.sentences.map(\.description) == [
                "Cannot redo step 3.", "Nothing was changed.", "Leia (persons/2) now has the UID of persons/1.",
                "Use “delete persons/2”, then “redo 3”.",
            ])
    }
}
