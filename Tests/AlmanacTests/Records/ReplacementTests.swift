import Model
import TestSupport
import Testing

@Suite("Replacing one of several values")
struct ReplacementTests {
    private static let numbers = ["home +1 1", "work +1 2"]

    private static func app(isInteractive: Bool) async throws -> TestApp {
        var app = try await TestApp(isInteractive: isInteractive) { _ in }
        try await app.send("new person given=Leia phone.home='+1 1' phone.work='+1 2' --force", "home")
        return app
    }

    private static func numbers(of app: TestApp) async throws -> [String] {
        try await app.services.persons.record(Person.ID(rawValue: 1)).content.phones.map { "\($0.label) \($0.value)" }
    }

    @Test("A script must name the value to replace, or use --all")
    func script() async throws {
        var app = try await Self.app(isInteractive: false)
        for line in ["edit persons/1 'phone=+1 3' --force", "edit --where 'given = Leia' 'phone=+1 3' --force --yes"] {
            let problem = try #require(try await app.failure(of: line))
            #expect(problem.what.description == "Phone has 2 values: home: +1 1, work: +1 2.")
            #expect(
                problem.next?.description
                    == "Use “'phone.home=+1 3'” to replace one of them, or “'phone=+1 3' --all” to replace all.")
        }
        #expect(try await Self.numbers(of: app) == Self.numbers)
        try await app.send("edit persons/1 'phone.home=+1 3' --force")
        #expect(try await Self.numbers(of: app) == ["home +1 3", "work +1 2"])
        try await app.send("edit persons/1 'phone=+1 4' --all --force")
        #expect(try await Self.numbers(of: app) == [" +1 4"])
        try await app.send("edit persons/1 'phone=+1 5' --force")
        #expect(try await Self.numbers(of: app) == [" +1 5"])
    }

    @Test(
        "Clearing a field with several values does not require --all",
        arguments: [
            "edit persons/1 phone= 'phone=+1 3' --force", "edit persons/1 phone=",
        ])
    func clearing(line: String) async throws {
        var app = try await Self.app(isInteractive: false)
        try await app.send(line)
        #expect(try await Self.numbers(of: app).count < 2)
    }

    @Test(
        "At the prompt, a question offers to replace one or all values or to add another",
        arguments: [
            ("replace home: +1 1", ["home +1 3", "work +1 2"]), ("replace work: +1 2", ["home +1 1", "work +1 3"]),
            ("replace all 2", [" +1 3"]), ("add +1 3", ["home +1 1", "work +1 2", " +1 3"]),
        ])
    func prompt(answer: String, after: [String]) async throws {
        for line in ["edit persons/1 'phone=+1 3' --force", "edit 'phone=+1 3' --force"] {
            var app = try await Self.app(isInteractive: true)
            try await app.send("show persons/1", line)
            #expect(app.prompt == "Phone has 2 values. Which one should be replaced?")
            try await app.answer(answer)
            #expect(try await Self.numbers(of: app) == after)
        }
    }

    @Test("Values that share a label are not replaced together")
    func sharedLabel() async throws {
        var app = try await Self.app(isInteractive: false)
        try await app.send("edit persons/1 'phone.home+=+1 9' --force")
        let problem = try #require(try await app.failure(of: "edit persons/1 'phone.home=+1 3' --force"))
        #expect(problem.next?.description.contains("“'phone.home-=+1 1' 'phone.home+=+1 3'”") == true)
        #expect(try await Self.numbers(of: app).count == 3)
    }

    @Test(
        "Setting a field twice is an error that shows how to add the second value if the field accepts several",
        arguments: [
            (
                "new person given=Luke phone=111 phone=222", "Phone is set twice.",
                "Use “phone+=222” to add the second value."
            ),
            (
                "edit persons/1 phone.home=111 phone.home=222", "Phone is set twice.",
                "Use “phone.home+=222” to add the second value."
            ),
            ("edit persons/1 title=a title=b", "Title accepts only one value. Remove the others.", nil),
        ])
    func twice(line: String, what: String, next: String?) async throws {
        var app = try await Self.app(isInteractive: false)
        let problem = try #require(try await app.failure(of: line + " --force"))
        #expect(problem.what.description == what)
        #expect(problem.next?.description == next)
        #expect(try await app.services.persons.count(.all) == 1)
    }
}
