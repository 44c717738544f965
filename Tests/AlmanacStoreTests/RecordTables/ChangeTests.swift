import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Changes to records and lookups by name")
struct ChangeTests {
    @Test func `An edit increments the version and keeps the ID, UUID, and creation time`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.groups.add(.example)
        var edited = record.content
        edited.summary = "Those who won."
        let after = try await store.groups.update(record.id, version: 1, to: edited)

        #expect(after.content == edited)
        #expect(after.version == 2)
        #expect((after.id, after.uuid, after.created) == (record.id, record.uuid, record.created))
        #expect(after.modified >= record.modified)
    }

    @Test func `An edit that changes nothing keeps the version`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let record = try await store.persons.add(.full(home: home.id))
        #expect(try await store.persons.update(record.id, version: 1, to: record.content) == record)
    }

    @Test func `An edit based on an old version is rejected`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.notes.add(.example)
        var mine = record.content
        var theirs = record.content
        theirs.text = "- bread"
        mine.text = "- honey"
        _ = try await store.notes.update(record.id, version: 1, to: theirs)
        await #expect(throws: RecordProblem.versionConflict(record.recordID, name: "Shopping", version: 1, existing: 2))
        {
            try await store.notes.update(record.id, version: 1, to: mine)
        }
        #expect(try await store.notes.record(record.id).content == theirs)
    }

    @Test func `An edit by another program increments the version`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.notes.add(.example)
        try store.connection().run("UPDATE note SET topic = 'Theirs'")
        await #expect(throws: RecordProblem.versionConflict(record.recordID, name: "Theirs", version: 1, existing: 2)) {
            try await store.notes.update(record.id, version: 1, to: record.content)
        }
    }

    @Test func `Several persons are written in one transaction`() async throws {
        let store = try await TemporaryStore()
        let first = try await store.persons.add(.called("Ada"))
        var renamed = first.content
        renamed.name.given = "Bea"
        let written = try await store.persons.write([
            PersonChange(.called("Caro")), PersonChange(over: first, renamed),
        ])
        #expect(written.map(\.content.name.given) == ["Caro", "Bea"])
        #expect(written[1].id == first.id && written[1].version == 2)
        renamed.name.given = "Dora"
        await #expect(throws: RecordProblem.versionConflict(first.recordID, name: "Bea", version: 1, existing: 2)) {
            try await store.persons.write([PersonChange(.called("Eva")), PersonChange(over: first, renamed)])
        }
        #expect(try await store.persons.count(.all) == 2)
        await #expect(throws: RecordProblem.self) {
            try await store.persons.write([PersonChange(.called("Eva")), PersonChange(.called("\0"))])
        }
        #expect(try await store.persons.count(.all) == 2)
        #expect(try await store.persons.named("Eva").isEmpty)
    }

    @Test func `Deleting several records is atomic`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(3))
        let missing = Person.ID(rawValue: 77)
        await #expect(throws: RecordProblem.notFound(missing.recordID)) {
            try await store.persons.delete([persons[0].id, missing])
        }
        #expect(try await store.persons.count(.all) == 3)
        try await store.persons.delete([persons[0].id, persons[2].id, persons[0].id])
        #expect(try await store.persons.list(ListRequest()).items.map(\.id) == [persons[1].id])
    }

    @Test func `The ID of a deleted record is not reused`() async throws {
        let store = try await TemporaryStore()
        let first = try await store.groups.add(.example)
        try await store.groups.delete([first.id])
        #expect(try await store.groups.add(.example).id.rawValue > first.id.rawValue)
    }

    @Test func `Deleting a subject keeps its notes, and deleting a home planet keeps the residents`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let person = try await store.persons.add(.full(home: planet.id))
        var note = Note.example
        note.subject = planet.recordID
        let about = try await store.notes.add(note)
        try await store.planets.delete([planet.id])

        #expect(try await store.notes.record(about.id).content == .example)
        let after = try await store.persons.record(person.id)
        #expect(after.home == nil)
        #expect(after.version == 2)
    }

    @Test func `A missing record cannot be referenced`() async throws {
        let store = try await TemporaryStore()
        let nowhere = Planet.ID(rawValue: 9)
        await #expect(throws: RecordProblem.notFound(nowhere.recordID)) {
            try await store.persons.add(.full(home: nowhere))
        }
        await #expect(throws: RecordProblem.notFound(RecordID(kind: .group, number: 3))) {
            try await store.groups.add([Person.ID(rawValue: 1)], to: Group.ID(rawValue: 3))
        }
    }

    @Test("D18, D19 Text that contains a NUL or is too long is rejected, and its position or length is reported")
    func textThatCouldNotBeKeptWholeIsRefused() async throws {
        let store = try await TemporaryStore()
        var group = Group.example
        group.name = "a\u{0}b"
        await #expect(throws: RecordProblem.holdsNul(field: "Name", position: 1)) { try await store.groups.add(group) }
        group.name = String(repeating: "x", count: 65_537)
        await #expect(throws: RecordProblem.tooLong(field: "Name", bytes: 65_537, limit: 65_536)) {
            try await store.groups.add(group)
        }
        group = .example
        group.summary = String(repeating: "é", count: 524_288)
        #expect(try await store.groups.add(group).content == group)
        group.summary += "x"
        await #expect(throws: RecordProblem.tooLong(field: "Description", bytes: 1_048_577, limit: 1_048_576)) {
            try await store.groups.add(group)
        }
    }

    @Test func `A NUL in the lines of a card is rejected`() async throws {
        let store = try await TemporaryStore()
        var person = Person()
        person.card = ["BEGIN:VCARD", "NOTE:\u{0}"]
        await #expect(throws: RecordProblem.holdsNul(field: "Card", position: 5)) {
            try await store.persons.add(person)
        }
    }

    @Test func `Adding several records is atomic`() async throws {
        let store = try await TemporaryStore()
        var otherProgram = Person()
        otherProgram.home = Planet.ID(rawValue: 9)
        await #expect(throws: RecordProblem.notFound(RecordID(kind: .planet, number: 9))) {
            try await store.persons.add(Population(3).persons + [otherProgram])
        }
        #expect(try await store.persons.count(.all) == 0)
        #expect(try await store.persons.add(Population(3).persons).count == 3)
    }

    @Test func `Records are found by name regardless of case, accents, and catalog punctuation`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let person = try await store.persons.add(.full(home: planet.id))
        for name in ["kepler-16 B", "kepler16b", "KOI-1611 b"] {
            #expect(try await store.planets.named(name) == [planet.reference])
        }
        for name in ["ежик", "jose lukasiewicz-strasse", " José  Ñ. Łukasiewicz-Straße III "] {
            #expect(try await store.persons.named(name) == [person.reference])
        }
        #expect(try await store.persons.named("jose") == [])
    }
}

