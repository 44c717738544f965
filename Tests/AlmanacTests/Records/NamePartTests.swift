import Model
import TestSupport
import Testing

@Suite("Parts of names")
struct NamePartTests {
    private static let leia = "persons/1"

    private static func app(isInteractive: Bool) async throws -> TestApp {
        var app = try await TestApp(isInteractive: isInteractive) { _ in }
        try await app.send("new person given=Leia family=Organa nickname=Princess", "home")
        try await app.send("new person given=Luke family=Skywalker", "home")
        try await app.send("new person given=Anakin family=Skywalker", "home")
        try await app.send("new group name='Rebel Alliance'", "home")
        return app
    }

    @Test(
        "Read-only commands accept part of a name if only one record matches",
        arguments: ["leia", "organa", "org", "princess", "Leia Org"])
    func reading(part: String) async throws {
        var app = try await Self.app(isInteractive: false)
        let word = part.contains(" ") ? "'\(part)'" : part
        try await app.send("show \(word)")
        #expect(app.place == Self.leia)
        try await app.send("history \(word)")
        #expect(app.place == "history/person-1")
        try await app.send("show rebel")
        #expect(app.place == "groups/1")
    }

    @Test("Part of a company name identifies the company unless a person’s name also contains that part")
    func companies() async throws {
        var app = try await Self.app(isInteractive: false)
        try await app.send("new person organization='Pizza Roma' phone=+1-555-0100", "home")
        for part in ["pizza", "roma", "Piz", "'Roma Pizza'"] {
            try await app.send("phone \(part)")
            #expect(app.told?.contains("555") == true, "\(part)")
        }
        try await app.send("new person given=Roma family=Downey phone=+1-555-0101", "home")
        let problem = try #require(try await app.failure(of: "phone rom"))
        #expect(problem.next?.description.contains("Pizza Roma") == true)
        #expect(problem.next?.description.contains("Roma Downey") == true)
        // A person at the company is not found by the name of the company.
        try await app.send("new person given=Carlo organization='Pizza Roma'", "home", "phone pizza")
        #expect(app.told?.contains("0100") == true)
    }

    @Test("A person is found by digits of a phone number, and by name even among many records of other kinds")
    func digitsAndOtherKinds() async throws {
        var app = try await Self.app(isInteractive: false)
        try await app.send("new person given=Han phone=+15550100", "home", "phone 5501")
        #expect(app.told?.contains("+15550100") == true)
        for number in 1...60 { try await app.send("new group name='Pizza \(number)'", "home") }
        try await app.send("new person organization='Roma Pizza' phone=+1-555-0199", "home", "phone pizza")
        #expect(app.told?.contains("0199") == true)
    }

    @Test(
        "Field names of a new record can be omitted",
        arguments: [
            ("new person Leia Organa +1-555-0100", "given=Leia family=Organa phone=+1-555-0100"),
            (
                "new people Dr. Jan van den Berg 030 1234567 j@x.example nickname=Jo",
                "prefix=Dr. given=Jan family='van den Berg' phone='030 1234567' email=j@x.example nickname=Jo"
            ),
        ])
    func newPersons(line: String, assignments: String) async throws {
        var app = try await TestApp(isInteractive: false) { _ in }
        try await app.send(line, "home", "new person \(assignments)")
        let ids = [1, 2].map { Person.ID(rawValue: $0) }
        let contents = try await app.services.persons.records(ids).map(\.content)
        #expect(contents.count == 2 && contents[0] == contents[1])
    }

    @Test func `Field names and the words after a field assignment are not read as names`() async throws {
        var app = try await TestApp(isInteractive: false) { _ in }
        for (line, word) in [("new person given=Ann Marie", "Marie"), ("new person given Ann", "given")] {
            #expect(try await app.failure(of: line)?.what.description == "Invalid assignment “\(word)”.")
        }
        try await app.send("new group Rebel Alliance")
        #expect(try await app.services.groups.record(Group.ID(rawValue: 1)).content.name == "Rebel Alliance")
    }

    @Test("A name part shared by several records is ambiguous, and IDs and exact names take precedence")
    func precedence() async throws {
        var app = try await Self.app(isInteractive: false)
        let problem = try #require(try await app.failure(of: "show skywalker"))
        #expect(problem.status == .notFound)
        #expect(problem.what.description == "“skywalker” is ambiguous.")
        #expect(problem.next?.description.contains("persons/2 Luke Skywalker") == true)
        try await app.send("new person given=Skywalker")
        try await app.send("show skywalker")
        #expect(app.place == "persons/4")
        try await app.send("show persons/3")
        #expect(app.place == "persons/3")
    }

    @Test(
        "In a script, commands that change records reject part of a name and suggest the record",
        arguments: [
            "edit leia title=General", "delete leia --yes", "favorite leia", "add leia to 'Rebel Alliance' --yes",
        ])
    func scriptedChange(line: String) async throws {
        var app = try await Self.app(isInteractive: false)
        let problem = try #require(try await app.failure(of: line))
        #expect(problem.status == .notFound)
        #expect(problem.next?.description == "Did you mean Leia Organa (persons/1)?")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).content.title == "Leia Organa")
    }

    @Test("At the prompt, commands that change records accept part of a name and ask for the record if several match")
    func askedChange() async throws {
        var app = try await Self.app(isInteractive: true)
        try await app.send("edit leia title=General")
        #expect(app.prompt == nil)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).content.jobTitle == "General")
        try await app.send("edit skywalker title=Jedi")
        #expect(app.prompt == "Which “skywalker” do you mean?")
        #expect(Set(app.answers) == ["Luke Skywalker · persons/2", "Anakin Skywalker · persons/3", "cancel"])
        try await app.answer("Luke Skywalker · persons/2")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 2)).content.jobTitle == "Jedi")
        try await app.send("delete leia")
        #expect(app.prompt?.contains("Leia Organa") == true)
    }

    @Test(
        "A name of several words is accepted without quotation marks if only fields can follow it",
        arguments: ["show", "edit", "favorite", "related", "history"])
    func unquotedNames(command: String) async throws {
        var (app, other) = (try await Self.app(isInteractive: false), try await Self.app(isInteractive: false))
        let rest = command == "edit" ? " title='Grand Admiral' nickname=" : ""
        try await app.send("\(command) Luke Skywalker\(rest)")
        try await other.send("\(command) 'Luke Skywalker'\(rest)")
        #expect(app.place == other.place && app.told == other.told)
        let id = Person.ID(rawValue: 2)
        let (title, otherTitle) = (
            try await app.services.persons.record(id).content.jobTitle,
            try await other.services.persons.record(id).content.jobTitle
        )
        #expect(title == otherTitle && title == (command == "edit" ? "Grand Admiral" : ""))
    }

    @Test(
        "Words after an ID are not part of a name",
        arguments: [
            ("show persons/2 Skywalker", "“show” does not accept “Skywalker”."),
            ("edit persons/2 Skywalker title=x", "Invalid assignment “Skywalker”."),
        ])
    func wordsAfterID(line: String, problem: String) async throws {
        var app = try await Self.app(isInteractive: false)
        #expect(try await app.failure(of: line)?.what.description == problem)
    }

    @Test("An unquoted name that several records share is replaced with the chosen record")
    func chosenUnquotedName() async throws {
        var app = try await Self.app(isInteractive: true)
        try await app.send("new person given=Luke family=Skywalker", "home", "edit Luke Skywalker title=Jedi")
        #expect(app.prompt == "Which “Luke Skywalker” do you mean?")
        try await app.answer("Luke Skywalker · persons/2")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 2)).content.jobTitle == "Jedi")
    }
}
