import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Recorded steps, their changes, and undo")
struct HistoryTests {
    let store: TemporaryStore

    init() async throws { store = try await TemporaryStore() }

    /// Runs the body as a command.
    private func command<Result>(
        _ line: String, by author: Account.ID? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext(line, by: author)) { try await body() }
    }

    private func steps(about id: RecordID? = nil) async throws -> [Step] {
        try await store.history.steps(about: id, at: .beginning, limit: 50).items
    }

    private func changes(_ step: Step) async throws -> [RecordChange] {
        try await store.history.changes(of: step.id, at: .beginning, limit: 50).items
    }

    @Test func `A command is recorded as one step, even if it runs several transactions`() async throws {
        let leia = try await command("signup Leia") { try await store.accounts.add(name: "Leia", passphrase: nil) }
        try await command("import cards.vcf", by: leia.id) {
            let person = try await store.persons.add(.full(home: try await store.planets.add(.example).id))
            _ = try await store.groups.add([person.id], to: try await store.groups.add(.example).id)
        }
        let steps = try await steps()
        #expect(
            steps.map(\.origin) == [.command("import cards.vcf", by: "Leia"), .command("signup Leia", by: nil)])
        #expect(steps.first?.records == 3)
        let changes = try await changes(steps[0])
        #expect(changes.map(\.record.id.description) == ["groups/1", "persons/1", "planets/1"])
        #expect(changes.map(\.action) == [.added, .added, .added])
        let kindFields = ["kind", "episode", "director", "released", "class", "lengthM", "crew"]
        #expect(changes[0].fields.map(\.key) == ["name", "description"] + kindFields + ["membership"])
    }

    @Test func `The history of a person omits other members added to the same group`() async throws {
        var persons: [Record<Person>] = []
        for name in ["Wilma", "Betty"] {
            var person = Person()
            person.name.given = name
            persons.append(try await store.persons.add(person))
        }
        try await command("add persons/1 persons/2 to groups/1") {
            _ = try await store.groups.add(persons.map(\.id), to: try await store.groups.add(.example).id)
        }
        let step = try await steps()[0].id
        let told = try await store.history.changes(of: persons[1].recordID, in: [step])
        let members = told[step, default: []].flatMap(\.fields).filter { $0.key == "membership" }
        #expect(members.map(\.new) == ["Betty (persons/2)"])
    }

    @Test func `A change shows the name of a related record, even after that record is deleted`() async throws {
        var persons: [Record<Person>] = []
        for _ in 1...2 {
            var person = Person()
            person.name.given = "Wilma"
            persons.append(try await store.persons.add(person))
        }
        let group = try await store.groups.add(.example)
        var note = Note()
        note.topic = "Quarry"
        note.subject = persons[0].recordID
        let about = try await store.notes.add(note)
        try await command("add persons/1 to groups/1") {
            _ = try await store.groups.add([persons[0].id], to: group.id)
        }
        // The member is replaced by a person with the same name.
        try await command("swap") {
            _ = try await store.groups.remove([persons[0].id], from: group.id)
            _ = try await store.groups.add([persons[1].id], to: group.id)
        }
        var told = try await changes(try await steps()[0]).flatMap(\.fields)
        #expect(
            told == [
                FieldChange(key: "membership", title: "Members", old: "Wilma (persons/1)", new: "Wilma (persons/2)")
            ])
        try await command("delete persons/1") { try await store.persons.delete([persons[0].id]) }
        told = try await changes(try await steps()[0]).filter { $0.record.id == about.recordID }.flatMap(\.fields)
        #expect(told == [FieldChange(key: "about", title: "About", old: "Wilma (persons/1)", new: "")])
    }

    @Test func `Reading several steps of a record returns the same changes as reading each step alone`() async throws {
        var person = try await store.persons.add(.full(home: try await store.planets.add(.example).id))
        for title in ["Pilot", "Gardener", "Pilot"] {
            var content = person.content
            content.jobTitle = title
            content.emails.append(Labeled("work", "\(title)@example.org"))
            person = try await command("edit title=\(title)") {
                try await store.persons.update(person.id, version: person.version, to: content)
            }
        }
        let steps = try await steps(about: person.recordID).map(\.id)
        let together = try await store.history.changes(of: person.recordID, in: steps)
        #expect(steps.count == 4)
        for step in steps {
            let alone = try await store.history.changes(of: person.recordID, in: [step])
            #expect(alone[step, default: []].isEmpty == false && alone[step] == together[step])
        }
    }

    @Test func `A change lists the changed fields with their old and new values`() async throws {
        var person = Person()
        person.name.given = "Wilma"
        person.emails = [Labeled("home", "w@bedrock.example"), Labeled("work", "w@slate.example")]
        let old = try await command("add") { try await store.persons.add(person) }
        person.name.given = "Betty"
        person.emails[1].value = "b@slate.example"
        person.photo = BlobID(rawValue: String(repeating: "a0", count: 32))
        _ = try await command("edit") { try await store.persons.update(old.id, version: 1, to: person) }
        let change = try #require(try await changes(steps()[0]).first)
        #expect(change.record.name == "Betty")
        #expect(change.fields.map(\.title) == ["Given name", "Email", "Photo"])
        #expect(change.fields[0].old == "Wilma")
        #expect(change.fields[0].new == "Betty")
        let touched = try store.connection().first(
            "SELECT count(*) FROM change WHERE step_id = 2 AND table_name = 'person_email'"
        ) { $0[0] as Int }
        #expect(touched == 1)
    }

    @Test func `An update that changes nothing is not recorded as a step`() async throws {
        let person = try await command("add") {
            try await store.persons.add(.full(home: store.planets.add(.example).id))
        }
        _ = try await command("edit") { try await store.persons.update(person.id, version: 1, to: person.content) }
        try store.connection().execute("UPDATE person SET given = given; UPDATE planet SET display_name = 'x'")
        #expect(try await steps().count == 1)
    }

    @Test func `A failed command is not recorded as a step`() async throws {
        let person = try await store.persons.add(Person())
        await #expect(throws: RecordProblem.self) {
            try await command("delete") { try await store.persons.delete([person.id, Person.ID(rawValue: 99)]) }
        }
        #expect(try await steps().map(\.origin) == [.command("test", by: nil)])
        #expect(try store.connection().first("SELECT count(*) FROM present_step") { $0[0] as Int } == 0)
    }

    @Test func `Consecutive changes by other programs form one step that can be undone`() async throws {
        let person = try await command("add") {
            try await store.persons.add(.full(home: store.planets.add(.example).id))
        }
        let before = try UserContent(of: store)
        try store.connection().execute("UPDATE person SET given = 'Fred'")
        try store.connection().execute(
            "DELETE FROM person_email WHERE position = 1; REPLACE INTO person (id, given) VALUES (1, 'Barney')")
        #expect(try await steps().map(\.origin) == [.outside, .command("add", by: nil)])
        _ = try await store.history.undo(try await steps()[0].id)
        #expect(try UserContent(of: store).differences(from: before) == [])
        #expect(try await store.persons.record(person.id).content == person.content)
        #expect(try await store.persons.record(person.id).version > person.version)
    }

    @Test func `Columns added by other programs do not affect undo and redo`() async throws {
        let account = try await store.accounts.add(name: "Leia", passphrase: nil)
        let planet = try await store.planets.add(.example).id
        let person = try await command("add") { try await store.persons.add(.full(home: planet)) }
        try await store.favorites.setFavorite(true, person.recordID, of: account.id)
        for table in ["person", "person_email", "favorite"] {
            try store.connection().execute("ALTER TABLE \(table) ADD COLUMN extra INTEGER REFERENCES planet")
            try store.connection().execute("UPDATE \(table) SET extra = 1")
        }
        let delete = try await command("delete") {
            _ = try await store.persons.delete([person.id])
            return try await steps()[0].id
        }
        _ = try await store.history.undo(delete)
        #expect(try await store.persons.record(person.id).content == person.content)
        #expect(try await store.favorites.favorites(of: account.id, among: [person.recordID]) == [person.recordID])
        _ = try await store.history.redo(delete)
        #expect(try await store.persons.count(.all) == 0)
    }

    @Test func `The error for an undo that conflicts with later changes lists those changes`() async throws {
        var person = Person()
        person.name.given = "Wilma"
        let old = try await command("add") { try await store.persons.add(person) }
        person.name.given = "Betty"
        _ = try await command("edit given") { try await store.persons.update(old.id, version: 1, to: person) }
        person.emails = [Labeled("", "b@slate.example")]
        _ = try await command("edit email") { try await store.persons.update(old.id, version: 2, to: person) }
        let steps = try await steps()
        let problem = await #expect(throws: HistoryProblem.self) { try await store.history.undo(steps[2].id) }
        guard case .changedSince(steps[2].id, let differences, isRedo: false) = problem else {
            Issue.record("no conflict")
            return
        }
        #expect(differences.map(\.by?.origin) == [.command("edit given", by: nil), .command("edit email", by: nil)])
        #expect(differences.map(\.fields) == [["Given name"], ["Email"]])
        #expect(differences.allSatisfy { $0.subject == .record(RecordReference(id: old.recordID, name: "Betty")) })
        _ = try await store.history.undo(steps[1].id)
        #expect(try await store.persons.record(old.id).content.name.given == "Wilma")
        #expect(try await store.persons.record(old.id).content.emails.count == 1)
    }

    @Test func `Undoing the addition of several records fails if one has changed, and all of them are kept`()
        async throws
    {
        let ids = try await command("add") { try await store.groups.add((0..<5).map { _ in Group.example }) }
        var group = try await store.groups.record(ids[2]).content
        group.name = "Galactic Empire"
        _ = try await command("edit") { try await store.groups.update(ids[2], version: 1, to: group) }
        let problem = await #expect(throws: HistoryProblem.self) {
            try await store.history.undo(try #require(try await steps().last).id)
        }
        guard case .changedSince(_, let differences, isRedo: false) = problem else {
            Issue.record("no conflict")
            return
        }
        let changed = RecordReference(id: ids[2].recordID, name: "Galactic Empire")
        #expect(differences.map(\.subject) == [.record(changed)])
        #expect(try await store.groups.count(.all) == 5)
    }

    @Test func `Undoing an undo redoes the change`() async throws {
        let person = try await command("add") { try await store.persons.add(Person()) }
        let add = try await steps()[0].id
        let undo = try await store.history.undo(add)
        #expect(undo.role == .undo(of: add))
        #expect(try await store.history.nextUndo() == nil)
        #expect(try await store.history.nextRedo()?.id == add)
        #expect(try await store.history.undo(undo.id).role == .redo(of: add))
        #expect(try await store.persons.record(person.id).uuid == person.uuid)
        #expect(try await store.history.nextUndo()?.id == add)
        #expect(try await store.history.nextRedo() == nil)
        await #expect(throws: HistoryProblem.notUndone(add)) { try await store.history.redo(add) }
        await #expect(throws: HistoryProblem.redoneAlready(add)) { try await store.history.undo(undo.id) }
    }

    @Test func `Updating or deleting history rows is rejected`() async throws {
        _ = try await store.persons.add(Person())
        for sql in [
            "UPDATE change SET record_id = 2", "DELETE FROM change", "DELETE FROM step", "UPDATE step SET command = ''",
            "UPDATE person_past SET given = ''", "DELETE FROM person_past",
        ] {
            #expect(throws: SQLiteError.self) { try store.connection().execute(sql) }
        }
    }
}

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
            await #expect(throws: HistoryProblem.didNotExist(first.recordID, at: time)) {
                try await past.record(first.id, at: time)
            }
        }
    }
}

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
        let restored = try await dryRun { try await store.history.restore([person.recordID], in: $0) }
        #expect(restored.result == [person.reference])
        let purged = try await dryRun { try await store.history.purge([person.recordID], in: $0) }
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
        #expect(try await store.history.purge([planet.recordID]).photos == [picture])
        #expect(try PhotoUse.named(on: file) == [])
    }
}
