import Almanac
import Model
import TestSupport
import Testing

/// Fields with several values in a form, with and without labels.
struct FormValuesTests {
    /// Returns an app with the form of a person who has three phone numbers, two of them unlabeled.
    private func form() async throws -> TestApp {
        var app = try await TestApp()
        var person = Person()
        person.name.given = "Ackbar"
        person.phones = [Labeled("home", "1"), Labeled("", "2"), Labeled("", "3")]
        let id = try await app.services.persons.add(person).id
        try await app.send("open \(id.recordID)/edit")
        return app
    }

    private func phones(_ app: TestApp) async throws -> [String] {
        try await app.services.persons.record(Person.ID(rawValue: 6)).phones.map { "\($0.label):\($0.value)" }
    }

    @Test func `A form asks for each phone number and changes it in place`() async throws {
        var app = try await form()
        while app.question != "Phone · home" { try await app.send("skip") }
        try await app.type("11")
        #expect(app.question == "Phone · 2")
        try await app.type("22")
        #expect(app.question == "Phone · 3")
        try await app.type("33", "work: 4")
        #expect(app.question == "Another phone")
        try await app.type("")
        #expect(app.question == "Email")
        try await app.send("save")
        #expect(try await phones(app) == ["home:11", ":22", ":33", "work:4"])
    }

    @Test func `An emptied value is removed, and the form asks for the next value`() async throws {
        var app = try await form()
        while app.question != "Phone · 2" { try await app.send("skip") }
        try await app.type("")
        #expect(app.question == "Phone · 2")
        #expect(app.stage.scene.screen.question?.value == "3")
        try await app.type("")
        #expect(app.question == "Another phone")
        try await app.send("up")
        #expect(app.question == "Phone · home")
        try await app.type("")
        #expect(app.question == "Phone")
        try await app.send("save")
        #expect(try await phones(app) == [])
    }

    @Test func `A form can change, remove, and add values of a field without labels`() async throws {
        var app = try await TestApp()
        try await app.send("open planets/1/edit", "aliases+=Terra aliases+=Gaia", "review", "more")
        while app.question != "Aliases · 1" { try await app.send("skip") }
        try await app.type("Tellus", "", "World")
        try await app.send("save")
        #expect(app["aliases"] == "Tellus, World")
    }

    @Test func `The current value in a form can be moved, labeled, and removed`() async throws {
        var app = try await form()
        while app.question != "Phone · 3" { try await app.send("skip") }
        try await app.send("label work")
        #expect(app.question == "Phone · work")
        try await app.send("move 1")
        #expect(app["phone"] == "work: 3, home: 1, : 2")
        try await app.send("up", "remove")
        #expect(app.question == "Phone · 2")
        try await app.send("save")
        #expect(try await phones(app) == ["work:3", ":2"])
    }

    @Test(arguments: [
        ("move phone 1 3", [2, 3, 1]), ("move phone home 2", [2, 1, 3]), ("move phone 3 home", [3, 1, 2]),
        ("move phone Private 2", [2, 1, 3]),
    ])
    func `Moving a value keeps the order of the others`(line: String, order: [Int]) async throws {
        var app = try await form()
        try await app.send(line, "save")
        let all = [1: "home:1", 2: ":2", 3: ":3"]
        #expect(try await phones(app) == order.compactMap { all[$0] })
    }

    @Test func `Moving a value and then moving it back changes nothing`() async throws {
        for from in 1...3 {
            for to in 1...3 {
                var app = try await form()
                try await app.send("move phone \(from) \(to)", "move phone \(to) \(from)", "save")
                #expect(try await phones(app) == ["home:1", ":2", ":3"])
            }
        }
    }

    @Test(arguments: [
        "move phone 1 4", "move phone 0 1", "remove phone 9", "remove phone x", "remove given 1", "label given 1 x",
        "remove nothing 1", "remove", "label x", "label aliases", "change phone 4 x", "move email 1 1",
    ]) func `An operation on a missing value or an unsuitable field is an error`(line: String) async throws {
        var app = try await form()
        #expect(try await app.failure(of: line) != nil)
        #expect(!app.stage.scene.screen.isUnsaved)
    }

    @Test func `A draft keeps the order of values`() async throws {
        var app = try await form()
        try await app.send("move phone 3 1", "label phone 1 work", "home")
        try await app.send("open persons/6/edit")
        #expect(app["phone"] == "work: 3, home: 1, : 2")
    }

    @Test func `A choice can be answered with a number or assigned as a word`() async throws {
        var app = try await TestApp()
        try await app.send("open planets/1/edit")
        while app.question != "Type" { try await app.send("skip") }
        let question = try #require(app.stage.scene.screen.question)
        #expect(question.choices == PlanetType.allCases.map(\.rawValue))
        try await app.type("4")
        #expect(app["type"] == question.choices[3])
        try await app.send("type=moon", "save")
        #expect(app["type"] == "moon")
    }

    @Test func `An unknown record name is reported together with other errors`() async throws {
        for line in ["edit persons/1 birthday=bad planet=Erth gvien=x", "new person planet=Erth birthday=bad gvien=x"] {
            var app = try await TestApp()
            let failure = try #require(await app.failure(of: line))
            let text = failure.sentences.joined(separator: " ")
            for words in ["Birthday: invalid value “bad”", "No match for “Erth”", "Unknown field “gvien”"] {
                #expect(text.contains(words), "\(text)")
            }
        }
    }
}