extension Person {
    fileprivate static func called(_ given: String) -> Person {
        var person = Person()
        person.name.given = given
        return person
    }
}

@Suite("Insertion of many rows")
struct InsertionTests {
    @Test(
        "Any number of rows is inserted completely and in order", arguments: [0, 1, 30, 31, 32, 255, 256, 257, 800])
    func count(_ count: Int) throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE member (number INTEGER, name TEXT, label TEXT, note TEXT)")
        let note = String(repeating: "n", count: 100)
        try connection.insert(count, rowsInto: "member", ["number", "name", "label", "note"]) {
            $1[$2] = $0
            $1[$2 + 1] = "name \($0)"
            $1[$2 + 2] = "label \($0)"
            $1[$2 + 3] = note
        }
        let rows = try connection.all("SELECT number, name, label, note FROM member ORDER BY rowid") { row in
            "\(row[0] as Int) \(row[1] as String) \(row[2] as String) \(row[3] as String)"
        }
        #expect(rows == (0..<count).map { "\($0) name \($0) label \($0) \(note)" })
    }

    @Test func `Parameters are not numbered, so that SQLite prepares many of them in linear time`() {
        #expect(Connection.values(2, of: 3) == "VALUES (?, ?, ?), (?, ?, ?)")
    }
}
