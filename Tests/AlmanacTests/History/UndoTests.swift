import Almanac
import Model
import TestSupport
import Testing

import enum Model.ExitStatus

struct UndoTests {
    @Test func `undo reverses the last command and reports the changes`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator", "undo --yes")
        #expect(app.told?.contains("edit persons/1 title=Senator") == true)
        #expect(app.told?.contains("Leia Organa") == true && app.told?.contains("Senator") == true)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "")
    }

    @Test func `redo reapplies a step, and undo reverses it again`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator", "undo --yes", "redo")
        #expect(app.told?.hasPrefix("Redid step") == true)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "Senator")
        try await app.send("undo --yes")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "")
    }

    @Test func `Undoing all steps restores the initial state`() async throws {
        var app = try await TestApp()
        let before = try await contents(of: app)
        let lines = [
            "edit persons/1 title=Senator", "delete persons/1 --yes", "delete groups/1 --yes",
            "note planets/1 b --topic a", "delete planets/3 --yes", "seed flintstones",
            "remove persons/3 from groups/2", "new person given=Wedge",
        ]
        try await app.send("home")
        for line in lines { try await app.send(line) }
        for _ in lines { try await app.send("undo --yes", "home") }
        #expect(try await contents(of: app) == before)
        #expect(try await app.services.maintenance.check(.deep) == [])
    }

    @Test func `Undoing an older step keeps a later change to another record`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator", "edit persons/2 title=Farmer")
        let step = try await app.steps()[1].id.rawValue
        try await app.send("undo \(step) --yes")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 2)).jobTitle == "Farmer")
    }

    @Test func `undo fails if a later step changed the same field, and the error names that step`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator", "edit persons/1 title=General")
        let steps = try await app.steps().map(\.id.rawValue)
        let failure = try #require(await app.failure(of: "undo \(steps[1]) --yes"))
        #expect(failure.status == .failed)
        #expect(failure.sentences.joined().contains("“edit persons/1 title=General” later changed"))
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "General")
    }

    @Test func `undo --show and redo --show report changes, and undo --show makes none`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator")
        let before = try await app.steps()
        try await app.send("undo --show")
        let change = try #require(app.rowsForPrograms.last)
        #expect(change["id"].words == "persons/1" && change["action"].words == "changed")
        #expect(change["fields"].words == "title: Senator -> ")
        #expect(try await app.steps() == before)
        try await app.send("undo --yes", "redo --show")
        #expect(app.rowsForPrograms.last?["fields"].words == "title:  -> Senator")
    }

    @Test func `undo and redo do not ask for confirmation of a small step by the same user`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator", "undo")
        #expect(app.prompt == nil)
        #expect(app.told?.contains("Senator") == true && app.told?.hasPrefix("Undid step") == true)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "")
        try await app.send("redo")
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "Senator")
    }

    @Test func `undo asks about a step by another user or program`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator", "signup Leia", "tutorial --done")
        let step = try await app.steps().first { $0.origin == .command("edit persons/1 title=Senator", by: nil) }
        try await app.send("undo \(try #require(step).id.rawValue)")
        #expect(app.answers == ["yes", "no"])
        try await app.answer("no")
        try app.temporary.connection().execute("UPDATE person SET job_title = 'General' WHERE id = 1")
        try await app.send("undo")
        #expect(app.answers == ["yes", "no"])
        try await app.answer("yes")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "Senator")
    }

    @Test(arguments: [10, 11])
    func `undo asks about a step that affects more than ten records`(count: Int) async throws {
        var app = try await TestApp { store in
            for number in 1...count {
                var person = Person()
                person.name.given = "Clone \(number)"
                _ = try await store.persons.add(person)
            }
        }
        try await app.send("edit --where 'given = Clone' title=Trooper --yes", "undo")
        #expect((app.prompt != nil) == (count > 10))
    }

    @Test func `undo of a large step fails without asking if a later step prevents it`() async throws {
        var app = try await TestApp { store in
            for number in 1...11 {
                var person = Person()
                person.name.given = "Clone \(number)"
                _ = try await store.persons.add(person)
            }
        }
        try await app.send("edit --where 'given = Clone' title=Trooper --yes", "edit persons/1 title=Captain")
        let step = try await app.steps()[1].id.rawValue
        let failure = try #require(await app.failure(of: "undo \(step)"))
        #expect(failure.sentences.joined().hasPrefix("Cannot undo step \(step)."))
        #expect(app.prompt == nil && app.told == nil)
    }

    @Test func `Undoing a change to many records asks for confirmation unless --yes is given`() async throws {
        var app = try await TestApp()
        try await app.send("seed solar", "undo")
        #expect(app.prompt?.contains("seed solar") == true && app.prompt?.contains("110 records") == true)
        #expect(app.answers == ["yes", "no"])
        try await app.answer("no")
        #expect(try await app.services.planets.count(.all) > 100)
        try await app.send("undo --yes")
        #expect(try await app.services.planets.count(.all) == 4)
        #expect(app.told?.contains("110 records") == true)
        var shell = try await app.besides()
        try await shell.send("redo")
        #expect(try await app.services.planets.count(.all) > 100)
    }

    @Test func `undo goes back if the record on screen no longer exists`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "new person given=Wedge")
        #expect(app.place == "persons/6")
        try await app.send("undo --yes")
        #expect(app.place == "persons")
        try await app.send("redo", "show persons/6")
        #expect(app["given"] == "Wedge")
    }

    @Test func `undo updates the record on screen`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "edit title=Senator")
        #expect(app["title"] == "Senator")
        try await app.send("undo --yes")
        #expect(app["title"] == "")
    }

    @Test(arguments: [
        ("redo", ExitStatus.failed), ("undo 999", .notFound), ("redo 999", .notFound), ("undo x", .wrongUsage),
        ("undo 0", .wrongUsage), ("undo 1 2", .wrongUsage), ("history x", .notFound),
        ("show persons/1 --at x", .wrongUsage),
    ])
    func `Invalid arguments, unknown steps, and redo with nothing to redo are errors`(line: String, status: ExitStatus)
        async throws
    {
        var app = try await TestApp()
        #expect(try await app.failure(of: line)?.status == status)
    }

    @Test func `undo reports when there is nothing to undo`() async throws {
        var app = try await TestApp { _ in }
        #expect(try await app.failure(of: "undo")?.sentences.first == "Nothing to undo.")
        #expect(try await app.failure(of: "undo --show")?.status == .failed)
    }

    private func contents(of app: TestApp) async throws -> [String] {
        var all: [String] = []
        for record in try await app.services.persons.list(ListRequest(.all, limit: 100)).items {
            all.append("\(record.content) \(record.links)")
        }
        for record in try await app.services.groups.list(ListRequest(.all, limit: 100)).items {
            all.append("\(record.content) \(record.links)")
        }
        for record in try await app.services.planets.list(ListRequest(.all, limit: 100)).items {
            all.append("\(record.content) \(record.links)")
        }
        for record in try await app.services.notes.list(ListRequest(.all, by: .created, limit: 100)).items {
            all.append("\(record.content) \(record.links)")
        }
        return all.sorted()
    }
}
